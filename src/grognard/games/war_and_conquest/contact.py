"""Base contact: how a unit comes flush against another, who touches whom, and how they are parted again."""

from collections.abc import Iterator

from grognard.games.war_and_conquest.battle import Battle, Contact, Face, Unit
from grognard.games.war_and_conquest.footprint import body, body_gap, may_be_within, put
from grognard.games.war_and_conquest.room import is_clear, others_near, standing_of
from grognard.ground.measure import SCALE
from grognard.ground.ranks import ahead_and_aside, face_length, flush, front_middle, frontage, side_of
from grognard.ground.shapes import Slab, corners

TOUCH = 2  # hundredths that rounding may leave between two bodies in contact
LEAST_SHARED = 50  # so much of a side must be shared for two bodies to be in contact and not corner to corner
STEP = 50


def flush_place(battle: Battle, unit: Unit, target: Unit, face: Face) -> Slab | None:
    """Where the unit comes flush with that face of the target, shifted along it only as far as room demands; None if there is no room (WC-OCHARGE-06)."""
    own, theirs = body(unit), body(target)
    others = others_near(battle, target, own.width + own.depth)
    standing = standing_of([*(other for other in others if other is not unit), target])
    for shift in _shifts(own.width + face_length(theirs, face)):
        place = flush(own, theirs, face, shift)
        if shared(theirs, place, face) >= 100 and is_clear(battle, place, standing):
            return place
    return None


def _shifts(reach: int) -> Iterator[int]:
    yield 0
    for shift in range(STEP, reach, STEP):
        yield shift
        yield -shift


def shared(slab: Slab, other: Slab, face: Face) -> int:
    """How much of that side of a body the other covers."""
    if face in ("front", "rear"):
        return frontage(slab, other)
    ahead = [ahead_and_aside(slab, x, y)[0] for x, y in corners(other)]
    low, high = max(2 * min(ahead), -slab.depth * SCALE), min(2 * max(ahead), slab.depth * SCALE)
    return max(0, (high - low) // (2 * SCALE))


def engage(battle: Battle, unit: Unit, target: Unit, face: Face, place: Slab) -> None:
    """Set the unit down in contact with the target, and note everybody else whom it touches there."""
    put(battle, unit, *front_middle(place), place.facing)
    touch(battle, unit, target, "front", face)
    for other in battle.units:
        if (
            other.side == unit.side
            or other is target
            or other.where != "table"
            or not stands_firm(other)
            or not may_be_within(unit, other, TOUCH)
        ):
            continue
        slab = body(other)
        if body_gap(place, slab) <= TOUCH:
            own_face = side_of(place, slab.x, slab.y)
            if shared(place, slab, own_face) >= LEAST_SHARED:  # type: ignore[arg-type]
                touch(battle, unit, other, own_face, side_of(slab, place.x, place.y))  # type: ignore[arg-type]


def stands_firm(unit: Unit) -> bool:
    """Can it be met in combat: is it neither fleeing nor about to flee?"""
    return not (unit.fleeing or unit.broke or unit.running)


def touch(battle: Battle, one: Unit, other: Unit, one_face: Face = "front", other_face: Face = "front") -> None:
    """The two are in base contact from now on."""
    battle.contacts.append(Contact(one.id, other.id, one_face, other_face))
    one.engaged = other.engaged = True


def part(battle: Battle, unit: Unit) -> None:
    """The unit is in contact with nobody any more."""
    battle.contacts = [contact for contact in battle.contacts if unit.id not in (contact.one, contact.other)]


def face_to(battle: Battle, unit: Unit, foe: Unit) -> Face:
    """The face of a unit on which it touches that foe."""
    for contact in battle.contacts:
        if contact.one == unit.id and contact.other == foe.id:
            return contact.one_face
        if contact.other == unit.id and contact.one == foe.id:
            return contact.other_face
    return "front"


def refresh_engaged(battle: Battle) -> None:
    """Who is engaged, by who touches whom."""
    touched = dict.fromkeys(id for contact in battle.contacts for id in (contact.one, contact.other))
    for unit in battle.units:
        unit.engaged = unit.id in touched


def files_in_contact(battle: Battle, unit: Unit, foe: Unit) -> int:
    """How many files of the unit's front touch a foe: all of them in a frontal fight (WC-OFIGHT-02), else as many as the foe's side covers."""
    files = min(unit.files, unit.models)
    if battle.companion or face_to(battle, foe, unit) == "front":
        return files
    return max(1, min(files, -(-frontage(body(unit), body(foe)) // (body(unit).width // unit.files))))
