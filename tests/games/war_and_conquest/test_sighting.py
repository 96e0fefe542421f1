"""Who sees whom: the quick look at all pairs of a phase against the slow one, line by line."""

from random import Random

from grognard.games.war_and_conquest.battle import Battle, Unit
from grognard.games.war_and_conquest.footprint import body, is_ahead, near_figure
from grognard.games.war_and_conquest.sighting import in_view, marks_of, nearest_to, screens
from grognard.ground.lines import crosses
from tests.games.war_and_conquest.build import a_battle, a_unit


def some_units(chance: Random) -> list[Unit]:
    """A crowd of blocks and skirmishers anywhere, facing anywhere."""
    return [
        a_unit(
            f"u{n}",
            chance.choice(["red", "blue"]),
            models=chance.randint(8, 30),
            formation=chance.choice(["battle", "battle", "skirmish"]),
            x=chance.randint(500, 6700),
            y=chance.randint(500, 4300),
            facing=chance.choice([0, 90, 180, 270, chance.randint(0, 359)]),
        )
        for n in range(10)
    ]


def seen_slowly(battle: Battle, unit: Unit, target: Unit) -> bool:
    """WC-RULE-38: the line from the leader to the nearest figure crosses no battle formation but the two."""
    spot = near_figure(unit, target)
    others = [other for other in battle.units if other.is_battle and other not in (unit, target)]
    return not any(crosses(body(other), unit.x, unit.y, *spot) for other in others)


def test_all_round_and_to_the_front_the_quick_look_sees_what_the_slow_one_sees():
    """WC-RULE-38, WC-OCHARGE-01."""
    chance, seen, hidden = Random(4), 0, 0
    for _ in range(60):
        battle = a_battle(*some_units(chance))
        marks, hiding = marks_of(battle.units), screens(battle)
        for unit in battle.units:
            others = [mark for mark in marks if mark.unit is not unit]
            slow = [mark.unit for mark in others if seen_slowly(battle, unit, mark.unit)]
            found = list(in_view(battle, unit, others, hiding, all_round=True))
            assert [target.id for target, _ in found] == [target.id for target in slow]
            assert [ahead for _, ahead in found] == [is_ahead(unit, near_figure(unit, target)) for target in slow]
            front = [target.id for target, _ in in_view(battle, unit, others, hiding)]
            assert front == [target.id for target, ahead in found if ahead]
            seen, hidden = seen + len(slow), hidden + len(others) - len(slow)
    assert min(seen, hidden) > 500


def test_the_nearest_figure_is_the_same_spot_whoever_looks_for_it():
    """WC-RULE-02."""
    chance = Random(5)
    for _ in range(50):
        unit, target = some_units(chance)[:2]
        (mark,) = marks_of([target])
        assert nearest_to(mark, unit.x, unit.y) == near_figure(unit, target)
