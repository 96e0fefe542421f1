"""Push backs and what follows: blocked ways, pits, follow-ups, breaking off and relief."""

from grognard.games.high_adventure import charts
from grognard.games.high_adventure.asking import ask
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.contact import edge_of, face, fits, pin_near, stand
from grognard.games.high_adventure.cover import height_at
from grognard.games.high_adventure.figures import INCH, Effect, Figure, State
from grognard.games.high_adventure.mounted import unhorse
from grognard.games.high_adventure.movement import after_move
from grognard.games.high_adventure.orders import asks
from grognard.games.high_adventure.preparation import disturb
from grognard.games.high_adventure.things import Melee
from grognard.games.high_adventure.visibility import look_round
from grognard.games.high_adventure.wounds import suffer
from grognard.ground.measure import Spot, along, distance
from grognard.ground.paths import Going, Refusal, farthest
from grognard.ground.shapes import middle
from grognard.kernel.choice import Pick
from grognard.kernel.referee import Referee

BREAK_OFF = INCH  # HA-MEL-25
LEDGE = 2 * INCH  # HA-RULE-99


def thrown_to(battle: Battle, figure: Figure, tx: int, ty: int, length: int) -> tuple[Spot, Refusal | None]:
    """Where a figure that is pushed straight at a spot comes to a stop, and what stopped it: an object or any other figure."""
    others = tuple(other.disc for other in battle.figures if other.able and other is not figure)
    going = Going(battle.terrain, figure.radius, others, (), ignores_slow=True, ignores_obstacles=True)
    return farthest(going, figure.x, figure.y, tx, ty, length)


def push(referee: Referee, battle: Battle, loser: Figure, winner: Figure) -> bool:
    """PB: straight back one base depth (HA-MEL-19); a rider is dismounted instead (HA-MNT-04); blocked, it is one LW (HA-MEL-24)."""
    disturb(battle, loser)
    if loser.mounted:
        unhorse(referee, battle, loser, winner)
        return False
    depth = 2 * loser.radius
    tx, ty = along(loser.x, loser.y, loser.x - winner.x, loser.y - winner.y, depth)
    spot, stopped = thrown_to(battle, loser, tx, ty, depth + 1)
    if stopped is not None and stopped.feature is not None and stopped.feature.kind == "pit":
        fall(referee, battle, loser, middle(stopped.feature.shape), winner)
        return True
    if stopped is not None or distance(loser.x, loser.y, *spot) < depth - 2:
        referee.tell("cannot go back and is hurt", loser, rule="HA-MEL-24")
        suffer(referee, battle, loser, "LW", by=winner, rule="HA-MEL-24")
        return False
    high = height_at(battle, loser)
    stand(battle, loser, *spot)
    referee.tell("is pushed back", loser, rule="HA-MEL-19")
    if high - height_at(battle, loser) > LEDGE:
        fall(referee, battle, loser, spot, winner)
    look_round(battle)
    return True


def knock(referee: Referee, battle: Battle, figure: Figure, from_x: int, from_y: int, length: int) -> int:
    """Throw a figure straight back from a spot; what it hits stops it and costs one LW (HA-RULE-43). How far it went.

    A rider goes back with his mount. Near an enemy it is pinned, as this counts as a move (HA-RULE-17).
    """
    start = (figure.x, figure.y)
    tx, ty = along(*start, figure.x - from_x, figure.y - from_y, length)
    spot, stopped = thrown_to(battle, figure, tx, ty, length + 1)
    disturb(battle, figure)
    if stopped is not None and stopped.feature is not None and stopped.feature.kind == "pit":
        fall(referee, battle, figure, middle(stopped.feature.shape))
        return distance(*start, figure.x, figure.y)
    stand(battle, figure, *spot)
    gone = distance(*start, *spot)
    referee.tell('{0} is thrown back {1}"', figure, f"{gone / INCH:g}", rule="HA-MIN-09")
    if stopped is not None:
        suffer(referee, battle, figure, "LW", source="magic", rule="HA-RULE-43")
    if figure.able:
        pin_near(referee, battle, figure)
        after_move(referee, battle, figure)
    return gone


def fall(referee: Referee, battle: Battle, figure: Figure, spot: Spot, by: Figure | None = None) -> None:
    """Into a pit or off a ledge: a W, and it lies there until it has spent a turn climbing out (HA-RULE-99)."""
    stand(battle, figure, *spot)
    referee.tell("falls", figure, rule="HA-RULE-99")
    if not figure.effect("pit"):
        figure.effects.append(Effect("pit", since=battle.turn))
    suffer(referee, battle, figure, "W", by=by, rule="HA-RULE-99")


# The winner's part


def can_follow_up(figure: Figure) -> bool:
    """A winner engaged with another enemy cannot follow up (HA-RULE-21)."""
    return figure.able and not figure.engaged and not figure.fleeing and not figure.helpless


def follow_up(referee: Referee, battle: Battle, winner: Figure, loser: Figure) -> None:
    """The winner may follow a pushed loser into contact (HA-MEL-19)."""
    if not can_follow_up(winner) or not loser.able or loser.engaged:
        return
    if asks(battle, winner):
        wanted = referee.may(
            winner.side, f"Does {winner.name} follow up {loser.name}?", rule="HA-MEL-19", about=(winner.id, loser.id)
        )
    else:
        wanted = charts.follows_up(battle, winner)
    if not wanted:
        return
    room = winner.radius + loser.radius
    apart = distance(winner.x, winner.y, loser.x, loser.y)
    spot = along(winner.x, winner.y, loser.x - winner.x, loser.y - winner.y, max(0, apart - room))
    if distance(*spot, loser.x, loser.y) < room:
        spot = along(winner.x, winner.y, loser.x - winner.x, loser.y - winner.y, max(0, apart - room - 1))
    if fits(battle, winner, *spot, loser):
        stand(battle, winner, *spot)
        face(winner, loser.x, loser.y)
        referee.tell("follows up", winner, rule="HA-MEL-19")
        look_round(battle)


def beat_all(battle: Battle, figure: Figure, melees: list[Melee]) -> bool:
    """Did its modified score beat every enemy in contact with it (HA-MEL-25, HA-RULE-23)? A tie is no beaten enemy (HA-RULE-81); the helpless beat nobody."""
    if figure.helpless:
        return False
    own = [melee for melee in melees if figure.id in (melee.one, melee.other) and melee.thrown]
    return bool(own) and all(melee.winner == figure.id for melee in own)


def may_break_off(scores: list[tuple[int, int]], room: int) -> bool:
    """The same from the scores: own and enemy's in each melee, and the room behind in hundredths."""
    return bool(scores) and all(own > theirs for own, theirs in scores) and room >= BREAK_OFF


def way_off(battle: Battle, figure: Figure) -> Spot | None:
    """Where breaking off takes it: 1" directly away from those it touches; None without room."""
    foes = [battle.figure(id) for id in figure.engaged]
    if not foes:
        return None
    fx, fy = sum(foe.x for foe in foes), sum(foe.y for foe in foes)
    dx, dy = figure.x * len(foes) - fx, figure.y * len(foes) - fy
    if not dx and not dy:
        return None
    tx, ty = along(figure.x, figure.y, dx, dy, BREAK_OFF)
    spot, stopped = thrown_to(battle, figure, tx, ty, BREAK_OFF + 1)
    return None if stopped is not None or distance(figure.x, figure.y, *spot) < BREAK_OFF - 2 else spot


def relief_for(battle: Battle, figure: Figure) -> list[Figure]:
    """Friends directly behind him who may take his place (HA-MEL-26)."""
    return [
        friend
        for friend in battle.able(figure.side)
        if friend is not figure
        and not friend.engaged
        and not friend.helpless
        and not friend.mounted
        and not figure.mounted
        and friend.radius == figure.radius
        and distance(figure.x, figure.y, friend.x, friend.y) <= figure.radius + friend.radius + BREAK_OFF
        and edge_of(figure, friend.x, friend.y) == "rear"
    ]


STAY = Pick("fight on")
AWAY = Pick("break off", 'Break off: 1" straight away')


def break_off(referee: Referee, battle: Battle, figure: Figure) -> None:
    """A figure that beat everybody may break off, or be relieved (HA-MEL-25, HA-MEL-26). A combat result: it costs no movement."""
    if not figure.able or not figure.engaged:
        return
    spot = way_off(battle, figure)
    friends = relief_for(battle, figure)
    if spot is None and not friends:
        return
    if not asks(battle, figure):
        if spot is not None and charts.breaks_off(battle, figure):
            leave_contact(referee, battle, figure, spot)
        return
    options = [
        STAY,
        *([AWAY] if spot else []),
        *(Pick(f"relieved by {f.id}", f"Relieved by {f.name}", f.id) for f in friends),
    ]
    picked = ask(
        referee, figure.side, f"{figure.name} has the better of it", options, rule="HA-MEL-25", about=(figure.id,)
    )
    if picked is AWAY and spot is not None:
        leave_contact(referee, battle, figure, spot)
    elif picked is not STAY:
        relieve(referee, battle, figure, battle.figure(picked.piece))


def leave_contact(referee: Referee, battle: Battle, figure: Figure, spot: Spot) -> None:
    stand(battle, figure, *spot)
    referee.tell("breaks off", figure, rule="HA-MEL-25")
    look_round(battle)


def relieve(referee: Referee, battle: Battle, figure: Figure, friend: Figure) -> None:
    """The friend behind takes his place in contact (HA-MEL-26)."""
    here, there = (figure.x, figure.y), (friend.x, friend.y)
    friend.facing = figure.facing
    figure.state = State.DISABLED  # for a moment out of the way of the two moves
    stand(battle, friend, *here)
    figure.state = State.ABLE
    stand(battle, figure, *there)
    referee.tell("is relieved by", figure, friend, rule="HA-MEL-26")
