"""Forces that arrive: the chart, what is left to arrive from, and how generated figures are equipped (HA-GEN)."""

from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct

from grognard.games.high_adventure.creatures import move_of
from grognard.games.high_adventure.figures import Armour, Profile, Weapon
from grognard.games.high_adventure.options import Options
from grognard.kernel.tally import Modifier, Tally

PLENTY = 99


class Force(Struct, frozen=True, gc=False):
    """What arrives. `polearms` are among the guards; `warrior` is his Strength, 0 for none."""

    guards: int = 0
    polearms: int = 0
    archers: int = 0
    warrior: int = 0
    wizard: int = 0
    chief: int = 0

    @property
    def anything(self) -> bool:
        return bool(self.guards or self.archers or self.warrior or self.wizard or self.chief)


NOTHING = Force()  # HA-GEN-10
ROWS: tuple[tuple[str, Force], ...] = (  # the chart from its top row down; "not enough figures" goes up it (HA-GEN-20)
    ("HA-GEN-10", NOTHING),
    ("HA-GEN-11", Force(guards=2)),
    ("HA-GEN-12", Force(guards=4, polearms=1)),
    ("HA-GEN-13", Force(guards=4, archers=1)),
    ("HA-GEN-14", Force(guards=6)),
    ("HA-GEN-15", Force(guards=4, warrior=2)),
    ("HA-GEN-16", Force(guards=4, warrior=3)),
    ("HA-GEN-17", Force(wizard=1)),
)
ROW_OF_TOTAL = (
    0,
    0,
    0,
    0,
    0,
    0,
    1,
    1,
    2,
    2,
    3,
    4,
    5,
    6,
    7,
    1,
    1,
    2,
    3,
    4,
    5,
    6,
)  # HA-GEN-09: both columns of totals, 0 to 21


class Stock(Struct, frozen=True, gc=False):
    """The figures that are left to arrive (HA-RULE-91)."""

    guards: int = PLENTY
    polearms: int = PLENTY
    archers: int = PLENTY
    warriors: tuple[int, ...] = (2, 3)
    wizards: int = PLENTY


def arrival_modifiers(value: int, contact: bool) -> Iterator[Modifier]:
    """What is added to the D6: -1 before contact, and the value of markers in sight beyond the first point."""
    if not contact:
        yield Modifier(-1, "no contact yet", "HA-GEN-05")  # HA-RULE-83
    yield Modifier(value - 1, "markers in sight", "HA-GEN-06")  # HA-RULE-61


def chance_of_arrivals(value: int, contact: bool) -> Fraction:
    """HA-RULE-106: how likely a force is in a turn with so much value in sight, for whoever places markers (HA-GEN-03)."""
    more = Tally(arrival_modifiers(value, contact)).total
    comes = [arriving_force(Options(), die, die + more, 0, False, Stock())[0].anything for die in range(1, 7)]
    return Fraction(sum(comes), 6)


def arriving_force(
    options: Options, die: int, total: int, party_strength: int, picts: bool, stock: Stock
) -> tuple[Force, str]:
    """What this total brings out of this stock, and the row of the chart that it is."""
    if die == 1:
        return NOTHING, "HA-GEN-07"
    for force, rule in _results_downwards(options, total, party_strength > 12, picts):
        fitted = _fitted(force, stock)
        if fitted is not None:
            return fitted, rule
    return NOTHING, "HA-GEN-21"


def _results_downwards(options: Options, total: int, doubled: bool, picts: bool) -> list[tuple[Force, str]]:
    """HA-GEN-20: the result of this total and the next lower ones, in order, as far as "nothing"."""
    total = max(0, min(total, 21))  # HA-RULE-62
    rows: list[tuple[Force, str]] = []
    if total >= 15 and options.high_totals == "escort":
        for higher in range(total, 14, -1):
            rule, row = ROWS[ROW_OF_TOTAL[higher]]
            rows.append((_with_wizard(row), rule))
        total = 14
    rows += [(row, rule) for rule, row in reversed(ROWS[: ROW_OF_TOTAL[total] + 1])]
    return [(_as_played(row, doubled, picts), rule) for row, rule in rows]


def _with_wizard(row: Force) -> Force:
    """HA-RULE-62, `escort`: the wizard of 14 and the force in that row."""
    return Force(row.guards, row.polearms, row.archers, row.warrior, 1)


def _as_played(row: Force, doubled: bool, picts: bool) -> Force:
    """HA-GEN-02: doubled for a large party, but not special characters (HA-RULE-59); picts have a chief for a wizard
    (HA-GEN-17)."""
    times = 2 if doubled else 1
    return Force(
        row.guards * times,
        row.polearms * times,
        row.archers * times,
        row.warrior,
        0 if picts else row.wizard,
        row.wizard if picts else 0,
    )


def _fitted(force: Force, stock: Stock) -> Force | None:
    """The force if the stock has the figures for it; polearms as far as there are any (HA-RULE-59)."""
    if force.guards > stock.guards or force.archers > stock.archers or force.wizard + force.chief > stock.wizards:
        return None
    if force.warrior and force.warrior not in stock.warriors:
        return None
    return Force(
        force.guards, min(force.polearms, stock.polearms), force.archers, force.warrior, force.wizard, force.chief
    )


# How they are equipped (HA-RULE-59)


def _man(options: Options, armour: Armour, *weapons: Weapon, shield: bool = False) -> Profile:
    """The Human profile (HA-CRE-01); a guard or basic warrior is Strength 1, WSk 0 (HA-GEN-18)."""
    return Profile(armour=armour, move=move_of(options, "human"), weapons=weapons, shield=shield)


def guard(options: Options) -> Profile:
    """Padded, shield, spear."""
    return _man(options, Armour.PADDED, Weapon("spear"), shield=True)


def polearm_guard(options: Options) -> Profile:
    """As a guard, but a polearm and no shield."""
    return _man(options, Armour.PADDED, Weapon("polearm", "polearm", two_handed=True))


def archer(options: Options) -> Profile:
    """Unarmoured, bow and knife."""
    return _man(options, Armour.UNARMOURED, Weapon("bow", "bow", two_handed=True), Weapon("knife"))


def pict(options: Options, javelins: bool) -> Profile:
    """HA-GEN-19: WSk 1, Unarmoured; half of them have javelins to hurl."""
    spear = Weapon("spear", skill=1)
    return _man(options, Armour.UNARMOURED, *((Weapon("javelins", "hurled", 1), spear) if javelins else (spear,)))


def warrior(options: Options, strength: int) -> Profile:
    """HA-GEN-15, HA-GEN-16: in Mail; Strength 2 with sword and shield, Strength 3 with a two-handed axe."""
    weapon = Weapon("two-handed axe", skill=2, two_handed=True) if strength >= 3 else Weapon("sword", skill=2)
    return Profile(
        "human", 4, strength, 2, 3, 4, Armour.MAIL, move_of(options, "human"), weapons=(weapon,), shield=strength < 3
    )


def chief(options: Options) -> Profile:
    """HA-GEN-17: a tribal chief, as the Strength 2 warrior but Padded."""
    return Profile(
        "human", 4, 2, 2, 3, 4, Armour.PADDED, move_of(options, "human"), weapons=(Weapon("axe", skill=2),), shield=True
    )


MAJORS = ("Wind storm", "Start fire", "Freeze", "Petrify", "Summon", "Control")  # HA-RULE-79: by D6


def wizard(options: Options, die: int) -> Profile:
    """HA-RULE-79: a generated Wizard, his major ability by a D6."""
    staff = Weapon("staff", skill=1, smashing=True)
    return Profile(
        "human", 3, 1, 3, 5, 4, Armour.UNARMOURED, move_of(options, "human"), weapons=(staff,),
        abilities=(MAJORS[die - 1], "Knock back", "Smoke"), wizard="Wizard",
    )  # fmt: skip
