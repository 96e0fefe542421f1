"""The contract that every game keeps, in every scenario, proved on random battles (ring 5)."""

from random import Random

import pytest

from grognard.errors import GrognardError, IllegalChoice
from grognard.kernel.battle import Changing, decode, encode
from grognard.kernel.choice import Option, Question
from grognard.kernel.record import decode_record, encode_record
from grognard.kernel.referee import Live, SealedDice
from grognard.kernel.run import Run, branch, play_out, verify
from grognard.players.recruit import Recruit
from tests.every import GAMES, SCENARIOS, Brawler, random_battle

BATTLES = {"en_garde": 20}  # of the quickest game; of the others three each
SOAK_BATTLES = 1000
every_scenario = pytest.mark.parametrize(
    ("name", "scenario"), SCENARIOS, ids=[f"{name}-{scenario}" for name, scenario in SCENARIOS]
)


@every_scenario
def test_random_play_ends_with_a_stated_reason_and_replays_to_the_same_battle(name: str, scenario: str):
    for seed in range(BATTLES.get(name, 3)):
        check_one_battle(name, scenario, f"contract {seed}")


@pytest.mark.soak
@every_scenario
def test_a_thousand_random_battles_keep_the_contract(name: str, scenario: str):
    for seed in range(SOAK_BATTLES):
        check_one_battle(name, scenario, f"soak {seed}")


def check_one_battle(name: str, scenario: str, seed: str) -> None:
    game = GAMES[name]
    run = random_battle(game, scenario, seed, player=Brawler if seed[-1] in "02468" else Recruit)
    outcome = run.battle.outcome
    assert outcome is not None, seed
    assert outcome.reason, seed
    assert outcome.rule in game.rulebook, outcome.rule
    assert outcome.winner in ("", *run.battle.side_ids()) or outcome.winner, seed

    data = encode_record(run.record)
    again = Run(game, decode_record(data))
    assert again.battle.digest() == run.battle.digest(), f"{seed}: a replay gives another battle"
    assert again.events == run.events, f"{seed}: a replay tells another story"
    assert verify(game, run.record).wrong == []

    cut = Random(seed).randrange(len(run.record.answers) + 1)
    part = branch(run.record)
    part.answers = decode_record(data).answers[:cut]
    half = Run(game, part)
    resumed = Run(game, decode_record(encode_record(half.record)))
    assert resumed.battle.digest() == half.battle.digest(), (
        f"{seed}: saving and loading after {cut} answers changes the battle"
    )
    assert resumed.events == run.events[: len(resumed.events)]


@every_scenario
def test_every_offered_option_is_accepted(name: str, scenario: str):
    game = GAMES[name]
    start = game.set_up(game.scenario(scenario))
    tried = 0

    def ask(question: Question) -> Option:
        nonlocal tried
        keys = [option.key for option in question.options[:60]]
        assert keys, f"{question.text}: asked without options"
        assert len(set(keys)) == len(keys), f"{question.text}: two options of the same key among {keys}"
        option = question.options[picks.randrange(len(question.options))]
        assert question.find(option.key).key == option.key
        assert option.words
        assert question.rule in game.rulebook, question.rule
        tried += 1
        return option

    picks = Random(7)
    battle = start.copy()
    referee = Live([], SealedDice("options"), ask)
    for _ in range(120):
        if battle.outcome is not None:
            break
        game.play_on(referee, battle)
    assert tried > 0


@every_scenario
def test_a_copy_shares_nothing_and_encoding_loses_nothing(name: str, scenario: str):
    run = random_battle(GAMES[name], scenario, "copy", player=Brawler)
    for checkpoint in run.checkpoints[:: max(1, len(run.checkpoints) // 8)]:
        battle = checkpoint.battle
        copy = battle.copy()
        assert copy == battle
        assert copy.digest() == battle.digest()
        assert decode(encode(battle), type(battle)) == battle
        assert shared_parts(battle, copy) == []


def shared_parts(one: object, other: object, where: str = "battle") -> list[str]:
    """Changing parts that two battles have in common."""
    if isinstance(one, Changing | list | dict) and one is other:
        return [where]
    if isinstance(one, Changing):
        return [
            part
            for field in one.__struct_fields__
            for part in shared_parts(getattr(one, field), getattr(other, field), f"{where}.{field}")
        ]
    if isinstance(one, list) and isinstance(other, list):
        return [
            part
            for n, (a, b) in enumerate(zip(one, other, strict=True))
            for part in shared_parts(a, b, f"{where}[{n}]")
        ]
    if isinstance(one, dict) and isinstance(other, dict):
        return [part for key in one for part in shared_parts(one[key], other[key], f"{where}[{key}]")]
    return []


@every_scenario
def test_undo_then_the_same_answer_is_the_identity(name: str, scenario: str):
    game = GAMES[name]
    whole = random_battle(game, scenario, "undo")
    record = branch(whole.record)
    record.answers = record.answers[: len(record.answers) * 2 // 3]
    record.undo = "free"
    run = Run(game, record, SealedDice("undo"))
    if run.over or run.questions[0].dice is not None:
        pytest.skip("two thirds of this battle do not end at a choice")
    side = run.questions[0].side
    before = run.battle.digest()
    key = run.questions[0].options[0].key
    run.answer(side, key)
    run.undo(side)
    assert run.battle.digest() == before
    assert run.record.undone


@every_scenario
def test_a_refused_answer_changes_nothing(name: str, scenario: str):
    game = GAMES[name]
    whole = random_battle(game, scenario, "refuse")
    for share in (0, 1, 2, 3):
        record = branch(whole.record)
        record.answers = record.answers[: len(record.answers) * share // 4]
        run = Run(game, record, SealedDice("refuse"))
        if run.over:
            continue
        before, answers = run.battle.digest(), list(run.record.answers)
        for nonsense in (
            "",
            "no such answer",
            "move 1",
            "move nan,nan",
            "-1",
            "999999",
            "move 99999,1",
            "\x00",
            "yes; drop table",
        ):
            with pytest.raises(GrognardError):
                run.answer(run.questions[0].side, nonsense)
        with pytest.raises(IllegalChoice):
            run.answer("nobody", "yes")
        assert run.battle.digest() == before
        assert run.record.answers == answers


@every_scenario
def test_typed_dice_and_the_same_sealed_dice_give_the_same_battle(name: str, scenario: str):
    game = GAMES[name]
    run = random_battle(game, scenario, "typed", player=Brawler)
    record = branch(run.record)
    record.answers = [
        f"typed {' '.join(map(str, answer))}" if _is_dice(answer) else answer for answer in record.answers
    ]
    typed = Run(game, record)
    assert typed.battle.digest() == run.battle.digest()
    assert all(event.typed for event in typed.events if event.kind == "roll")


@every_scenario
def test_answered_one_by_one_the_battle_is_the_same(name: str, scenario: str):
    """A piece is run again for every answer that a person gives; it must come out as if all had been answered at once."""
    game = GAMES[name]
    whole = random_battle(game, scenario, "people", player=Brawler)
    record = branch(whole.record)
    record.answers = []
    run = Run(game, record, SealedDice("people"))
    for place, (side, answer) in enumerate(zip(whole.who[:240], whole.record.answers[:240], strict=True)):
        if side == "secret":
            assert isinstance(answer, dict)
            for picker, pick in answer.items():
                run.answer(picker, pick)
        elif side:
            assert isinstance(answer, str)
            run.answer(side, answer)
        assert run.record.answers[: place + 1] == whole.record.answers[: place + 1]
    assert run.events[:-1] == whole.events[: len(run.events) - 1]


def _is_dice(answer: object) -> bool:
    return isinstance(answer, list) and all(isinstance(face, int) for face in answer)


@every_scenario
def test_views_are_battles_and_the_scene_can_be_drawn_for_everybody(name: str, scenario: str):
    game = GAMES[name]
    run = random_battle(game, scenario, "scene", player=Brawler)
    for checkpoint in run.checkpoints[:: max(1, len(run.checkpoints) // 5)]:
        for side in [*checkpoint.battle.side_ids(), None]:
            seen = game.view(checkpoint.battle, side)
            assert encode(seen)
            scene = game.scene(seen, side)
            assert scene.tokens or scene.turn == 0
            assert scene.phases
            ids = [token.id for token in scene.tokens]
            assert len(set(ids)) == len(ids)


@every_scenario
def test_worth_is_a_number_for_every_side(name: str, scenario: str):
    game = GAMES[name]
    run = random_battle(game, scenario, "worth")
    for checkpoint in run.checkpoints[:: max(1, len(run.checkpoints) // 5)]:
        for side in checkpoint.battle.side_ids():
            assert -1e6 < game.worth(checkpoint.battle, side) < 1e6


@every_scenario
def test_rules_are_deterministic(name: str, scenario: str):
    """The same battle, answers and dice give the same digest after every piece, whatever Python's hash seed is: records are compared across processes in test_cli."""
    game = GAMES[name]
    sides = game.set_up(game.scenario(scenario)).side_ids()
    digests = []
    for _ in range(2):
        players = {side: Recruit(f"same {side}") for side in sides}
        digests.append(play_out(game, game.set_up(game.scenario(scenario)), players, SealedDice("same")).digest())
    assert digests[0] == digests[1]


@pytest.mark.parametrize("name", GAMES)
def test_every_question_has_an_answer_with_its_defaults(name: str):
    from fractions import Fraction

    from grognard.kernel.odds import Distribution

    for question, ask in GAMES[name].questions.items():
        answer = ask()
        assert ask.__doc__, question
        if isinstance(answer, Distribution):
            assert sum((chance for _, chance in answer.items()), Fraction(0)) == 1, question
