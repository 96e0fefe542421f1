"""Small positions whose answers have exact values: every way the dice can fall is counted, and the marshal must find the best answer."""

from collections.abc import Iterator

import pytest

from grognard.games.en_garde.battle import Battle as EnGarde
from grognard.games.en_garde.questions import a_fight, a_model
from grognard.players.marshal import Marshal
from tests.every import GAMES
from tests.players.positions import QUICKEST, Asked, exact_values, met

WANTED = 10
CLEAR = 0.1  # the best answer is better than the next by so much of all that is between the best and the worst


def small_positions(name: str) -> Iterator[tuple[Asked, dict[str, float]]]:
    """Questions that one answer and the dice decide, with the exact expected worth of each answer."""
    alike: dict[str, int] = {}
    for asked in in_combat() if name == "en_garde" else brawls(name):
        values = exact_values(asked, limit=400)
        if values is None or alike.get(asked.question.text, 0) >= 3:
            continue
        best, *others = sorted(values.values(), reverse=True)
        worse = [value for value in others if value < best - 1e-9]
        if worse and best - worse[-1] > 0.5 and best - worse[0] > CLEAR * (best - worse[-1]):
            alike[asked.question.text] = alike.get(asked.question.text, 0) + 1
            yield asked, values


def brawls(name: str) -> Iterator[Asked]:
    for number in range(8):
        yield from met(GAMES[name], QUICKEST[name], f"small {number}")


def in_combat() -> Iterator[Asked]:
    """En Garde: Anne strikes next, at one of two who touch her or at nobody; no Defence counters are left, so nobody else is asked."""
    for place, (hurt, armoured) in enumerate(
        [("none", 0), ("light", 0), ("light", 3), ("grievous", 0), ("grievous", 4)]
    ):
        for fight in (1, 3, 5):
            anne = a_model("anne", fight=fight, initiative=5)
            odo = a_model("odo", "blue", wound=hurt, armour=0)
            bors = a_model("bors", "blue", armour=2 + armoured, fight=place)
            battle: EnGarde = a_fight((anne, "sword", 1, 0, 1), (odo, "sword", 0, 0, 1), (bors, "sword", 0, 0, 1))
            assert battle.fight is not None
            battle.phase, battle.priority = "Combat", "red"
            battle.fought = ["anne", "odo", "bors"]
            for fighter in battle.fight.fighters:
                fighter.die = 6 if fighter.id == "anne" else 1
            battle.fight.queue = ["anne"]
            battle.fight.cycles = 1
            # One question of its own each: the name is in the text.
            battle.figures["anne"].name = f"Anne {place} {fight}"
            yield Asked(GAMES["en_garde"], "red", battle, [])


@pytest.mark.parametrize("name", GAMES)
def test_the_marshal_finds_the_best_answer_of_ten_small_positions(name: str):
    found = 0
    for asked, values in small_positions(name):
        answer = Marshal("small", visits=200, rehearse=False).answer(asked.question, asked.outlook)
        assert values[answer.key] == max(values.values()), (asked.question.text, answer.key, values)
        found += 1
        if found == WANTED:
            return
    raise AssertionError(f"only {found} small positions")


def test_a_dying_enemy_is_struck_and_not_the_one_in_plate():
    """EG-COMBAT-05: a grievously wounded man without armour falls to almost any hit."""
    positions = [asked for asked in in_combat() if asked.start.figures["odo"].wound.value == "grievous"]  # type: ignore[attr-defined]
    for asked in positions:
        # No further than the blow: when Odo falls this little battle ends undecided.
        answer = Marshal("plate", visits=700, rehearse=False).answer(asked.question, asked.outlook)
        assert answer.key == "attack odo"
