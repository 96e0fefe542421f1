"""Terrain: what each kind of ground and hexside does, and what a step over it costs."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from grognard.kernel.tally import Modifier

FORWARD = 1  # FO-MOVE-01
ASIDE = 2  # FO-MOVE-03
TURN = 1  # FO-MOVE-05: for each hexspine
ABOUT = {"foot": 1, "horse": 3, "beast": 3, "engine": 3}  # FO-MOVE-06
HAZARD = 2  # FO-MOVE-09 to 11: on top of the cost of the hex (FO-RULE-26)


class Ground(Struct, frozen=True):
    """One line of the terrain table (FO-RULE-67) for a whole hex. Hills are clear ground with a height."""

    extra: int = 0
    clear: bool = False
    cover: bool = False
    blocks_sight: bool = False
    impassable: bool = False
    narrow: bool = False  # a Narrow Way (FO-RULE-52)
    look: str = ""


GROUND: dict[str, Ground] = {
    "clear": Ground(clear=True),
    "road": Ground(clear=True, look="road"),
    "woods": Ground(extra=1, cover=True, blocks_sight=True, look="wood"),
    "rough": Ground(extra=1, look="rough"),
    "marsh": Ground(extra=1, look="mud"),
    "town": Ground(extra=1, cover=True, blocks_sight=True, look="building"),
    "works": Ground(extra=1, cover=True, blocks_sight=True, look="stone"),
    "ditch": Ground(extra=1, look="mud"),
    "bridge": Ground(narrow=True, look="bridge"),
    "gate": Ground(narrow=True, look="bridge"),
    "river": Ground(impassable=True, look="water"),
    "lake": Ground(impassable=True, look="water"),
    "cliff": Ground(impassable=True, look="stone"),
}
HEXSIDES = ("stream", "wall", "ford", "bridge", "gate")
CROSSINGS = ("ford", "bridge", "gate")  # they cancel the hazard of their hexside, and are Narrow Ways


def surcharge(ground: str, climb: int, downhill_rough: str) -> Iterator[Modifier]:
    """FO-MOVE-07, FO-RULE-25: one extra MP at most for the hex that is entered; FO-MOVE-08: none for going down."""
    if GROUND[ground].extra:
        if not (climb < 0 and downhill_rough == "free"):
            yield Modifier(1, ground, "FO-MOVE-07")
    elif climb > 0:
        yield Modifier(1, "uphill", "FO-MOVE-07")


def hazards(leaving: str, entering: str, hexsides: Iterable[str]) -> list[str]:
    """The hazards of one step (FO-MOVE-09 to 11); FO-RULE-26: bridges, fords and gates cancel those of their hexside, and the first and last let out of a ditch."""
    sides = list(hexsides)
    found = []
    if leaving == "ditch" and not any(side in ("bridge", "gate") for side in (*sides, entering)):
        found.append("ditch")  # FO-MOVE-10
    if not any(side in CROSSINGS for side in sides):
        found += [side for side in sides if side in ("wall", "stream")]  # FO-MOVE-09, FO-MOVE-11
    return found


def step_cost(
    leaving: str, entering: str, climb: int, hexsides: Iterable[str], downhill_rough: str
) -> tuple[int, int] | None:
    """What a step costs beyond its first MP, and how many task checks it needs; None into impassable ground."""
    if GROUND[entering].impassable:
        return None
    dangers = len(hazards(leaving, entering, hexsides))
    return sum(line.value for line in surcharge(entering, climb, downhill_rough)) + HAZARD * dangers, dangers
