"""Portal markers: when they are driven off, where they fall back to, and when they are gone (HA-POR)."""

from collections.abc import Sequence

from msgspec import Struct

from grognard.games.high_adventure import visibility
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.cover import CORNERS, LOW, SOFT
from grognard.games.high_adventure.figures import PARTY, Figure, State
from grognard.games.high_adventure.things import Marker
from grognard.ground.lines import crosses
from grognard.ground.measure import distance, step
from grognard.kernel.referee import Referee

DRIVEN_OFF = 800  # HA-POR-01
DRIVEN_OFF_UNDERGROUND = 500  # HA-DUN-02, HA-POR-09
NEXT_REFUGE = 1200  # HA-POR-03


class Haven(Struct, frozen=True, gc=False):
    """A refuge as a marker sees it (HA-RULE-63). Lengths in hundredths."""

    name: str
    distance: int
    in_sight: bool = False
    nearest_player: int = 99_999
    dead_ground: bool = True


def fear_reach(dungeon: bool) -> int:
    """How near a player's figure must come to drive a marker off; less in caves and dungeons (HA-DUN-01)."""
    return DRIVEN_OFF_UNDERGROUND if dungeon else DRIVEN_OFF


def falls_back(kind: str, phase: str, *, visible: bool, in_open: bool, nearest: int, dungeon: bool) -> bool:
    """HA-RULE-63: whether a marker is driven off; `phase` is "after_generation" or "movement". Area markers never move
    (HA-DUN-04)."""
    if kind != "portal" or not visible:
        return False
    if phase == "after_generation":
        return in_open and not dungeon  # HA-POR-02; HA-DUN-02 switches it off underground
    return nearest <= fear_reach(dungeon)  # HA-POR-01


def is_legal(haven: Haven, dungeon: bool) -> bool:
    """HA-POR-04: within 12" (HA-POR-03), not its own spot, dead ground, out of sight and not near any player's
    figure."""
    near = 0 < haven.distance <= NEXT_REFUGE
    return near and haven.dead_ground and not haven.in_sight and haven.nearest_player > fear_reach(dungeon)


def best_havens(havens: Sequence[Haven], dungeon: bool) -> list[Haven]:
    """The nearest legal refuges: several if they are equally near, none if the marker is lost (HA-POR-05)."""
    legal = [haven for haven in havens if is_legal(haven, dungeon)]
    nearest = min((haven.distance for haven in legal), default=0)
    return [haven for haven in legal if haven.distance == nearest]


# On the table


def fall_back_in_the_open(referee: Referee, battle: Battle) -> None:
    """Right after force generation: markers that stand in the open to somebody who sees them fall back (HA-POR-02,
    HA-POR-07)."""
    for marker in [marker for marker in battle.markers if not marker.gone and marker.kind == "portal"]:
        exposed = not battle.dungeon and is_in_the_open(battle, marker)
        if falls_back(
            marker.kind, "after_generation", visible=exposed, in_open=exposed, nearest=0, dungeon=battle.dungeon
        ):
            fall_back(referee, battle, marker, "HA-POR-02")


def driven_off(referee: Referee, battle: Battle, figure: Figure) -> None:
    """At the end of a player-side figure's move: visible markers that it came near to fall back (HA-POR-01)."""
    if figure.side != PARTY or not figure.able:
        return
    for marker in battle.markers:
        if marker.gone or marker.kind != "portal":
            continue
        nearest = max(0, distance(figure.x, figure.y, marker.x, marker.y) - figure.radius)
        if nearest > fear_reach(battle.dungeon):
            continue
        visible = visibility.spot_seen(battle, PARTY, marker.x, marker.y)
        if falls_back(marker.kind, "movement", visible=visible, in_open=False, nearest=nearest, dungeon=battle.dungeon):
            fall_back(referee, battle, marker, "HA-POR-09" if battle.dungeon else "HA-POR-01")


def is_in_the_open(battle: Battle, marker: Marker) -> bool:
    """To some figure that sees it, it is neither in nor behind cover, and all within 1" of it is in view too
    (HA-RULE-63)."""
    return any(_open_to(battle, marker, figure) for figure in battle.able(PARTY) if not figure.helpless)


def _open_to(battle: Battle, marker: Marker, figure: Figure) -> bool:
    x, y = marker.x, marker.y
    if not visibility.figure_sees_spot(battle, figure, x, y):
        return False
    known = battle.table.open_spots
    key = (figure.x, figure.y, x, y)
    found = known.get(key)
    if found is None:
        if len(known) >= visibility.MOST_SIGHTS:
            known.clear()
        found = known[key] = _lies_open(battle, x, y, figure)
    return found


def _lies_open(battle: Battle, x: int, y: int, figure: Figure) -> bool:
    """Is a spot neither in nor behind cover from where a figure stands, and all within 1" of it in view?"""
    if any(feature.kind in SOFT or feature.kind == "building" for feature in battle.terrain.at(x, y)):
        return False
    for feature in battle.terrain.near(x, y, 100):
        if (feature.kind in LOW or feature.kind in CORNERS) and crosses(feature.shape, figure.x, figure.y, x, y):
            return False
    return all(
        visibility.line_of_sight(battle, figure.x, figure.y, *step(x, y, degrees, 100)) for degrees in range(0, 360, 45)
    )


def havens_for(battle: Battle, marker: Marker) -> list[Haven]:
    """Every refuge of the scenario, as this marker sees it; markers may share one (HA-POR-06)."""
    players = [figure for figure in battle.figures if figure.side == PARTY and figure.state is State.ABLE]
    return [
        Haven(
            refuge.name,
            distance(marker.x, marker.y, refuge.x, refuge.y),
            visibility.spot_seen(battle, PARTY, refuge.x, refuge.y),
            min(
                (max(0, distance(figure.x, figure.y, refuge.x, refuge.y) - figure.radius) for figure in players),
                default=99_999,
            ),
            refuge.dead_ground,
        )
        for refuge in battle.refuges
        if distance(marker.x, marker.y, refuge.x, refuge.y) <= NEXT_REFUGE
    ]


def fall_back(referee: Referee, battle: Battle, marker: Marker, rule: str) -> None:
    """To the nearest legal refuge, at random among equals (HA-RULE-63); without one it is gone for good (HA-POR-05)."""
    havens = best_havens(havens_for(battle, marker), battle.dungeon)
    if not havens:
        marker.gone = True
        referee.tell("has nowhere to go and is removed", marker, rule="HA-POR-05")
        return
    name = havens[0].name
    if len(havens) > 1:
        name = referee.draw([haven.name for haven in havens], 1, "which refuge", by=marker.side, rule="HA-RULE-63")[0]
    refuge = next(refuge for refuge in battle.refuges if refuge.name == name)
    marker.x, marker.y = refuge.x, refuge.y
    referee.tell("{0} falls back to {1}", marker, refuge.name, rule=rule)
