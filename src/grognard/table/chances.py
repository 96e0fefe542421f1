"""Odds as the page reads them: outcomes in words, each with its chance."""

from fractions import Fraction
from typing import Any

from grognard.kernel.best import Solution
from grognard.kernel.odds import Distribution
from grognard.kernel.samples import Estimate
from grognard.table.catalogue import plain
from grognard.table.wire import Chance, OddsResult


def chances(odds: list[tuple[str, Fraction]]) -> list[Chance]:
    """Odds as the wire writes them."""
    return [Chance(words, round(float(chance), 6), str(chance)) for words, chance in odds]


def present(title: str, result: Any) -> OddsResult:
    """An answer to an odds question, whatever kind it is, as outcomes with chances."""
    if isinstance(result, Distribution):
        items = list(result.items())
        numbers = all(isinstance(outcome, int | Fraction) and not isinstance(outcome, bool) for outcome, _ in items)
        if numbers:
            items.sort(key=lambda item: item[0])
        mean = result.mean() if numbers and items else None
        shown = [Chance(spoken(outcome), round(float(chance), 9), str(chance)) for outcome, chance in items]
        return OddsResult(title, shown, mean="" if mean is None else f"{float(mean):.3f} ({mean})")
    if isinstance(result, Solution):
        notes = [f"Value {result.value} ({float(result.value):.4f})"]
        shown = [
            Chance(f"{advice.side}: {key}", round(float(share), 9), str(share))
            for advice in result.advice
            for key, share in (advice.mix or advice.values).items()
        ]
        return OddsResult(title, shown, notes=notes)
    if isinstance(result, dict):
        return _present_dict(title, result)
    if isinstance(result, Fraction):
        return OddsResult(
            title,
            [
                Chance("yes", round(float(result), 9), str(result)),
                Chance("no", round(float(1 - result), 9), str(1 - result)),
            ],
        )
    if isinstance(result, tuple | list):
        return _present_dict(title, {str(place + 1): item for place, item in enumerate(result)})
    return OddsResult(title, [], notes=[str(result)])


def _present_dict(title: str, result: dict[Any, Any]) -> OddsResult:
    shown, notes, sampled = [], [], ""
    for outcome, value in result.items():
        if isinstance(value, Estimate):
            shown.append(Chance(f"{spoken(outcome)}: {value}", value.chance, f"{value.times}/{value.plays}"))
            sampled = f"sampled, {value.plays:,} plays"
        elif isinstance(value, Fraction):
            shown.append(Chance(spoken(outcome), round(float(value), 9), str(value)))
        elif isinstance(value, Distribution):
            notes.append(
                f"{spoken(outcome)}: "
                + ", ".join(f"{spoken(key)} {float(chance):.1%}" for key, chance in value.items())
            )
        else:
            notes.append(f"{spoken(outcome)}: {value}")
    return OddsResult(title, shown, sampled=sampled, notes=notes)


def spoken(outcome: Any) -> str:
    """An outcome in words."""
    if isinstance(outcome, tuple):
        return ", ".join(map(spoken, outcome))
    if outcome is None:
        return "nothing"
    words = getattr(outcome, "words", None)
    return words if isinstance(words, str) else plain(outcome).replace("_", " ")
