"""From a scenario file to a battle ready to play, and the check of a party of one's own."""

from typing import Any

import msgspec
from msgspec.structs import replace

from grognard.errors import ScenarioError
from grognard.games.high_adventure.abilities import ABILITIES, ability_named, may_know, power_span
from grognard.games.high_adventure.armour import WORDS
from grognard.games.high_adventure.battle import (
    ENEMY,
    NEVER,
    PARTY,
    Battle,
    BoneSite,
    Figure,
    Goal,
    Group,
    Item,
    Marker,
    Order,
    Pool,
    Profile,
    Refuge,
    Side,
    State,
    Table,
)  # fmt: skip
from grognard.games.high_adventure.contact import stand
from grognard.games.high_adventure.creatures import CREATURES, profile_of
from grognard.games.high_adventure.events import DECK
from grognard.games.high_adventure.ground_plan import lay_out, whole
from grognard.games.high_adventure.options import Options
from grognard.games.high_adventure.orders import most_henchmen
from grognard.games.high_adventure.scenario import FigureLine, ForceFile, GroupLine, MarkerLine, Scenario, SideLine
from grognard.games.high_adventure.visibility import remember
from grognard.games.high_adventure.weapons import weapon
from grognard.ground.open_table import edge_gap

FACINGS = {"north": 0, "east": 90, "south": 180, "west": 270}
ATTRIBUTES = ("bravery", "strength", "skill", "cleverness", "leadership")
SKILLS = (
    "0 untrained",  # HA-WSK-02
    "1 basic training",  # HA-WSK-03
    "2 well trained",  # HA-WSK-04
    "3 hero",  # HA-WSK-05
)
ENTRY = 600  # HA-RULE-90: how far from its edge the party may start
CLEAR_OF_ENTRY = 1400  # and how near to it no portal may be
MOST_STRENGTH = 12  # HA-RULE-89


def set_up(scenario: dict[str, Any], options: Options) -> Battle:
    """A battle ready to play. `party` in the scenario may be replaced by a force's groups, which then start at the same places."""
    plan = _read(scenario, Scenario, "scenario")
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


def _read(data: dict[str, Any], kind: type[Any], what: str) -> Any:
    try:
        return msgspec.convert(data, kind, strict=True)
    except msgspec.ValidationError as error:
        words, _, place = str(error).partition(" - at `$")
        accepted = ""
        if "unknown field" in words:
            accepted = f"; known here are: {', '.join(_fields_at(kind, place))}"
        raise ScenarioError(words + accepted, place=place.strip("`.") or what) from None


def _fields_at(kind: type[Any], place: str) -> list[str]:
    """The names that would be accepted at a place of the file."""
    found: Any = kind
    for part in place.strip("`.").replace("[...]", "").split("."):
        if part and hasattr(found, "__struct_fields__"):
            hints = {f.name: f.type for f in msgspec.structs.fields(found)}
            found = hints.get(part, found)
            inner = getattr(found, "__args__", ())
            found = next((arg for arg in inner if hasattr(arg, "__struct_fields__")), found)
    return list(getattr(found, "__struct_fields__", kind.__struct_fields__))


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


def profile_from(line: FigureLine, options: Options, place: str) -> Profile:
    """The profile of a line: that of its kind, changed by whatever the line says (HA-ATTR-06)."""
    if line.kind not in CREATURES:
        raise ScenarioError(f"there is no {line.kind!r}; there is: {', '.join(CREATURES)}", place=f"{place}.kind")
    profile = profile_of(line.kind, options)
    if line.stats:
        values = line.stats.split("/")
        if len(values) != 5 or not all(value.strip().isdigit() for value in values):
            raise ScenarioError(
                'stats are five numbers, such as "4/3/3/3/4": Bravery/Strength/Skill/Cleverness/Leadership',
                place=f"{place}.stats",
            )
        profile = replace(profile, **{name: int(value) for name, value in zip(ATTRIBUTES, values, strict=True)})
    abilities = tuple(_ability(name, place) for name in line.abilities)
    if abilities and not may_know(abilities, line.major_wizard):
        raise ScenarioError(
            "one major and up to two minor abilities, or up to four minor ones (HA-MAG-05)", place=f"{place}.abilities"
        )
    if line.wizard and not power_span(line.wizard)[0] <= line.power <= power_span(line.wizard)[1]:
        low, high = power_span(line.wizard)
        raise ScenarioError(f"a {line.wizard} has {low} to {high} power (HA-RULE-36)", place=f"{place}.power")
    if any(w.skill is not None and not 0 <= w.skill <= 3 for w in line.weapons):
        raise ScenarioError(f"Weapon Skill goes from 0 to 3: {', '.join(SKILLS)}", place=f"{place}.weapons")
    return replace(
        profile,
        armour=WORDS[line.armour.lower()] if line.armour else profile.armour,
        weapons=tuple(weapon(w.name, w.skill, smashing=w.smashing, magic=w.magic) for w in line.weapons)
        or profile.weapons,
        shield=line.shield,
        stealth=line.stealth or profile.stealth,
        ring=line.ring,
        belt=line.belt,
        wizard=line.wizard,
        abilities=abilities,
    )


def _ability(name: str, place: str) -> str:
    found = ability_named(name)
    if found is None:
        raise ScenarioError(
            f"there is no ability {name!r}; there is: {', '.join(ABILITIES)}", place=f"{place}.abilities"
        )
    return found.name


def _equip(battle: Battle, figure: Figure, line: FigureLine) -> None:
    """Torches, scrolls, talismans and water as things of their own."""
    if line.torch:
        battle.items.append(
            Item(f"{figure.id}'s torch", figure.side, f"{figure.name}'s torch", kind="torch", holder=figure.id)
        )
    if line.scroll:
        name = _ability(line.scroll, "scroll")
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
    word = name.split(",", maxsplit=1)[0].split(maxsplit=1)[0].lower()
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


# A party of one's own


def check_force(data: dict[str, Any], file: str) -> list[str]:
    """Check a party file against HA-RULE-89; what is in it, in words. ScenarioError where it is wrong."""
    try:
        force: ForceFile = _read(data, ForceFile, "force")
        lines = [line for group in force.group for line in group.figure]
        profiles = [profile_from(line, Options(), f"{line.name}") for line in lines]
        _check_party(lines, profiles)
    except ScenarioError as error:
        raise ScenarioError(error.words, file=file, place=error.place) from None
    strength = sum(p.strength * max(1, len(line.at)) for p, line in zip(profiles, lines, strict=True))
    listed = [
        f"{line.name}: {line.kind}, Strength {p.strength}, {p.armour.name.lower()}"
        for p, line in zip(profiles, lines, strict=True)
    ]
    return [f"{force.name}: {strength} points of Strength", *listed]


def _check_party(lines: list[FigureLine], profiles: list[Profile]) -> None:
    pcs = [line for line in lines if line.role == "pc"]
    if not 1 <= len(pcs) <= 4:
        raise ScenarioError(f"a party has 1 to 4 player characters, not {len(pcs)} (HA-RULE-89)", place="group")
    hench = sum(line.role == "hench" for line in lines)
    if hench > 2:
        raise ScenarioError(f"a party has up to 2 hench-beings, not {hench} (HA-RULE-89)", place="group")
    strength = sum(p.strength * max(1, len(line.at)) for p, line in zip(profiles, lines, strict=True))
    if strength > MOST_STRENGTH:
        raise ScenarioError(
            f"{strength} points of Strength; a party has at most {MOST_STRENGTH} (HA-RULE-89)", place="group"
        )
    if sum(p.armour.name == "PLATE" for p in profiles) > 1:
        raise ScenarioError("at most one of a party wears Plate (HA-RULE-89)", place="group")
    for line, profile in zip(lines, profiles, strict=True):
        if line.role == "pc":
            _check_character(line, profile)


def _check_character(line: FigureLine, profile: Profile) -> None:
    """HA-RULE-01: what dice can give."""
    for name in ATTRIBUTES:
        low, high = (1, 3) if name == "strength" else (2, 5)
        if not low <= getattr(profile, name) <= high:
            raise ScenarioError(f"a character's {name} is {low} to {high} (HA-ATTR-02, HA-ATTR-03)", place=line.name)
