"""Secret choices: exact mixes where the game knows them, sampled equilibria elsewhere."""

from fractions import Fraction
from itertools import product
from time import monotonic
from typing import Any

import pytest

from grognard.games.en_garde import GAME as EN_GARDE
from grognard.games.en_garde.battle import Field
from grognard.games.en_garde.duels import Duel
from grognard.games.en_garde.pools import Notes
from grognard.games.en_garde.questions import advice, split
from grognard.kernel.matrix import equilibrium
from grognard.players.marshal import Marshal
from grognard.players.race import Budget
from grognard.players.secret_duel import ALIKE, SecretDuel
from grognard.players.thought import Thought
from tests.every import GAMES
from tests.games.en_garde.build import a_battle, a_figure, a_foe
from tests.players.positions import Asked, met

PER_CENT = Fraction(1, 100)
MANY_PAIRS = 30  # of notes
IN_TIME = 8_000  # situations that a marshal with two seconds walks, at least


def a_duel(mine: dict[str, Any], his: dict[str, Any]) -> Asked:
    """Anne and Odo touch, and write their notes."""
    anne = a_figure("anne", at=(10, 10), **mine)
    odo = a_foe("odo", at=(11, 10), **his)
    battle = a_battle(anne, odo)
    battle.phase, battle.priority = "Combat", "red"
    return Asked(EN_GARDE, "red", battle, [])


@pytest.mark.parametrize(
    ("mine", "his"),
    [
        ({"pool": 3, "fight": 2, "initiative": 2}, {"pool": 3, "fight": 2, "initiative": 2}),
        ({"pool": 3, "fight": 3, "initiative": 1}, {"pool": 2, "fight": 2, "initiative": 3, "armour": 1}),
        ({"pool": 2, "fight": 1, "initiative": 2}, {"pool": 4, "fight": 3, "initiative": 2}),
    ],
)
def test_the_split_of_a_pool_loses_at_most_one_per_cent_of_a_kill_against_a_best_reply(
    mine: dict[str, Any], his: dict[str, Any]
):
    """EG-COMBAT-02: whatever he notes, the mix gains what the game is worth, as the odds of every pair of splits have it."""
    asked = a_duel(mine, his)
    mix = advice(asked.start, asked.question)  # type: ignore[arg-type]
    assert mix is not None
    assert sum(mix.values()) == 1
    known = split(
        pool=mine["pool"], enemy_pool=his["pool"], fight=mine["fight"], enemy_fight=his["fight"],
        initiative=mine["initiative"], enemy_initiative=his["initiative"], enemy_armour=his.get("armour", 0),
    )  # fmt: skip
    shares = {key.split(":")[0]: share for key, share in mix.items()}
    for reply in known["his mix"]:
        gain = sum(
            share * (known["kill"][note][reply] - known["be killed"][note][reply]) for note, share in shares.items()
        )
        assert gain >= known["value"] - PER_CENT


SWORD_OR_DAGGER = {"blades": ("sword", "dagger")}
PISTOLS = {"missiles": ("pistol", "pistol 2")}


@pytest.mark.parametrize(
    ("mine", "his"),
    [
        ({"pool": 5, "fight": 3, "initiative": 3}, {"pool": 4, "fight": 3, "initiative": 2}),
        (
            {"pool": 4, "fight": 3, "initiative": 2, **SWORD_OR_DAGGER},
            {"pool": 4, "fight": 3, "initiative": 3, **SWORD_OR_DAGGER},
        ),
        ({"pool": 5, "fight": 3, "initiative": 3, **SWORD_OR_DAGGER}, {"pool": 5, "fight": 3, "initiative": 2}),
        ({"pool": 3, "fight": 2, "initiative": 2, **PISTOLS}, {"pool": 3, "fight": 3, "initiative": 2, **PISTOLS}),
    ],
)
def test_duels_of_leaders_are_solved(mine: dict[str, Any], his: dict[str, Any]):
    """EG-COMBAT-02: few of their notes are looked at to the end, and yet against every one of them the mix gains what the game is worth."""
    asked = a_duel(mine, his)
    mix = advice(asked.start, asked.question)  # type: ignore[arg-type]
    assert mix is not None
    duel = Duel(asked.start, *asked.start.figures.values())  # type: ignore[attr-defined, arg-type]
    exact = [[duel.gain(row, column).seen for column in range(len(duel.his))] for row in range(len(duel.mine))]
    shares = [mix.get(note.key, Fraction(0)) for note in duel.mine]
    gains = [
        sum(share * row[reply] for share, row in zip(shares, exact, strict=True)) for reply in range(len(duel.his))
    ]
    assert min(gains) == equilibrium(exact).value


def leaders_who_may_meet() -> list[Any]:
    """Every two figures of a scenario with notes enough to be hard to solve, each kind of pair once."""
    met: dict[str, Any] = {}
    for name in EN_GARDE.scenarios():
        battle: Any = EN_GARDE.set_up(EN_GARDE.scenario(name))
        battle.field = Field()
        red, blue = ([each for each in battle.figures.values() if each.side == side.id] for side in battle.sides)
        for one, other in product(red, blue):
            if len(Notes(battle, [one])) * len(Notes(battle, [other])) > MANY_PAIRS:
                met.setdefault(
                    repr((one.profile, other.profile)),
                    pytest.param(battle, one.id, other.id, id=f"{one.id}-{other.id}"),
                )
    return list(met.values())


@pytest.mark.soak
@pytest.mark.parametrize(("battle", "one", "other"), leaders_who_may_meet())
def test_every_duel_of_the_scenarios_loses_at_most_one_per_cent_of_a_kill(battle: Any, one: Any, other: Any):
    """EG-COMBAT-02: after as many situations as a marshal has time for, whichever side it leads, judged by the exact chances of every pair of notes."""
    one, other = battle.figures[one], battle.figures[other]
    other.x, other.y = one.x + one.radius + other.radius, one.y
    one.standing = other.standing = True
    exact = Duel(battle, one, other, most=10**6)
    gains = [[exact.gain(row, column).seen for column in range(len(exact.his))] for row in range(len(exact.mine))]
    worth = equilibrium(gains).value
    for me, foe, payoffs, sign in ((one, other, gains, 1), (other, one, list(zip(*gains, strict=True)), -1)):
        mix = Duel(battle, me, foe, most=IN_TIME).solved()
        assert mix is not None
        replies = [
            sum(share * sign * row[reply] for share, row in zip(mix.rows, payoffs, strict=True))
            for reply in range(len(payoffs[0]))
        ]
        assert min(replies) >= sign * worth - PER_CENT


def test_what_was_left_out_of_a_fight_bounds_how_wrong_its_look_can_be():
    asked = a_duel({"pool": 4, "fight": 2, "initiative": 2}, {"pool": 3, "fight": 3, "initiative": 2})
    rough, exact = (Duel(asked.start, *asked.start.figures.values()) for _ in range(2))  # type: ignore[attr-defined, arg-type]
    pairs = [(row, column) for row in range(len(rough.mine)) for column in range(len(rough.his))]
    looks = [(rough.gain(*pair, 1 / 30), exact.gain(*pair)) for pair in pairs]
    rounded = Fraction(1, 10**6)
    assert all(abs(look.seen - sure.seen) <= look.doubt + rounded for look, sure in looks)
    assert any(look.seen != sure.seen for look, sure in looks)


def test_a_solution_that_takes_too_long_is_as_fine_as_it_has_become_or_none():
    asked = a_duel({"pool": 4, "fight": 2, "initiative": 2}, {"pool": 4, "fight": 3, "initiative": 2})
    assert advice(asked.start, asked.question, lambda: True) is None  # type: ignore[arg-type]
    left = iter(range(2000))
    mix = advice(asked.start, asked.question, lambda: next(left, None) is None)  # type: ignore[arg-type]
    assert mix is not None
    assert sum(mix.values()) == 1


def test_the_marshal_draws_its_note_from_the_exact_mix():
    asked = a_duel({"pool": 3, "fight": 2, "initiative": 2}, {"pool": 3, "fight": 2, "initiative": 2})
    mix = advice(asked.start, asked.question)  # type: ignore[arg-type]
    assert mix is not None
    drawn = {Marshal(1, visits=1).answer(asked.question, asked.outlook).key}
    assert drawn <= set(mix)


def test_what_is_no_duel_is_not_solved():
    asked = next(each for each in met(EN_GARDE, "mill_bridge", "no duel") if each.question.kind != "secret")
    assert EN_GARDE.advice(asked.start, asked.question, None) is None


@pytest.mark.parametrize(
    ("name", "scenario"),
    [("confrontation", "the_toll_plank"), ("en_garde", "redoubt"), ("war_and_conquest", "low_stane")],
)
def test_a_sampled_secret_pick_is_legal_and_the_same_again(name: str, scenario: str):
    secret = [each for each in met(GAMES[name], scenario, "secret") if each.question.kind == "secret"][:2]
    assert secret
    for asked in secret:
        keys = {Marshal("pick", seconds=0.0, visits=40).answer(asked.question, asked.outlook).key for _ in range(2)}
        assert len(keys) == 1
        asked.question.find(keys.pop())


def test_a_pick_on_which_nothing_hangs_yet_is_made_at_once():
    """C3-STRAT-03: the first card of nine; the battle goes on only when all are stacked."""
    asked = next(
        each for each in met(GAMES["confrontation"], "nine_bells_of_vell", "deck") if each.question.kind == "secret"
    )
    budget = Budget(1000, 0.0, lambda: False)
    duel = SecretDuel(Thought.about(asked.question, asked.outlook), list(asked.question.options), "deck")
    duel.play(budget)
    assert budget.made == ALIKE * len(asked.question.options)
    assert duel.mix() == (list(asked.question.options), [1.0] * 9)


def test_a_pick_that_matters_is_weighed_to_the_end_of_the_budget():
    asked = a_duel({"pool": 3, "fight": 2, "initiative": 2}, {"pool": 3, "fight": 2, "initiative": 2})
    budget = Budget(200, 0.0, lambda: False)
    SecretDuel(Thought.about(asked.question, asked.outlook), list(asked.question.options), "duel").play(budget)
    assert budget.made == 200


def test_a_solution_that_takes_too_long_is_not_waited_for():
    asked = a_duel({"pool": 3, "fight": 2, "initiative": 2}, {"pool": 3, "fight": 2, "initiative": 2})
    taken = []
    for _ in range(3):  # a busy machine may take time away from us
        begun = monotonic()
        asked.question.find(Marshal("late", seconds=1.0).answer(asked.question, asked.outlook).key)
        taken.append(monotonic() - begun)
        if taken[-1] <= 1.1:
            break
    assert min(taken) <= 1.1
