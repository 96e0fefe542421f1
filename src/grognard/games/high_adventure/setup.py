"""From a scenario file to a battle ready to play, and the check of a party of one's own."""

from typing import Any

import msgspec

from grognard.errors import ScenarioError
from grognard.games.high_adventure.battle import Battle, Goal, Side, Table
from grognard.games.high_adventure.contact import stand
from grognard.games.high_adventure.events import DECK
from grognard.games.high_adventure.figures import ENEMY, NEVER, PARTY, Figure, Group, Order, State
from grognard.games.high_adventure.ground_plan import lay_out, whole
from grognard.games.high_adventure.lines import ability_called, profile_from, read
from grognard.games.high_adventure.mustering import CLEAR_OF_ENTRY, ENTRY, muster
from grognard.games.high_adventure.options import Options
from grognard.games.high_adventure.orders import most_henchmen
from grognard.games.high_adventure.party_files import check_force
from grognard.games.high_adventure.scenario import FigureLine, GroupLine, MarkerLine, Scenario, SideLine
from grognard.games.high_adventure.things import BoneSite, Item, Marker, Pool, Refuge  # fmt: skip
from grognard.games.high_adventure.visibility import remember
from grognard.ground.open_table import edge_gap

FACINGS = {"north": 0, "east": 90, "south": 180, "west": 270}


def set_up(scenario: dict[str, Any], options: Options) -> Battle:
    """A battle ready to play. `party` in the scenario may be replaced by a force's groups, which then start at the same places."""
    plan = read(scenario, Scenario, "scenario")
    features, doors, lit = lay_out(plan)
    width, height = (whole(n) for n in plan.size)
    battle = Battle(
        options=options,
        table=Table(width, height, tuple(features)),
        sides=[_side(PARTY, plan.party, False), _side(ENEMY, plan.enemy, plan.solo)],
        doors=doors,
        lit=lit,
        dark=plan.dark,
        dungeon=plan.dungeon,
        chart=plan.chart,
        last_turn=plan.turns,
        flavour=plan.flavour,
        goal=Goal(plan.goal.kind, plan.goal.item, tuple(plan.party.exits), plan.goal.home, plan.goal.villain),
        refuges=tuple(
            Refuge(r.name or f"refuge {n + 1}", whole(r.at[0]), whole(r.at[1]), r.dead_ground)
            for n, r in enumerate(plan.refuge)
        ),
        pool=Pool(**msgspec.structs.asdict(plan.pool)) if plan.pool else None,
        bones=[BoneSite(whole(b.at[0]), whole(b.at[1]), b.count) for b in plan.bones],
        deck=list(DECK) if options.event_deck == "on" else [],
    )
    if plan.arrivals is not None:
        battle.arrivals_x, battle.arrivals_y = whole(plan.arrivals[0]), whole(plan.arrivals[1])
    for side, line in ((PARTY, plan.party), (ENEMY, plan.enemy)):
        for n, group in enumerate(line.group):
            _add_group(battle, side, group, f"{'party' if side == PARTY else 'enemy'}.group[{n}]")
    _add_things(battle, plan)
    _check_sides(battle, options)
    _check_entry(battle, plan)
    battle.first_strength = sum(f.strength for f in battle.able(PARTY))
    for figure in battle.figures:
        if figure.able:
            _check_place(battle, figure)
            stand(battle, figure, figure.x, figure.y)
    remember(battle)
    return battle


def with_force(scenario: dict[str, Any], side: str, data: dict[str, Any]) -> dict[str, Any]:
    """The scenario with this force as its party (HA-RULE-89)."""
    return muster(scenario, set_up(scenario, Options()), side, data)


def _side(id: str, line: SideLine, solo: bool) -> Side:
    return Side(id, line.name, solo or line.solo, exits=tuple(line.exits))


# Figures


def _add_group(battle: Battle, side: str, line: GroupLine, place: str) -> None:
    """A group of the scenario; PCs and hench-beings are groups of one (HA-ORD-03)."""
    made: list[Figure] = []
    for n, figure_line in enumerate(line.figure):
        made += figures_of(battle, side, figure_line, f"{place}.figure[{n}]")
    if not made:
        raise ScenarioError("a group needs at least one figure", place=place)
    singles = [figure for figure in made if figure.role != "npc" and not line.leader]
    together = [figure for figure in made if figure not in singles]
    for figure in singles:
        _found(battle, line, [figure], f"{figure.id}'s", figure.name)
    if together:
        name = line.name or together[0].name
        _found(battle, line, together, line.id or _free_id(battle, f"{_slug(name)}'s"), name)


def _found(battle: Battle, line: GroupLine, members: list[Figure], id: str, name: str) -> None:
    group = Group(
        id, members[0].side, name, members=[f.id for f in members], order=Order(line.order), fortified=line.fortified
    )
    group.leader = members[0].id if line.leader else ""
    group.original = len([f for f in members if f.able])
    group.original_strength = sum(f.strength for f in members if f.able)
    if line.post is not None:
        group.post_x, group.post_y = whole(line.post[0]), whole(line.post[1])
    battle.groups.append(group)
    for figure in members:
        figure.group, figure.order = id, Order(line.order)


def figures_of(battle: Battle, side: str, line: FigureLine, place: str) -> list[Figure]:
    """One figure for each starting place of a line."""
    profile = profile_from(line, battle.options, place)
    made = []
    if line.id and len(line.at) == 1 and battle.piece(line.id) is not None:
        raise ScenarioError(f"two pieces have the id {line.id!r}", place=f"{place}.id")
    for n, (x, y) in enumerate(line.at):
        id = line.id if line.id and len(line.at) == 1 else _free_id(battle, line.id or _slug(line.name))
        name = line.name if len(line.at) == 1 else f"{line.name} {n + 1}"
        best = profile.missile or profile.hand_weapon
        figure = Figure(
            id, side, name, profile=profile, role="hench" if line.free and not battle.side(side).solo else line.role,
            x=whole(x), y=whole(y), facing=FACINGS[line.facing], home_x=whole(x), home_y=whole(y), mounted=line.mounted,
            power=line.power, hand=best.name, preparing=line.preparing, state=State(line.state), original=profile.strength,
            controller=line.controller, bound=bool(line.controller),
        )  # fmt: skip
        figure.died = NEVER
        battle.figures.append(figure)
        _equip(battle, figure, line)
        made.append(figure)
    if not made:
        raise ScenarioError("at = [[x, y], ...] says where it starts; there is none", place=place)
    return made


def _equip(battle: Battle, figure: Figure, line: FigureLine) -> None:
    """Torches, scrolls, talismans and water as things of their own."""
    if line.torch:
        battle.items.append(
            Item(f"{figure.id}'s torch", figure.side, f"{figure.name}'s torch", kind="torch", holder=figure.id)
        )
    if line.scroll:
        name = ability_called(line.scroll, "scroll")
        battle.items.append(
            Item(
                f"{figure.id}'s scroll",
                figure.side,
                f"Scroll of {name}",
                kind="scroll",
                holder=figure.id,
                ability=name,
                charges=1,
            )
        )
    if line.talisman:
        battle.items.append(Item(f"{figure.id}'s talisman", figure.side, "talisman", kind="talisman", holder=figure.id))
    if line.water:
        battle.items.append(Item(f"{figure.id}'s water", figure.side, "water", kind="water", holder=figure.id))


def _slug(name: str) -> str:
    word = next(iter(name.split(",", maxsplit=1)[0].split()), "").lower()
    return "".join(letter for letter in word if letter.isalnum()) or "figure"


def _free_id(battle: Battle, wanted: str) -> str:
    id, n = wanted, 1
    while battle.piece(id) is not None:
        n += 1
        id = f"{wanted} {n}"
    return id


# Everything else on the table


def _add_things(battle: Battle, plan: Scenario) -> None:
    for item in plan.item:
        id = item.id or _free_id(battle, _slug(item.name))
        battle.items.append(
            Item(id, "", item.name, kind=item.kind, x=whole(item.at[0]), y=whole(item.at[1]), ability=item.ability,
                 condition=item.condition, charges=item.charges, lit=item.lit)
        )  # fmt: skip
    battle.markers = [_marker(line, n, line.kind) for n, line in enumerate(plan.marker)]
    battle.reinforcements = [_marker(line, n, "point") for n, line in enumerate(plan.reinforcements)]
    if plan.goal.item and not any(item.id == plan.goal.item for item in battle.items):
        raise ScenarioError(f"no item has the id {plan.goal.item!r}", place="goal.item")
    if plan.goal.villain and battle.piece(plan.goal.villain) is None:
        raise ScenarioError(f"no figure has the id {plan.goal.villain!r}", place="goal.villain")
    for figure in battle.figures:
        if figure.controller and battle.piece(figure.controller) is None:
            raise ScenarioError(
                f"{figure.name} obeys {figure.controller!r}, but nobody has that id", place="controller"
            )


def _marker(line: MarkerLine, n: int, kind: str) -> Marker:
    return Marker(
        f"{kind} {n + 1}", ENEMY, f"{kind} {n + 1}", kind=line.kind, value=line.value, x=whole(line.at[0]), y=whole(line.at[1]),
        once=line.once, approaches=tuple((whole(x), whole(y)) for x, y in line.approaches),
    )  # fmt: skip


def _check_place(battle: Battle, figure: Figure) -> None:
    table, radius = battle.table, figure.radius
    if not (radius <= figure.x <= table.width - radius and radius <= figure.y <= table.height - radius):
        raise ScenarioError(f"{figure.name} starts off the table", place=f"{figure.x / 100:g}, {figure.y / 100:g}")
    if battle.terrain.is_solid(figure.x, figure.y, radius):
        raise ScenarioError(f"{figure.name} starts in something solid", place=f"{figure.x / 100:g}, {figure.y / 100:g}")


def _check_entry(battle: Battle, plan: Scenario) -> None:
    """HA-RULE-90: the party within 6" of its edge; portal markers at least 14" from it."""
    for figure in battle.able(PARTY):
        apart = edge_gap(battle.table.width, battle.table.height, figure.x, figure.y, plan.entry)
        if apart > ENTRY:
            raise ScenarioError(
                f'{figure.name} starts {apart / 100:g}" from the {plan.entry} edge; at most 6" (HA-RULE-90)',
                place="party",
            )
    for marker in battle.markers:
        apart = edge_gap(battle.table.width, battle.table.height, marker.x, marker.y, plan.entry)
        if marker.kind == "portal" and apart < CLEAR_OF_ENTRY:
            raise ScenarioError(
                f'{marker.name} is {apart / 100:g}" from the {plan.entry} edge; at least 14" (HA-RULE-90)',
                place="marker",
            )


def _check_sides(battle: Battle, options: Options) -> None:
    """HA-RULE-08, HA-RULE-89: how many of each kind."""
    for side in battle.sides:
        figures = [figure for figure in battle.figures if figure.side == side.id]
        pcs = sum(figure.is_pc for figure in figures)
        hench = sum(figure.role == "hench" for figure in figures)
        if hench > most_henchmen(options, pcs or 1):
            raise ScenarioError(
                f"{side.name} has {hench} hench-beings; {most_henchmen(options, pcs or 1)} may serve (HA-RULE-08)",
                place=side.id,
            )
        if not side.solo and not figures:
            raise ScenarioError(f"{side.name} has nobody to play with", place=side.id)


__all__ = ["check_force", "set_up", "with_force"]
