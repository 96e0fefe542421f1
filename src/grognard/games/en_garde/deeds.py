"""Special actions: what the scenario and the scenery allow besides fighting (EG-RULE-15)."""

from collections.abc import Iterator

from grognard.games.en_garde.battle import Battle, Deed, Figure
from grognard.games.en_garde.falls import fall
from grognard.ground.gaps import near_spot, spot_gap
from grognard.ground.open_table import has_room
from grognard.kernel.battle import Outcome
from grognard.kernel.choice import Pick
from grognard.kernel.dice import D6
from grognard.kernel.referee import Referee
from grognard.kernel.tally import Modifier, Tally

TAKE_REACH = 100
PLINTH = 100  # what more one reaches over the edge of something impassable


def deeds_for(battle: Battle, figure: Figure) -> Iterator[Deed]:
    """Everything special that this model could do where it stands."""
    if not battle.field.deeds and not battle.field.prizes:
        return
    for prize, (x, y) in battle.lying.items() if not figure.carries else ():
        if is_near(figure, x, y, TAKE_REACH + PLINTH) and spot_gap(figure.disc, x, y) <= TAKE_REACH + _plinth(
            battle, prize
        ):
            yield Deed("take", f"pick up the {prize}", x, y)
    if figure.carries and _friends_in_contact(battle, figure):
        yield Deed("give", f"hand over the {figure.carries}")
    for deed in battle.field.deeds:
        if deed.name in battle.done or deed.side not in ("", figure.side):
            continue
        if not is_near(figure, deed.x, deed.y, deed.reach):
            continue
        if (deed.kind != "swing" or _can_land(battle, figure, deed)) and (
            deed.kind != "door" or _door_moves(battle, deed)
        ):
            yield deed


def is_near(figure: Figure, x: int, y: int, reach: int) -> bool:
    """Whether a spot is no farther than this from the model's base."""
    dx, dy, most = figure.x - x, figure.y - y, reach + figure.radius
    return dx * dx + dy * dy <= most * most


def _plinth(battle: Battle, prize: str) -> int:
    """A prize that lies on something impassable is reached over its edge."""
    thing = next(thing for thing in battle.field.prizes if thing.name == prize)
    x, y = battle.lying[prize]
    return PLINTH if (x, y) == (thing.x, thing.y) and battle.terrain.is_solid(x, y, 0) else 0


def _friends_in_contact(battle: Battle, figure: Figure) -> list[Figure]:
    return [
        other
        for other in battle.standing(figure.side)
        if other is not figure
        and not other.carries
        and (other.x - figure.x) ** 2 + (other.y - figure.y) ** 2 <= (figure.radius + other.radius + 10) ** 2
    ]


def _can_land(battle: Battle, figure: Figure, deed: Deed) -> bool:
    return has_room(*deed.to, figure.radius, (other.disc for other in battle.standing() if other is not figure))


def _door_moves(battle: Battle, deed: Deed) -> bool:
    """A shut door can be opened or broken, an open one be barred if nobody stands in it."""
    door = battle.terrain.named(deed.opens)
    if not bars(deed):
        return door.impassable
    return not door.impassable and not any(
        near_spot(door.shape, figure.x, figure.y, figure.radius) for figure in battle.standing()
    )


def bars(deed: Deed) -> bool:
    """Whether a deed at a door shuts it, by its name: "bar the gate"."""
    return deed.name.startswith("bar")


def do_deed(referee: Referee, battle: Battle, figure: Figure, deed: Deed) -> None:
    """One special action is one activation."""
    if deed.kind == "take":
        take(referee, battle, figure, deed)
    elif deed.kind == "give":
        hand_over(referee, battle, figure)
    elif deed.kind == "swing":
        swing(referee, battle, figure, deed)
    else:
        attempt(referee, battle, figure, deed)


def take(referee: Referee, battle: Battle, figure: Figure, deed: Deed) -> None:
    """Pick up a prize."""
    prize = next(name for name, (x, y) in battle.lying.items() if (x, y) == (deed.x, deed.y))
    del battle.lying[prize]
    figure.carries = prize
    figure.hiding = False
    referee.tell("{} picks up the {}", figure, prize, rule="EG-RULE-15")


def hand_over(referee: Referee, battle: Battle, figure: Figure) -> None:
    """Hand a prize to a friend in contact."""
    friends = _friends_in_contact(battle, figure)
    friend = friends[0]
    if len(friends) > 1:
        options = [Pick(other.id, other.name, other.id) for other in friends]
        key = referee.choose(
            figure.side, f"who takes the {figure.carries}?", options, rule="EG-RULE-15", about=(figure.id,)
        ).key
        friend = battle.figures[key]
    friend.carries, figure.carries = figure.carries, ""
    referee.tell("{} hands {} the {}", figure, friend, friend.carries, rule="EG-RULE-15")


def swing(referee: Referee, battle: Battle, figure: Figure, deed: Deed) -> None:
    """On a rope: a 1 falls; an Acrobat may roll again (EG-RULE-66)."""
    die = referee.roll(D6, f"{figure.name} swings on the rope", by=figure.side, rule="EG-RULE-15").total
    if (
        die == 1
        and figure.has("Acrobat")
        and referee.may(figure.side, f"{figure.name} slips: roll again?", rule="EG-RULE-66", about=(figure.id,))
    ):
        die = referee.roll(D6, f"{figure.name} swings again", by=figure.side, rule="EG-RULE-66").total
    figure.hiding = False
    if die == 1:
        referee.tell("{} slips off the rope", figure, rule="EG-RULE-15")
        fall(referee, battle, figure, deed.height)
        return
    figure.x, figure.y = deed.to
    referee.tell("{} swings across", figure, rule="EG-RULE-15")


def attempt(referee: Referee, battle: Battle, figure: Figure, deed: Deed) -> bool:
    """A deed at a place, with a D6 where it needs one; whether it was done."""
    modifiers = Tally(deed_modifiers(battle, figure, deed))
    if deed.needs:
        roll = referee.roll(D6, f"{figure.name}: {deed.name}", by=figure.side, rule="EG-RULE-15")
        if roll.total + modifiers.total < deed.needs:
            referee.tell("{} fails: {}", figure, deed, because=modifiers, rule="EG-RULE-15")
            return False
    referee.tell("{} succeeds: {}", figure, deed, because=modifiers, rule="EG-RULE-15")
    finish_deed(battle, figure, deed)
    return True


def deed_modifiers(battle: Battle, figure: Figure, deed: Deed) -> Iterator[Modifier]:
    """EG-RULE-15: +1 for each helper, +1 for a Brute, where helpers count."""
    if deed.helpers:
        helpers = [
            other
            for other in battle.standing(figure.side)
            if other is not figure and spot_gap(other.disc, deed.x, deed.y) <= deed.reach
        ]
        yield Modifier(len(helpers), "helpers", "EG-RULE-15")
        yield Modifier(int(figure.has("Brute")), "brute", "EG-RULE-66")


def finish_deed(battle: Battle, figure: Figure, deed: Deed) -> None:
    """What a deed changes: a door, points, or the whole battle."""
    if deed.kind == "door":
        battle.field = battle.field.with_barred(deed.opens) if bars(deed) else battle.field.with_open(deed.opens)
    else:
        battle.done.append(deed.name)
    battle.side(figure.side).scored += deed.points
    if deed.wins:
        battle.outcome = Outcome(figure.side, f"{figure.name}: {deed.name}", "EG-RULE-71")
