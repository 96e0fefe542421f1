"""What is told and thrown for figures out of sight stays with their own side, until they come into sight."""

import pytest

from grognard.games.high_adventure import GAME, arrivals, initiative, magic, solo
from grognard.games.high_adventure.attributes import pace_bonus, passes
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.figures import ENEMY, PARTY, Figure
from grognard.games.high_adventure.groups import hearers
from grognard.games.high_adventure.things import BoneSite, Casting, Pool, Shot, Task
from grognard.games.high_adventure.view import is_shown, view
from grognard.games.high_adventure.volleys import shoot
from grognard.kernel.event import Event
from grognard.kernel.referee import Scripted, SealedDice, TypedDice
from grognard.kernel.run import MixedDice, Run, new_record
from grognard.players.recruit import Recruit
from tests.games.high_adventure.build import set_up, there
from tests.games.high_adventure.magic_build import BOW, a_battle, a_figure, a_mage, a_marker, disc, wall


def watched(seen: bool) -> tuple[Battle, Figure]:
    """A hero, and an orc that he sees or does not see."""
    orc = a_figure("orc", ENEMY, x=20, y=30, group="orcs", seen=seen)
    return a_battle(a_figure("hero", x=20, y=10, seen=seen), orc, features=(disc("rock", "rock", 20, 20, 3),)), orc


@pytest.mark.parametrize(("seen", "readers"), [(True, {None}), (False, {()})])
def test_the_chart_of_an_unseen_group_is_nobody_elses_business(seen, readers):
    """HA-SOL-41, HA-SOL-43: the die, the risk and the order."""
    battle, _ = watched(seen)
    referee = Scripted(dice=[4])
    solo.judge(referee, battle, battle.group("orcs"))
    assert {event.kind for event in referee.events} == {"roll", "tell"}
    assert {event.seen_by for event in referee.events} == readers


def test_tests_and_charges_of_the_unseen():
    """HA-ATTR-04, HA-ORD-05: dice of a figure out of sight."""
    battle, orc = watched(False)
    referee = Scripted(dice=[3, 5])
    passes(referee, battle, orc, 3, "Cleverness", "HA-ATTR-04")
    pace_bonus(referee, orc, "charge", "HA-ORD-05", hearers(battle, orc))
    assert [event.seen_by for event in referee.events] == [(), (ENEMY,), ()]
    battle.side(ENEMY).solo = False  # somebody plays them, and throws their dice
    referee = Scripted(dice=[3])
    passes(referee, battle, orc, 3, "Cleverness", "HA-ATTR-04")
    assert {event.seen_by for event in referee.events} == {(ENEMY,)}


def test_who_moves_first_does_not_betray_the_unseen():
    """HA-RULE-05: a tie with somebody out of sight is diced for out of sight, and whoever does not know of it is asked nothing."""
    for hero_seen, by_rules, readers in (
        (False, True, ()),
        (True, True, ()),
        (True, False, (ENEMY,)),
        (False, False, ()),
    ):
        battle, _ = watched(False)
        battle.figure("hero").seen, battle.side(ENEMY).solo = hero_seen, by_rules
        with Scripted(dice=[5, 2]) as referee:
            mover = there(initiative.next_mover(referee, battle))
        assert mover.id == battle.figure("hero").group
        assert {event.seen_by for event in referee.events} == {readers}


def test_the_unseen_who_see_their_rival_choose():
    """HA-RULE-05: whoever wins the tie and knows of the other says who goes first."""
    battle, _ = watched(False)
    battle.figure("hero").seen, battle.side(ENEMY).solo = True, False
    with Scripted(dice=[2, 5], answers=[PARTY]) as referee:
        assert there(initiative.next_mover(referee, battle)).side == PARTY


def test_a_tie_with_somebody_in_sight_is_open():
    """HA-RULE-05: others of that side who are out of sight as well do not matter then."""
    orcs = [a_figure(f"orc {n}", ENEMY, x=20 + n, y=30, group=f"orcs {n}", seen=n == 2) for n in (1, 2)]
    battle = a_battle(a_figure("hero", x=20, y=10), *orcs)
    with Scripted(dice=[5, 2], answers=[ENEMY], lots=["orcs 1"]) as referee:
        assert there(initiative.next_mover(referee, battle)).id == "orcs 1"
    assert [event.seen_by for event in referee.events] == [None, None]


def behind_a_wall(value: int = 2) -> Battle:
    """A scout who has a marker in sight, but not the corner behind it."""
    corner = wall("wall", (10, 30), (19.5, 30))
    marker = a_marker("m1", 20, 30, value)
    return a_battle(a_figure(x=15, y=10, seen=False), markers=[marker], features=(corner,), pool=Pool(), contact=True)


@pytest.mark.parametrize(("solo", "readers"), [(True, ()), (False, (ENEMY,))])
@pytest.mark.parametrize("die", [1, 5])
def test_who_comes_out_of_sight_comes_in_silence(die, solo, readers):
    """HA-GEN-04, HA-RULE-84: neither the dice nor what they brought; that nothing came is not told either."""
    battle = behind_a_wall()
    battle.side(ENEMY).solo = solo
    before = view(battle, PARTY)
    with Scripted([die]) as referee:
        arrivals.arrive(referee, battle)
    assert bool(battle.able(ENEMY)) is (die == 5)
    assert {event.seen_by for event in referee.events} == {readers}
    assert view(battle, PARTY) == before, "not even the pool has changed for the party (HA-RULE-91)"


def test_a_wizard_who_comes_out_of_sight():
    """HA-GEN-17, HA-RULE-79: his power and his art are his own."""
    battle = behind_a_wall(9)
    before = view(battle, PARTY)
    with Scripted([6, 4, 6]) as referee:
        arrivals.arrive(referee, battle)
    assert battle.able(ENEMY)[0].power == 8
    assert {event.seen_by for event in referee.events} == {()}
    assert view(battle, PARTY) == before


def test_arrivals_in_plain_sight_are_told_with_their_count():
    """HA-GEN-09: who has seen them all may read how many they are, and why."""
    battle = a_battle(a_figure(), markers=[a_marker("m1", 20, 30, 2)], pool=Pool(), contact=True)
    with Scripted([5]) as referee:
        arrivals.arrive(referee, battle)
    told = [(event.words.partition(":")[0], event.seen_by) for event in referee.events]
    assert told == [("enemy arrivals", ()), ("guards appear at m1", None), ("Arrivals, a total of 6", None)]


def test_bones_that_rise_out_of_sight():
    """HA-MAJ-14, HA-SOL-41: nobody sees them before they come into sight."""
    mage = a_mage("mage", "Control", side=ENEMY, x=20, y=30, seen=False)
    rock = disc("rock", "rock", 20, 20, 3, blocks_sight=True)
    battle = a_battle(a_figure("hero", x=20, y=10), mage, features=(rock,), bones=[BoneSite(2000, 3000, 4)])
    mage.preparing = "Control"
    with Scripted(dice=[2, 3, 5]) as referee:
        magic.resolve(referee, battle, Casting("mage", "Control"))
    risen = [figure for figure in battle.figures if figure.kind == "skeleton"]
    assert len(risen) == 4
    seen = view(battle, PARTY)
    assert [figure.id for figure in seen.figures] == ["hero"]
    assert (seen.bones[0].left, seen.bones[0].risen) == (4, []), "nor how many bones are gone"
    assert battle.bones[0].left == 0


def test_whoever_shoots_shows_himself():
    """HA-VIS-04: the shot is told to everybody."""
    archer = a_figure("archer", ENEMY, x=20, y=20, weapons=(BOW,), loaded=True, seen=False)
    battle = a_battle(a_figure("hero", x=20, y=10), archer)
    battle.shots = [Shot("archer", "hero", "bow")]
    referee = Scripted(dice=[6, 6])
    shoot(referee, battle, Task("shot", number=0))
    assert archer.seen
    assert [event.seen_by for event in referee.events] == [None, None, None]


def solo_battle(scenario: str, seed: str, dice: MixedDice | None = None) -> Run:
    """A party of recruits against the solo system."""
    record = new_record(GAME, GAME.scenario(scenario), {PARTY: "recruit"}, seed)
    return Run(GAME, record, dice or SealedDice(seed), {PARTY: Recruit(seed)})


def names_of_the_unseen(run: Run) -> list[str]:
    """Enemies and their groups that the party knows nothing of when the battle begins."""
    battle = set_up(run.record.scenario)
    hidden = [figure for figure in battle.figures if not is_shown(figure, PARTY)]
    assert hidden
    return [figure.name for figure in hidden] + [battle.group(figure.group).name for figure in hidden]


def until_seen(run: Run) -> list[Event]:
    """What the party reads of the first turn."""
    ends = [n for n, event in enumerate(run.events) if event.words == "Turn 2"]
    first = run.events[: ends[0]] if ends else run.events
    return [event for event in first if event.seen_by is None or PARTY in event.seen_by]


@pytest.mark.parametrize("seed", ["one", "two"])
def test_nothing_in_the_partys_log_names_whom_it_has_not_seen(seed):
    """HA-RULE-90: the first turn in the dark of Hask Hill."""
    run = solo_battle("under_hask_hill", seed)
    unseen = names_of_the_unseen(run)
    read = until_seen(run)
    assert any(event.seen_by == () for event in run.events)
    assert not [event.words for event in read if any(name in event.words for name in unseen)]


def test_at_a_real_table_the_program_throws_for_the_unseen():
    """All dice are typed in, but nobody at the table is asked for the chart of somebody whom he does not know of."""
    run = solo_battle("under_hask_hill", "typed", MixedDice(SealedDice("typed"), TypedDice(), []))
    for _ in range(60):
        if run.over or not run.questions:
            break
        question = run.questions[0]
        assert question.dice is not None
        run.answer(question.side, " ".join(["3"] * question.dice.count))
    thrown = [event for event in run.events if event.kind == "roll"]
    assert {event.typed for event in thrown if event.seen_by is None or PARTY in event.seen_by} == {True}
    assert {event.typed for event in thrown if event.seen_by == ()} == {False}
