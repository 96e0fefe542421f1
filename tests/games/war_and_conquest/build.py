"""Builders of situations, with sane defaults: a unit, a battle on a bare table, two lines in contact."""

from typing import Any

from msgspec.structs import replace

from grognard.games.war_and_conquest.battle import Battle, Charge, Fray, Ground, Side, Unit
from grognard.games.war_and_conquest.footprint import put
from grognard.games.war_and_conquest.options import Options
from grognard.games.war_and_conquest.troops import Profile
from grognard.ground.shapes import Box, Shape
from grognard.ground.terrain import Feature

PROFILE_FIELDS = tuple(Profile.__struct_fields__)


def a_unit(
    name: str = "spears",
    side: str = "red",
    *,
    models: int = 24,
    start: int | None = None,
    files: int | None = None,
    **given: Any,
) -> Unit:
    """A unit of 24 medium foot in battle formation, 8 files wide, MV 7; fields of its profile and of itself may be given."""
    profile = Profile(**{field: given.pop(field) for field in PROFILE_FIELDS if field in given})
    if files is None:
        files = 8 if profile.is_battle else (models + 1) // 2
    unit = Unit(name, side, name, profile, start or models, models, max(1, min(files, models)))
    unit.round_start = given.pop("round_start", models)
    for field, value in given.items():
        setattr(unit, field, value)
    return unit


def a_battle(*units: Unit, **given: Any) -> Battle:
    """A battle on a bare table of 72 by 48 inches in which these units stand; red has Strategic Advantage and plays first."""
    options = Options(**given.pop("options", {}))
    ground = Ground(7200, 4800, tuple(given.pop("features", ())))
    red = Side("red", "Red", "south", rally_points=[(1800, 0), (5400, 0)], cost=1000)
    blue = Side("blue", "Blue", "north", rally_points=[(1800, 4800), (5400, 4800)], cost=1000)
    battle = Battle(
        options=options,
        ground=ground,
        sides=[red, blue],
        units=list(units),
        turn=1,
        advantage="red",
        first="red",
        active="red",
        round=1,
    )
    for field, value in given.items():
        setattr(battle, field, value)
    if not battle.companion:
        for unit in battle.units:
            put(battle, unit, unit.x, unit.y, unit.facing)
    return battle


def with_general(battle: Battle, unit: Unit, state: str = "able") -> Battle:
    """The army general is with that unit."""
    side = battle.side(unit.side)
    side.general, side.general_name = unit.id, f"General {side.name}"
    side.general_state = state  # type: ignore[assignment]
    return battle


def a_feature(name: str, kind: str, shape: Shape | None = None, **given: Any) -> Feature:
    """A piece of ground 10 inches square at the south-west corner."""
    return replace(Feature(name, shape or Box(0, 0, 1000, 1000), kind), **given)


def a_fray(battle: Battle, *units: Unit) -> Fray:
    """A combat of these units, ready for its first blow."""
    fray = Fray([unit.id for unit in units], stage="waiting")
    battle.frays = [fray]
    battle.step = "fight"
    return fray


def a_charge(unit: Unit, target: Unit, gap: int = 600, **given: Any) -> Charge:
    """A charge that was declared at a distance."""
    return Charge(unit.id, target.id, given.pop("face", "front"), gap, given.pop("spot", (target.x, target.y)), **given)
