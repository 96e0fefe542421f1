"""The companion's roster: units entered in one line each, "red: Spears, battle foot, 24 of 24, MV 8, Drilled, general"."""

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct

from grognard.errors import IllegalChoice
from grognard.games.war_and_conquest.battle import Battle, Unit
from grognard.games.war_and_conquest.troops import Formation, Kind, Profile, Trait
from grognard.kernel.choice import Option, Pick

FORM = '"red: Spears, battle foot, 24 of 24, MV 8, Drilled, general"'
MOST_UNITS = 60
BEGIN = Pick("begin", "The roster is complete")
EXAMPLES = (
    ("Shield wall", "battle foot, 24 of 24, MV 8, general"),
    ("Warband", "battle foot, 25 of 25, MV 7, Undisciplined"),
    ("Riders", "battle mounted, 10 of 10, MV 7"),
    ("Javelins", "skirmish foot, 10 of 10, MV 6"),
)


class RosterLine(Option, frozen=True, gc=False):
    """A unit as it was typed."""

    line: str

    @property
    def key(self) -> str:
        return self.line

    @property
    def words(self) -> str:
        return self.line


class Entered(Struct, frozen=True):
    """What a line of the roster says (WC-COMP-01)."""

    side: str
    name: str
    formation: Formation
    kind: Kind
    models: int
    start: int
    mv: int
    traits: tuple[Trait, ...]
    general: bool
    personality: bool


def read_line(battle: Battle, line: str) -> Entered:
    """A line of the roster, checked; IllegalChoice says what is wrong with it."""
    side, colon, rest = line.partition(":")
    parts = [part.strip() for part in rest.split(",")]
    if not colon or side.strip() not in [each.id for each in battle.sides] or len(parts) < 4:
        raise IllegalChoice(f"write a unit like {FORM}", "WC-COMP-01")
    name, what, strength, morale, *more = parts
    if not name or any(unit.name.lower() == name.lower() for unit in battle.units):
        raise IllegalChoice("every unit needs a name of its own", "WC-COMP-01")
    formation, kind = _formation(what)
    models, start = _strength(strength)
    mv = morale.upper().removeprefix("MV").strip()
    if not mv.isdigit() or not 2 <= int(mv) <= 12:
        raise IllegalChoice("the Morale value is a number from 2 to 12: MV 8", "WC-COMP-01")
    unknown = [word for word in more if word not in ("Drilled", "Undisciplined", "general", "personality")]
    if unknown:
        raise IllegalChoice(f"{unknown[0]!r} is none of: Drilled, Undisciplined, general, personality", "WC-COMP-01")
    if "general" in more and battle.side(side.strip()).general:
        raise IllegalChoice("an army has one general", "WC-OFIELD-04")
    traits: tuple[Trait, ...] = tuple(word for word in ("Drilled", "Undisciplined") if word in more)
    return Entered(
        side.strip(), name, formation, kind, models, start, int(mv), traits, "general" in more, "personality" in more
    )


def _formation(what: str) -> tuple[Formation, Kind]:
    words: list[Any] = what.lower().split()
    formation: Formation | None = next((word for word in ("battle", "skirmish") if word in words), None)
    kind: Literal["foot", "mounted"] | None = next((word for word in ("foot", "mounted") if word in words), None)
    if formation is None or kind is None or len(words) != 2:
        raise IllegalChoice("say battle or skirmish, and foot or mounted: battle foot", "WC-COMP-01")
    return formation, kind


def _strength(text: str) -> tuple[int, int]:
    words = text.lower().replace("of", " ").split()
    if len(words) not in (1, 2) or not all(word.isdigit() for word in words):
        raise IllegalChoice("say how many models are left of how many: 20 of 24", "WC-COMP-01")
    models, start = int(words[0]), int(words[-1])
    if not 1 <= models <= start <= 500:
        raise IllegalChoice("there are 1 to 500 models, and no more than there were at the start", "WC-COMP-01")
    return models, start


def enlist(battle: Battle, line: RosterLine) -> Unit:
    """Put a unit of the roster into the battle."""
    entered = read_line(battle, line.line)
    profile = Profile(
        formation=entered.formation,
        kind=entered.kind,
        mv=entered.mv,
        traits=entered.traits,
        personality=entered.personality,
    )
    id = "_".join(entered.name.lower().split())
    unit = Unit(
        id,
        entered.side,
        entered.name,
        profile,
        entered.start,
        entered.models,
        entered.models,
        round_start=entered.models,
    )
    battle.units.append(unit)
    if entered.general:
        side = battle.side(entered.side)
        side.general, side.general_state = id, "able"
    return unit


class Roster(Sequence[Option]):
    """The options of a question for a unit: any line of that form, of which a few are listed; and "begin" when both sides have a unit."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        used = [unit.name for unit in battle.units]
        levy = (f"Levy {len(battle.units) + 1}", "battle foot, 20 of 20, MV 6")
        lines = [(side, f"{side.name} {name}", rest) for side in battle.sides for name, rest in (*EXAMPLES, levy)]
        fresh = [
            RosterLine(f"{side.id}: {name}, {rest.replace(', general', '') if side.general else rest}")
            for side, name, rest in lines
            if name not in used
        ]
        ready = all(any(unit.side == side.id for unit in battle.units) for side in battle.sides)
        self._listed: list[Option] = [*([BEGIN] if ready else []), *fresh]

    def find(self, key: str) -> Option:
        for option in self._listed:
            if option.key == key:
                return option
        if key.strip().lower() == BEGIN.key:
            raise IllegalChoice("both sides need a unit first", "WC-COMP-01")
        read_line(self.battle, key)
        return RosterLine(key)

    def __len__(self) -> int:
        return len(self._listed)

    def __getitem__(self, index: Any) -> Any:
        return self._listed[index]
