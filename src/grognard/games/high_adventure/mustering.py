"""A party of one's own in the place of a scenario's: where its figures start, and what they are called."""

from collections.abc import Iterator
from typing import Any

from grognard.errors import ScenarioError
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.creatures import CREATURES
from grognard.games.high_adventure.figures import ENEMY, INCH, PARTY, Figure
from grognard.ground.measure import Spot
from grognard.ground.open_table import edge_gap

ENTRY = 600  # HA-RULE-90: how far from its edge the party may start
CLEAR_OF_ENTRY = 1400  # and how near to it no portal may be
AWAY_FROM = {"south": "north", "north": "south", "east": "west", "west": "east"}
MOUNTED = 75  # HA-RULE-60: the radius of a rider
STEP = INCH // 2  # starting places are tried on such a grid
APART = 10  # so much room between two bases


def muster(scenario: dict[str, Any], battle: Battle, side: str, force: dict[str, Any]) -> dict[str, Any]:
    """The scenario with this force as its party. `battle` is the scenario as it stands, the force has been checked.

    Figures with places of their own keep them; the others start where the scenario's party does, then beside it. Underground nobody rides (HA-RULE-105).
    """
    if side != PARTY:
        name = battle.side(ENEMY).name
        raise ScenarioError(f"{name} is the scenario's own: only the party may be another one (HA-RULE-89)")
    edge = scenario.get("entry", "south")
    old = [figure for figure in battle.figures if figure.side == PARTY]
    groups = [_renamed(group, _taken(battle)) for group in force["group"]]
    lines = [line for group in groups for line in group["figure"]]
    for line in lines:
        line.setdefault("facing", AWAY_FROM[edge])
        if battle.dungeon:
            line.pop("mounted", None)
    _place(battle, edge, [(figure.x, figure.y) for figure in old], lines)
    party = {**scenario["party"], "name": force["name"], "group": groups}
    return {**scenario, "party": party}


def _taken(battle: Battle) -> list[str]:
    """Names by which the rest of the scenario knows its pieces."""
    pieces = [*battle.figures, *battle.groups]
    return [piece.id for piece in pieces if piece.side != PARTY] + [item.id for item in battle.items if not item.holder]


def _renamed(group: dict[str, Any], taken: list[str]) -> dict[str, Any]:
    """A copy of a group whose figures have ids that nobody else has."""
    own = {**group, "figure": [dict(line) for line in group.get("figure", [])]}
    if own.get("id") in taken:
        del own["id"]
    for line in own["figure"]:
        wanted = line.get("id") or _word(line["name"])
        if any(id == wanted or id.startswith(f"{wanted} ") for id in taken):
            line["id"] = f"{wanted} of the party"
    return own


def _word(name: str) -> str:
    word = next(iter(name.split(",", maxsplit=1)[0].split()), "").lower()
    return "".join(letter for letter in word if letter.isalnum()) or "figure"


# Starting places


def _place(battle: Battle, edge: str, old: list[Spot], lines: list[dict[str, Any]]) -> None:
    """Give every line its places (`at`), one for each of its figures."""
    used = [(round(100 * x), round(100 * y), _radius(line)) for line in lines for x, y in line.get("at", [])]
    free = [*old, *_beside(battle, edge, old)]
    for line in lines:
        if line.get("at"):
            continue
        spots = []
        for _ in range(line.get("count", 1)):
            spot = next((s for s in free if _fits(battle, edge, s, _radius(line), used)), None)
            if spot is None:
                raise ScenarioError(f"there is no room for {line['name']} at the {edge} edge", place="group")
            used.append((*spot, _radius(line)))
            spots.append([spot[0] / 100, spot[1] / 100])
        line["at"] = spots
        line.pop("count", None)


def _radius(line: dict[str, Any]) -> int:
    radius = CREATURES[line.get("kind", "human")].radius
    return max(radius, MOUNTED) if line.get("mounted") else radius


def _beside(battle: Battle, edge: str, old: list[Spot]) -> Iterator[Spot]:
    """Other places in the entry zone, those nearest to the old ones first."""
    width, height = battle.table.width, battle.table.height
    x, y = (sum(values) // len(old) for values in zip(*old, strict=True)) if old else (width // 2, height // 2)
    zone = [
        (px, py)
        for px in range(STEP, width, STEP)
        for py in range(STEP, height, STEP)
        if edge_gap(width, height, px, py, edge) <= ENTRY
    ]
    return iter(sorted(zone, key=lambda spot: (spot[0] - x) ** 2 + (spot[1] - y) ** 2))


def _fits(battle: Battle, edge: str, spot: Spot, radius: int, used: list[tuple[int, int, int]]) -> bool:
    """May a base start here: on the table, within its zone, clear of walls, bases and enemies, and underground in a room?"""
    x, y = spot
    terrain = battle.terrain
    if not (radius <= x <= terrain.width - radius and radius <= y <= terrain.height - radius):
        return False
    if edge_gap(terrain.width, terrain.height, x, y, edge) > ENTRY or terrain.is_solid(x, y, radius):
        return False
    rooms = [feature for feature in terrain.features if feature.kind == "room"]
    if rooms and not any(feature.kind == "room" for feature in terrain.at(x, y)):
        return False
    if any((x - ox) ** 2 + (y - oy) ** 2 < (radius + r + APART) ** 2 for ox, oy, r in used):
        return False
    foes: list[Figure] = battle.able(ENEMY)
    return all((x - foe.x) ** 2 + (y - foe.y) ** 2 > (radius + foe.radius + INCH) ** 2 for foe in foes)
