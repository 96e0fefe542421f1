"""The turn: its phases, whose turn it is to activate, combats one after another, and the end."""

from typing import Any

import pytest

from grognard.games.en_garde.battle import Battle, Morale, Wound
from grognard.games.en_garde.turn import begin_combat_phase, end_by_rout, next_side, play_on
from grognard.kernel.referee import Scripted
from tests.games.en_garde.build import a_battle, a_figure, a_foe, rules_told
from tests.script import scripted


def apart(reds: int = 1, blues: int = 1, **more: Any) -> Battle:
    """Models far from each other."""
    figures = [a_figure(f"red{n}", at=(5 + 3 * n, 5)) for n in range(reds)] + [
        a_foe(f"blue{n}", (5 + 3 * n, 30)) for n in range(blues)
    ]
    return a_battle(*figures, **more)


def play(battle: Battle, pieces: int, *answers: str, dice: list[int] | None = None) -> Scripted:
    with scripted(dice=dice or [], answers=answers) as referee:
        for _ in range(pieces):
            play_on(referee, battle)
    return referee


def test_a_turn_is_four_phases_in_order() -> None:
    """EG-TURN-01: Priority, Move, Combat, End, and again."""
    battle = apart(phase="Priority")
    phases: list[str] = []
    with scripted(dice=[5, 2], answers=["nothing", "nothing"]) as referee:
        while battle.turn == 2:
            if not phases or phases[-1] != battle.phase:
                phases.append(battle.phase)
            play_on(referee, battle)
    assert phases == ["Priority", "Move", "Combat", "End"]
    assert (battle.turn, battle.phase) == (3, "Priority")
    assert [event.words for event in referee.events if event.kind == "phase"] == [
        "Turn 2: Move", "Turn 2: Combat", "Turn 2: End", "Turn 3: Priority",
    ]  # fmt: skip


def test_the_priority_phase_settles_priority_and_then_morale() -> None:
    """EG-TURN-02, EG-RULE-02: the winner of the roll tests first, looking back at the turn just ended; marks of last turn are wiped."""
    battle = apart(2, 2, phase="Priority")
    for side in battle.sides:
        side.lost = 1
    figure = battle.figures["red0"]
    figure.activated = figure.fired = figure.rested = True
    figure.moved = "run"
    referee = play(battle, 1, dice=[2, 5, 4, 4, 4, 5])
    assert referee.rolled == [
        "Priority of the reds",
        "Priority of the blues",
        "morale of the blues",
        "morale of the reds",
    ]
    assert [side.morale for side in battle.sides] == [Morale.WAVERING, Morale.STEADY]
    assert (figure.activated, figure.fired, figure.rested, figure.moved) == (False, False, False, "")


def test_nobody_tests_on_the_first_turn() -> None:
    """EG-RULE-02."""
    battle = apart(phase="Priority", turn=1)
    battle.side("red").lost = 1
    play(battle, 1, dice=[5, 2])
    assert battle.side("red").morale is Morale.STEADY


def test_or_morale_is_tested_at_the_end_of_the_turn() -> None:
    """EG-RULE-02: morale_step = end: after the Stunned counters, for the turn now ending, also on turn 1."""
    battle = apart(phase="End", turn=1, morale_step="end")
    battle.side("red").lost = 1
    battle.figures["red0"].stuns = 1
    referee = play(battle, 1, dice=[2, 6, 6])
    assert referee.rolled == ["Red0 shakes it off", "morale of the reds"]
    assert battle.side("red").morale is Morale.WAVERING
    battle.phase, battle.side("red").lost = "Priority", 1
    assert play(battle, 1, dice=[5, 2]).rolled == ["Priority of the reds", "Priority of the blues"]


@pytest.mark.parametrize(
    ("reds", "blues", "priority", "expected"),
    [(2, 2, "red", "rbrb"), (1, 3, "red", "rbbb"), (3, 1, "blue", "brrr"), (3, 2, "blue", "brbrr")],
)
def test_players_alternate_and_then_one_side_finishes(reds: int, blues: int, priority: str, expected: str) -> None:
    """EG-TURN-03, EG-RULE-03, EG-RULE-74: Priority player first, one model at a time, each once."""
    battle = apart(reds, blues, priority=priority)
    order = ""
    with scripted(answers=[]) as referee:
        while battle.phase == "Move":
            side = next_side(battle)
            if side is not None:
                order += side[0]
                left = [f.id for f in battle.figures.values() if f.side == side and not f.activated]
                referee.answers = [*([left[0]] if len(left) > 1 else []), "nothing"]
            play_on(referee, battle)
    assert order == expected


def test_whoever_is_ordered_acts_before_the_enemy() -> None:
    """EG-RULE-14: one after another, before the opponent activates anything; they may not order in turn."""
    ulla, malo = (
        a_figure("ulla", at=(5, 5), attributes=["Commander"]),
        a_figure("malo", at=(5, 7), attributes=["Commander"]),
    )
    battle = a_battle(ulla, malo, a_figure("tam", at=(7, 5)), a_foe())
    referee = play(battle, 3, "ulla", "order", "tam", "malo", "nothing", "nothing")
    assert [question.side for question in referee.asked] == ["red"] * 6
    assert "order" not in [option.key for option in referee.asked[-1].options]
    assert next_side(battle) == "blue"


def test_the_dead_among_the_ordered_are_passed_over() -> None:
    """EG-RULE-14."""
    battle = apart(2, 1)
    battle.ordered = ["red0", "red1"]
    battle.figures["red0"].standing = False
    play(battle, 1, "nothing")
    assert battle.figures["red1"].activated


def test_the_battle_ends_at_once_when_the_last_enemy_falls() -> None:
    """EG-RULE-72: in the Move Phase too."""
    anne, odo = a_figure(missiles=["bow"], shoot=4), a_foe(at=(12, 10), wound=Wound.GRIEVOUS)
    battle = a_battle(anne, odo)
    play(battle, 1, "shoot odo with bow", dice=[6, 6])
    assert battle.outcome is not None
    assert battle.outcome.winner == "red"


def test_every_combat_is_fought_once_a_phase() -> None:
    """EG-TURN-04, EG-RULE-32, EG-COMBAT-07: two duels of nothing but defence, then the End Phase."""
    figures = [a_figure(), a_foe(at=(11, 10)), a_figure("tam", at=(20, 10)), a_foe("jan", (21, 10))]
    battle = a_battle(*figures, phase="Combat")
    answers = ["tam", *(f"0 attack 3 defence: {name} sword" for name in ("tam", "jan", "anne", "odo"))]
    referee = play(battle, 5, *answers, dice=[1, 2, 3, 4])
    assert battle.phase == "End"
    assert rules_told(event for event in referee.events if event.words == "The combat is over") == ["EG-COMBAT-07"] * 2
    assert [figure.rounds for figure in figures] == [1, 1, 1, 1]


def test_rounds_of_combat_are_counted_until_one_starts_a_phase_unengaged() -> None:
    """EG-RULE-43."""
    anne, odo, tam = a_figure(), a_foe(at=(11, 10)), a_figure("tam", at=(20, 10))
    for figure in (anne, odo, tam):
        figure.rounds = 2
    with scripted() as referee:
        begin_combat_phase(referee, a_battle(anne, odo, tam))
    assert [figure.rounds for figure in (anne, odo, tam)] == [2, 2, 0]


def test_the_end_phase_shakes_off_stuns_and_may_end_the_battle() -> None:
    """EG-TURN-05, EG-RULE-72: after turn 6 a 3 ends it."""
    battle = apart(phase="End", turn=6)
    battle.figures["blue0"].stuns = 1
    play(battle, 1, dice=[5, 3])
    assert battle.figures["blue0"].stuns == 0
    assert battle.outcome is not None
    assert battle.outcome.reason.startswith("the battle ends with turn 6")


def test_where_a_rout_concedes_it_ends_the_battle() -> None:
    """EG-RULE-57: rout = concede; the first to rout has lost."""
    battle = apart(rout="concede")
    battle.side("red").morale = Morale.ROUTING
    assert end_by_rout(battle)
    assert battle.outcome is not None
    assert battle.outcome.winner == "blue"
    fleeing = apart()
    fleeing.side("red").morale = Morale.ROUTING
    assert not end_by_rout(fleeing)
