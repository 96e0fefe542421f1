"""Arrivals: when enemies come, at which marker, and where they stand (HA-GEN, HA-RULE-84)."""

from collections.abc import Iterator

from grognard.games.high_adventure import visibility
from grognard.games.high_adventure.abilities import roll_power
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.figures import ENEMY, PARTY, Figure, Group, Profile, State
from grognard.games.high_adventure.forces import (
    Force,
    Stock,
    archer,
    arrival_modifiers,
    arriving_force,
    chief,
    guard,
    pict,
    polearm_guard,
    warrior,
    wizard,
)
from grognard.games.high_adventure.groups import heard_by
from grognard.games.high_adventure.placing import free_spot, new_group, put
from grognard.games.high_adventure.things import Marker
from grognard.ground.measure import distance, step
from grognard.kernel.dice import D6
from grognard.kernel.referee import Referee
from grognard.kernel.tally import Modifier, Tally

SIX = ["1", "2", "3", "4", "5", "6"]
CASUALTIES = (State.KILLED, State.DISABLED, State.FLED)  # HA-RULE-91
Recruits = list[tuple[str, Profile]]


def stock_of(battle: Battle) -> Stock:
    """What the battle's pool has left."""
    pool = battle.pool
    if pool is None:
        return Stock(0, 0, 0, (), 0)
    return Stock(
        pool.guards, pool.polearms, pool.archers, tuple(pool.warriors), pool.chiefs if pool.picts else pool.wizards
    )


def markers_in_sight(battle: Battle) -> list[Marker]:
    """HA-GEN-04: markers that some player-side figure has in sight (HA-RULE-84), area markers too (HA-DUN-03)."""
    return [
        marker
        for marker in battle.markers
        if not marker.gone and visibility.spot_seen(battle, PARTY, marker.x, marker.y)
    ]


def who_knows(battle: Battle) -> tuple[str, ...]:
    """Who sees the dice of an arrival: whoever plays the enemy. They come out of sight if they can (HA-RULE-84), and then nobody
    else knows that they came."""
    return () if battle.side(ENEMY).solo else (ENEMY,)


def arrive(referee: Referee, battle: Battle) -> None:
    """Step 1a: one D6 for the table if any marker is in sight (HA-TURN-01, HA-GEN-04); they come at one of those, at
    random (HA-GEN-08)."""
    if battle.pool is None:
        return
    seen = markers_in_sight(battle)
    if not seen:
        return
    die = referee.roll(D6, "enemy arrivals", by=ENEMY, rule="HA-GEN-04", seen_by=who_knows(battle)).total
    because = Tally(arrival_modifiers(sum(marker.value for marker in seen), battle.contact))
    force, rule = _called(battle, die, because)
    came = bring(referee, battle, _one_of(referee, battle, seen), force, rule) if force.anything else []
    _report(referee, battle, die, because, force, came, rule)


def _one_of(referee: Referee, battle: Battle, seen: list[Marker]) -> Marker:
    """HA-GEN-08: at random."""
    if len(seen) == 1:
        return seen[0]
    ids, hears = [marker.id for marker in seen], who_knows(battle)
    drawn = referee.draw(ids, 1, "at which marker", by=ENEMY, rule="HA-GEN-08", seen_by=hears)[0]
    return next(marker for marker in seen if marker.id == drawn)


def reinforce(referee: Referee, battle: Battle) -> None:
    """HA-RULE-65: the event card: one roll with +4 at each marked point that has not been cleared (HA-SET-04)."""
    points = [point for point in battle.reinforcements if not point.gone]
    if not points or battle.pool is None:
        referee.tell("No reinforcements can come", rule="HA-SET-04")
        return
    point, hears = points[0], who_knows(battle)
    if len(points) > 1:
        ids = [point.id for point in points]
        drawn = referee.draw(ids, 1, "at which point", by=ENEMY, rule="HA-RULE-65", seen_by=hears)[0]
        point = next(point for point in points if point.id == drawn)
    die = referee.roll(D6, "reinforcements", by=ENEMY, rule="HA-RULE-65", seen_by=hears).total
    because = Tally((Modifier(+4, "reinforcements", "HA-RULE-65"),))
    force, rule = _called(battle, die, because)
    came = bring(referee, battle, point, force, rule) if force.anything else []
    _report(referee, battle, die, because, force, came, rule)


def _called(battle: Battle, die: int, because: Tally) -> tuple[Force, str]:
    assert battle.pool is not None
    total, stock = die + because.total, stock_of(battle)
    return arriving_force(battle.options, die, total, battle.first_strength, battle.pool.picts, stock)


def _report(
    referee: Referee, battle: Battle, die: int, because: Tally, force: Force, came: list[Figure], rule: str
) -> None:
    """The whole count, for all to read only where all who came are in sight: that nothing came would tell as much as what did."""
    in_sight = bool(came) and all(figure.seen for figure in came)
    words, hears = "Arrivals, a total of {}: {}", None if in_sight else who_knows(battle)
    referee.tell(words, die + because.total, describe(force), because=because, rule=rule, seen_by=hears)


def describe(force: Force) -> str:
    """A force in words."""
    words = [
        f"{count} {name}{'s' * (count > 1)}"
        for count, name in (
            (force.guards, "guard"),
            (force.archers, "archer"),
            (force.wizard, "wizard"),
            (force.chief, "tribal chief"),
        )
        if count
    ]
    if force.warrior:
        words.append(f"a warrior of Strength {force.warrior}")
    return ", ".join(words) or "nothing"


def bring(referee: Referee, battle: Battle, marker: Marker, force: Force, rule: str) -> list[Figure]:
    """Place a force at a marker, in one or two groups: archers by themselves, a warrior or chief with his men
    (HA-RULE-59, HA-RULE-84). Those who found room."""
    x, y = where_they_appear(referee, battle, marker)
    came: list[Figure] = []
    for name, recruits in _groups(referee, battle, force):
        group = new_group(battle, ENEMY, name)
        group.by_marker = True
        group.post_x, group.post_y = battle.arrivals_x, battle.arrivals_y
        for kind, profile in recruits:
            _put_one(referee, battle, group, kind, profile, x, y)
        came += battle.members(group)
        if battle.members(group):
            referee.tell("{0} appear at {1}", group, marker, rule=rule, seen_by=heard_by(battle, group))
    for figure in battle.able(PARTY):  # HA-SOL-45: they know where those stand who had their marker in sight
        if visibility.figure_sees_spot(battle, figure, marker.x, marker.y):
            visibility.note(battle, ENEMY, figure)
    marker.gone = marker.gone or marker.once  # HA-POR-08
    visibility.remember(battle)  # HA-RULE-83: whoever stands in the open is seen at once
    return came


def where_they_appear(referee: Referee, battle: Battle, marker: Marker) -> tuple[int, int]:
    """At a portal; for an area marker the nearest doorway or corner out of the party's sight (HA-DUN-05), else at
    random (HA-DUN-06)."""
    if marker.kind == "portal" or not marker.approaches:
        return marker.x, marker.y
    hidden = [spot for spot in marker.approaches if not visibility.spot_seen(battle, PARTY, *spot)]
    if hidden:
        return min(hidden, key=lambda spot: distance(marker.x, marker.y, *spot))
    lot = referee.draw(SIX, 1, "a random spot", by=ENEMY, rule="HA-DUN-06", seen_by=who_knows(battle))[0]
    return step(marker.x, marker.y, 60 * int(lot), 200)


def _groups(referee: Referee, battle: Battle, force: Force) -> Iterator[tuple[str, Recruits]]:
    """The groups in which a force arrives; whoever leads one stands first in it."""
    options, pool = battle.options, battle.pool
    assert pool is not None
    men: Recruits = []
    if force.warrior:
        men.append(("warrior", warrior(options, force.warrior)))
        pool.warriors.remove(force.warrior)
    if force.chief:
        men.append(("chief", chief(options)))
        pool.chiefs -= 1
    for place in range(force.guards):
        if pool.picts:
            men.append(("pict", pict(options, place % 2 == 0)))
        else:
            men.append(("polearm", polearm_guard(options)) if place < force.polearms else ("guard", guard(options)))
    pool.guards -= force.guards
    pool.polearms -= force.polearms
    if men:
        yield "picts" if pool.picts else "guards", men
    if force.archers:
        pool.archers -= force.archers
        yield "archers", [("archer", archer(options))] * force.archers
    if force.wizard:
        pool.wizards -= 1
        reason, hears = "the wizard's major ability", who_knows(battle)
        major = referee.roll(D6, reason, by=ENEMY, rule="HA-RULE-79", seen_by=hears).total
        yield "wizard", [("wizard", wizard(options, major))]


def _put_one(referee: Referee, battle: Battle, group: Group, kind: str, profile: Profile, x: int, y: int) -> None:
    """As near as it fits, out of sight if possible, more than 1" from all enemies (HA-RULE-84)."""
    spot = free_spot(
        battle, x, y, profile.radius, ENEMY, 400, lambda sx, sy: not visibility.spot_seen(battle, PARTY, sx, sy)
    )
    spot = spot or free_spot(battle, x, y, profile.radius, ENEMY, 1200)
    if spot is None:  # no room at all: it goes back to the pool
        return_to_pool(battle, kind, profile.strength)
        return
    figure = put(battle, group, f"{kind} {battle.made + 1}", profile, *spot)
    figure.by_marker = kind in ("guard", "polearm", "archer", "pict")  # HA-RULE-93: endless, so they score nothing
    figure.original = profile.strength
    if kind in ("warrior", "chief"):
        group.leader = figure.id
    if profile.wizard:
        figure.power = roll_power(referee, profile.wizard, ENEMY, who_knows(battle))


# Casualties


def recycle(battle: Battle) -> None:
    """HA-GEN-21, HA-RULE-91: at the end of a turn last turn's casualties go back to the pool, and this turn's wait for
    the next."""
    if battle.pool is None:
        return
    for word in battle.pool.waiting:
        kind, _, strength = word.partition(" ")
        return_to_pool(battle, kind, int(strength))
    battle.pool.waiting = [
        f"{kind_of(figure)} {figure.strength}" for figure in battle.figures if _is_casualty(battle, figure)
    ]


def _is_casualty(battle: Battle, figure: Figure) -> bool:
    return (
        figure.died == battle.turn
        and figure.state in CASUALTIES
        and bool(figure.group)
        and battle.group_of(figure).by_marker
    )


def kind_of(figure: Figure) -> str:
    """Which kind of the pool a figure is; names say it."""
    return figure.name.partition(" ")[0]


def return_to_pool(battle: Battle, kind: str, strength: int) -> None:
    """One figure is to be had again."""
    pool = battle.pool
    assert pool is not None
    if kind == "warrior":
        pool.warriors.append(strength)
    elif kind == "archer":
        pool.archers += 1
    elif kind == "wizard":
        pool.wizards += 1
    elif kind == "chief":
        pool.chiefs += 1
    else:
        pool.guards += 1
        pool.polearms += kind == "polearm"
