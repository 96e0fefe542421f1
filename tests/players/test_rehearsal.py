"""Rehearsals: battles played on from an answer, and how far they are believed."""

from collections import Counter
from random import Random

from grognard.kernel.dice import D6
from grognard.kernel.game import find_game
from grognard.kernel.referee import Live, SealedDice
from grognard.players.belief import BEYOND, LUCK, Known, Learned, Rehearsed
from grognard.players.race import Budget
from grognard.players.rehearsal import BRIEF, TO_THE_END, USUAL, Finals, Horizon, LikeLuck, pace_for, rehearse
from grognard.players.thought import Thought
from tests.players.positions import some_questions


def a_thought():
    asked = next(each for each in some_questions("war_and_conquest", count=60) if len(each.question.options) > 2)
    return Thought.about(asked.question, asked.outlook), list(asked.question.options[:3])


def under_way(name: str, scenario: str):
    """A battle of recruits, as soon as something is under way in it."""
    random, game = Random(5), find_game(name)
    battle = game.set_up(game.scenario(scenario))
    referee = Live([], SealedDice("rounds"), lambda asked: random.choice(asked.options))
    while not game.under_way(battle):
        game.play_on(referee, battle)
    return game, battle, referee


def plenty() -> Budget:
    return Budget(1000, 0.0, lambda: False)


def test_the_same_seed_gives_the_same_rehearsal():
    thought, options = a_thought()
    first = rehearse(thought, options[0], "dress", plenty())
    assert first is not None
    assert first == rehearse(thought, options[0], "dress", plenty())
    assert len({str(rehearse(thought, options[0], f"dress {n}", plenty())) for n in range(6)}) > 1


def test_a_rehearsal_is_broken_off_when_the_time_is_up():
    thought, options = a_thought()
    looks = iter([False] * 3)
    assert rehearse(thought, options[0], "late", plenty(), too_long=lambda: next(looks, True)) is None
    assert next(looks, None) is None, "it was under way when it was broken off"


def test_whoever_was_told_to_stop_stays_stopped_and_is_not_asked_all_the_time():
    looks = iter([False, True])
    budget = Budget(1000, 0.0, lambda: next(looks))
    often = 0
    while not budget.gone():
        often += 1
    assert often > 10, "between two looks it goes on"
    assert budget.gone()
    assert budget.spent() == 1.0


def test_rehearsals_go_as_far_as_there_is_time_for_enough_of_them():
    thought, options = a_thought()
    ample, less, short = (Budget(visits, 0.0, lambda: False) for visits in (40_000, 2_000, 150))
    assert pace_for(thought, options[0], "trial", ample) is TO_THE_END
    seen = rehearse(thought, options[0], "whole", ample, TO_THE_END)
    assert seen is not None
    assert seen.won in (0.0, 0.5, 1.0)

    assert pace_for(thought, options[0], "trial", less) is USUAL
    assert 1 / TO_THE_END.often < less.share() < 1 / TO_THE_END.often + 1 / USUAL.often
    assert pace_for(thought, options[0], "trial", short) is BRIEF
    answer = 2.4 / 150  # a trial is broken off at the first question after it has taken too long
    assert short.share() < 1 / TO_THE_END.often + 1 / USUAL.often + 2 * answer + 1e-9


def test_a_rehearsal_ends_when_the_reply_is_over_however_much_is_asked_until_then():
    """In Fearful Odds the impulse under way and the one after it are brought to their ends; where nothing is ever under way, answers are counted."""
    random, ended = Random(4), 0
    game = find_game("fearful_odds")
    battle = game.set_up(game.scenario("withy_mere"))
    horizon = Horizon(game, USUAL, battle)
    referee = Live([], SealedDice("far"), lambda asked: random.choice(asked.options))
    given = 0
    while not horizon.reached(battle, given):
        was = game.under_way(battle)
        game.play_on(referee, battle)
        ended += was and not game.under_way(battle)
        given = 1000 if was else 0
    assert ended == 2

    other = find_game("high_adventure")
    table = other.set_up(other.scenario("toll_at_cragford"))
    counted = Horizon(other, USUAL, table)
    assert [counted.reached(table, answers) for answers in (15, 16)] == [False, True]
    brief = Horizon(game, BRIEF, game.set_up(game.scenario("withy_mere")))
    assert [brief.reached(battle, answers) for answers in (15, 16)] == [False, True]


def test_a_rehearsal_in_confrontation_ends_when_the_last_combat_of_the_round_is_over():
    """Both sides play their cards in a round, so one round is the activation under way and the reply."""
    game, battle, referee = under_way("confrontation", "the_toll_plank")
    horizon, phases = Horizon(game, USUAL, battle), []
    while not horizon.reached(battle, 1000):
        game.play_on(referee, battle)
        phases.append(battle.phase)
    assert (phases[0], phases[-2:]) == ("activation", ["combat", "mystic"])


def test_a_rehearsal_from_the_first_round_of_a_turn_ends_after_the_end_phase_that_follows():
    """In War & Conquest both rounds of play are brought to their ends, and an army is beaten in the End Phase of the second."""
    game, battle, referee = under_way("war_and_conquest", "low_stane")
    begun, horizon, phases = battle.turn, Horizon(game, USUAL, battle), []
    while not horizon.reached(battle, 0):
        game.play_on(referee, battle)
        phases.append(battle.phase)
    assert (begun, battle.turn, phases[-1]) == (1, 1, "End Phase")
    assert not game.under_way(battle), "the End Phase is over"


def test_dice_fall_alike_for_the_same_reason_whatever_else_was_thrown():
    one, other = LikeLuck("luck"), LikeLuck("luck")
    other.throw(5 * D6, 0, "red", "a charge", "X-1")
    first = one.throw(5 * D6, 0, "red", "morale", "X-2")
    assert other.throw(5 * D6, 7, "red", "morale", "X-2") == first
    assert one.throw(5 * D6, 1, "red", "morale", "X-2") == other.throw(5 * D6, 9, "red", "morale", "X-2")
    assert one.shuffle(20, 5, 2) == other.shuffle(20, 5, 11)
    for each in one, other:
        each.begin(2)
    later = one.throw(5 * D6, 3, "red", "morale", "X-2")
    assert later == other.throw(5 * D6, 3, "red", "morale", "X-2") != first
    assert LikeLuck("another").throw(5 * D6, 0, "red", "morale", "X-2") != first


def test_they_are_fair():
    luck = LikeLuck("fair")
    faces = Counter(face for _ in range(600) for face in luck.throw(10 * D6, 0, "red", "morale", "X-2"))
    assert all(900 < faces[face] < 1100 for face in range(1, 7)), faces


def final(*rehearsed: list[Rehearsed]) -> Finals:
    thought, options = a_thought()
    finals = Finals(thought, (2 * options)[: len(rehearsed)], "final")
    finals.take_in(list(rehearsed))
    return finals


def test_without_rehearsals_the_race_decides():
    chances = final([], []).chances([3.0, 5.0])
    assert chances[1] > chances[0]


def test_what_luck_would_say_too_is_hardly_believed():
    """Two rehearsals of each, and one answer won once more: that says little. Thirty of each with the same shares say nearly all of it."""
    lost, won = Rehearsed(0.0, None, 0.0), Rehearsed(0.0, None, 1.0)
    few = final([lost, won], [won, won]).chances([5.0, 5.0])
    many = final([lost, won] * 15, [won, won] * 15).chances([5.0, 5.0])
    assert 0.0 <= few[1] - few[0] < 0.2
    assert 0.4 < many[1] - many[0] <= 0.5


def test_what_the_same_dice_gave_all_answers_is_no_luck_of_one():
    """Half of the dice are good and half are bad for everybody, and one answer always comes out a little better. With the same dice for both that says a lot; with dice of their own it might be luck."""
    said = ((-30.0, -20.0), (30.0, 40.0))

    def lead(apart: int, often: int = 8) -> float:
        pairs = [said[turn % 2] for turn in range(often)]
        worse = [Rehearsed(0.0, low, -1.0, turn) for turn, (low, _) in enumerate(pairs)]
        better = [Rehearsed(0.0, high, -1.0, turn + apart) for turn, (_, high) in enumerate(pairs)]
        one, other = final(worse, better).chances([5.0, 5.0])
        return other - one

    assert lead(apart=0) > 0.015
    assert lead(apart=0, often=80) > 0.06, "nearly all of 0.065"
    assert abs(lead(apart=100)) < 1e-9, "no dice in common: nothing can be compared"


def test_who_retired_is_compared_by_the_dice_that_all_had():
    """The third answer was rehearsed only with the first dice, which were bad for everybody; it is no worse for that."""
    turns = [Rehearsed(0.0, -30.0, -1.0, 0), *(Rehearsed(0.0, 30.0, -1.0, turn) for turn in range(1, 9))]
    chances = final(turns, turns, turns[:1]).chances([5.0, 5.0, 5.0])
    assert max(chances) - min(chances) < 1e-9


def test_where_all_answers_do_alike_the_race_decides():
    """As many won as lost with either: what the race says of them is all there is."""
    lost, won = Rehearsed(4.0, None, 0.0), Rehearsed(5.0, None, 1.0)
    chances = final([lost, won] * 10, [won, lost] * 10).chances([5.0, 4.0])
    assert chances[0] > chances[1]


def test_a_clear_matter_is_rehearsed_no_longer():
    thought, options = a_thought()
    lost, won = Rehearsed(0.0, None, 0.0), Rehearsed(0.0, None, 1.0)
    budget = Budget(100_000, 0.0, lambda: False)
    for clear, pace in (
        (([lost] * 12, [won] * 12), USUAL),
        (([won] * 12, [won] * 12), TO_THE_END),
        (([won] * 3, [won] * 3), USUAL),
    ):
        finals = Finals(thought, options[:2], "clear", pace=pace)
        finals.take_in(list(clear))
        finals.play([0, 1], [0.0, 0.0], budget)
    assert budget.made == 0

    for few in ([[won] * 3, [won] * 3], [[lost] * 3, [won] * 3]):
        finals = Finals(thought, options[:2], "not yet", pace=TO_THE_END)
        finals.take_in(few)
        finals.play([0, 1], [0.0, 0.0], Budget(300, 0.0, lambda: False))
        assert len(finals.found[0]) > 3, "three whole battles that were won or lost may be luck"


def test_what_a_stand_promises_is_no_reason_to_rehearse_no_longer():
    """A charge stands much better after the piece, and a dozen battles with it went about as well as without: whether the promise holds is just what more of them would show."""
    thought, options = a_thought()
    charge = [Rehearsed(40.0, 30.0, float(turn % 2), turn) for turn in range(12)]
    no_charge = [Rehearsed(0.0, 0.0, float((turn + 1) % 2), turn) for turn in range(12)]
    finals = Finals(thought, options[:2], "charge", pace=TO_THE_END)
    finals.take_in([charge, no_charge])
    ahead, behind = finals.chances([40.0, 0.0])
    assert ahead > behind + 0.05, "as things are it would be taken"
    finals.play([0, 1], [40.0, 0.0], Budget(300, 0.0, lambda: False))
    assert len(finals.found[0]) > 12


def test_rehearsals_that_cannot_be_played_end_too():
    """What was imagined wrongly fails before anybody is asked anything; the budget is spent all the same."""
    thought, _ = a_thought()
    budget = plenty()
    finals = Finals(thought, ["no such answer", "nor this"], "in vain")
    finals.play([0, 1], [0.0, 0.0], budget)
    assert budget.gone()
    assert not any(finals.found)


def test_many_rehearsals_overrule_the_race():
    lost, won = Rehearsed(0.0, None, 0.0), Rehearsed(0.0, None, 1.0)
    chances = final([lost] * 30, [won] * 30).chances([5.0, 3.0])
    assert chances[1] > chances[0] + 0.3


def test_what_the_stand_promises_is_not_counted_twice():
    """Who stands better after the piece wins more often, exactly as promised: rehearsals then add nothing to the race."""
    good, bad = Rehearsed(10.0, None, 1.0), Rehearsed(-10.0, None, 0.0)
    chances = final([good] * 20, [bad] * 20).chances([0.0, 0.0])
    assert abs(chances[0] - chances[1]) < 1e-9


def test_a_few_rehearsals_do_not_talk_the_race_out_of_a_gain():
    """By luck those that stood better after the piece ended worse, twice of three times. What was gained counts all the same; only many rehearsals can say that it never lasts."""

    def told(often: int) -> float:
        better = [Rehearsed(8.0, end, -1.0, turn) for turn, end in enumerate([-20.0, 25.0, -15.0] * often)]
        worse = [Rehearsed(0.0, end, -1.0, turn) for turn, end in enumerate([-12.0, 12.0, -5.0] * often)]
        one, other = final(better, worse).chances([8.0, 0.0])
        return one - other

    assert told(1) > 0.03
    assert told(200) < 0.0


def test_a_few_whole_battles_do_not_make_much_of_a_small_lead():
    """A point ahead where stands differ by sixty a little later, and by luck three battles of four were won with it and one without. Only many say that the point decides."""

    def told(often: int) -> float:
        ends = [-30.0, 30.0, -30.0, 30.0] * often
        better = [
            Rehearsed(1.0, end, won, turn)
            for turn, (end, won) in enumerate(zip(ends, [1, 1, 1, 0] * often, strict=True))
        ]
        worse = [
            Rehearsed(0.0, end, won, turn)
            for turn, (end, won) in enumerate(zip(ends, [0, 1, 0, 0] * often, strict=True))
        ]
        one, other = final(better, worse).chances([1.0, 0.0])
        return one - other

    assert 0.0 < told(1) < 0.25
    assert told(200) > 0.4


def test_what_earlier_decisions_showed_says_how_far_a_lead_is_believed():
    """One answer won a little more often: where answers have differed beyond their promise before, that counts for more than where they never did."""
    lost, won = Rehearsed(0.0, None, 0.0), Rehearsed(0.0, None, 1.0)
    clear, alike = Learned(), Learned()
    for _ in range(20):
        final([lost] * 20, [won] * 20).teach(clear, "X-1")
        final([lost, won] * 10, [won, lost] * 10).teach(alike, "X-1")
    assert clear.of("X-1").beyond > 0.05
    assert alike.of("X-1").beyond < 0.8 * BEYOND**2

    def lead(learned: Learned) -> float:
        thought, options = a_thought()
        finals = Finals(thought, options[:2], "final", learned.of("X-1"))
        finals.take_in([[lost, lost, lost, won, won], [lost, lost, won, won, won]])
        one, other = finals.chances([5.0, 5.0])
        return other - one

    assert lead(clear) > 0.05
    for _ in range(400):
        final([lost, won] * 10, [won, lost] * 10).teach(alike, "X-1")
    assert alike.of("X-1").beyond < 0.2 * BEYOND**2, "in the long run hardly anything is left of it"
    assert lead(alike) < 0.3 * lead(clear)
    assert clear.of("X-2") == alike.of("X-2") == Known(), "a rule that asks something else has shown nothing yet"


def test_luck_alone_teaches_that_answers_do_not_differ():
    """Four answers that are all the same and some luck, three rehearsals of each, many times over: no decision is believed for having spoken up by chance. Answers that do differ are found out by as many."""

    def learned_from(differ: float, seed: str) -> Known:
        random, learned = Random(seed), Learned()
        for _ in range(600):
            gifts = [random.gauss(0.0, differ) for _ in range(4)]
            dice = [random.gauss(0.0, 30.0) for _ in range(3)]
            told = [
                [Rehearsed(0.0, 100 * gift + shared + random.gauss(0.0, 20.0), -1.0, turn) for turn, shared in enumerate(dice)]
                for gift in gifts
            ]  # fmt: skip
            final(*told).teach(learned, "X-1")
        return learned.of("X-1")

    same, different = learned_from(0.0, "same"), learned_from(0.4, "different")
    assert same.beyond < 0.5 * BEYOND**2
    assert different.beyond > 4 * BEYOND**2
    assert same.luck < LUCK**2, "the first guess was too high for these"
