"""Enemy force generation: what comes, at which marker, out of which figures (HA-GEN)."""

from msgspec import Struct

from grognard.games.high_adventure.options import Options

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
ROW_OF_TOTAL = (0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 7, 1, 1, 2, 3, 4, 5, 6)  # HA-GEN-09: both columns of totals, 0 to 21


class Stock(Struct, frozen=True, gc=False):
    """The figures that are left to arrive (HA-RULE-91)."""

    guards: int = PLENTY
    polearms: int = PLENTY
    archers: int = PLENTY
    warriors: tuple[int, ...] = (2, 3)
    wizards: int = PLENTY


def arrival_total(die: int, value: int, contact: bool) -> int:
    """The modified total: -1 before contact (HA-GEN-05), + the value in sight beyond the first point (HA-GEN-06, HA-RULE-61)."""
    return die + value - 1 - (0 if contact else 1)


def arriving_force(options: Options, die: int, total: int, party_strength: int, picts: bool, stock: Stock) -> tuple[Force, str]:
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
    """HA-GEN-02: doubled for a large party, but not special characters (HA-RULE-59); picts have a chief for a wizard (HA-GEN-17)."""
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
