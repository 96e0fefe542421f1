"""Answers as people read them: fractions, percentages and bars; or as data."""

import json
from fractions import Fraction
from typing import Any

from grognard.kernel.best import Solution
from grognard.kernel.odds import Distribution
from grognard.kernel.samples import Estimate
from grognard.lab.effects import Effect
from grognard.lab.feuds import Feuds
from grognard.lab.simulate import Results

BAR = 30
SHORT = 10**7  # a fraction with more than this below the line is shown as a percentage only


def percent(chance: Fraction) -> str:
    """A chance as a percentage; never rounded to what it is not."""
    value = float(chance) * 100
    if chance in (0, 1):
        return f"{value:.0f} %"
    shown = f"{value:.2f}"
    return f"{'<0.01' if shown == '0.00' else '>99.99' if shown == '100.00' else shown} %"


def fraction(chance: Fraction) -> str:
    return str(chance) if chance.denominator <= SHORT else ""


def bar(chance: Fraction) -> str:
    eighths = round(float(chance) * BAR * 8)
    return "█" * (eighths // 8) + ("" if eighths % 8 == 0 else "▏▎▍▌▋▊▉"[eighths % 8 - 1])


def as_text(answer: Any, colour: bool = False, indent: str = "") -> str:
    """Any answer of a question as lines of text."""
    if isinstance(answer, Distribution):
        width = max((len(str(outcome)) for outcome in answer), default=0)
        rows = sorted(answer.items(), key=lambda row: -row[1])
        return "\n".join(
            f"{indent}{outcome!s:{width}}  {percent(chance):>8}  {bar(chance):{BAR}}  {fraction(chance)}"
            for outcome, chance in rows
        )
    if isinstance(answer, Fraction):
        return (
            f"{indent}{percent(answer)}  {fraction(answer)}"
            if 0 <= answer <= 1
            else f"{indent}{float(answer):.4f}  {fraction(answer)}"
        )
    if isinstance(answer, Solution):
        lines = [f"{indent}value {float(answer.value):.4f}  {fraction(answer.value)}"]
        for advice in answer.advice:
            lines.append(f"{indent}{advice.side}: {advice.text}")
            lines += [
                f"{indent}  {key}: {float(value):.4f}" + (f", play it {percent(advice.mix[key])}" if advice.mix else "")
                for key, value in advice.values.items()
            ]
        return "\n".join(lines)
    if isinstance(answer, Estimate):
        return f"{indent}{answer}"
    if isinstance(answer, dict):
        return "\n".join(_entry(name, value, colour, indent) for name, value in answer.items())
    if isinstance(answer, list | tuple):
        return "\n".join(as_text(item, colour, indent) for item in answer)
    return f"{indent}{answer}"


def _entry(name: Any, value: Any, colour: bool, indent: str) -> str:
    if isinstance(value, Fraction | Estimate | int | float | str | bool):
        return f"{indent}{name}: {as_text(value, colour)}"
    return f"{indent}{name}\n{as_text(value, colour, indent + '  ')}"


def plain(answer: Any) -> Any:
    """An answer as plain data; fractions as text, exact."""
    if isinstance(answer, Distribution):
        return {str(outcome): str(chance) for outcome, chance in answer.items()}
    if isinstance(answer, Fraction):
        return str(answer)
    if isinstance(answer, Solution):
        advice = [
            {"side": a.side, "question": a.text, "values": plain(a.values), "mix": plain(a.mix)} for a in answer.advice
        ]
        return {"value": str(answer.value), "advice": advice}
    if isinstance(answer, Estimate):
        return {
            "times": answer.times,
            "plays": answer.plays,
            "chance": answer.chance,
            "interval": list(answer.interval),
        }
    if isinstance(answer, dict):
        return {str(name): plain(value) for name, value in answer.items()}
    if isinstance(answer, list | tuple):
        return [plain(item) for item in answer]
    return answer


def as_data(answer: Any) -> str:
    return json.dumps(plain(answer), indent=2, ensure_ascii=False)


def simulation_text(results: Results) -> str:
    """Win rates of a simulation, with intervals."""
    lines = [f"{len(results.battles)} battles, {results.mean_turns():.1f} turns on average"]
    for side, wins in results.wins().items():
        name = f"{side} ({results.plan.players[side]})" if side else "draws"
        low, high = wins.interval
        lines.append(f"  {name:24} {wins.times:6}  {wins.chance:6.1%}  (95 % sure: {low:.1%} to {high:.1%})")
    first = results.first_mover()
    if first is not None:
        low, high = first.interval
        lines.append(
            f"  the side that acted first won {first.chance:.1%} of the decided (95 % sure: {low:.1%} to {high:.1%})"
        )
    return "\n".join(lines)


def simulation_data(results: Results, changes: list[Effect] | None = None, watched: Feuds | None = None) -> str:
    """The same as data, with what was asked for besides."""
    return json.dumps(
        {
            "battles": len(results.battles),
            "players": results.plan.players,
            "seed": results.plan.seed,
            "mean_turns": results.mean_turns(),
            "wins": {side or "draw": plain(wins) for side, wins in results.wins().items()},
            "first_mover": plain(results.first_mover()),
            "options": [
                {
                    "option": each.option,
                    "value": each.value,
                    "wins": plain(each.won),
                    "change": each.change,
                    "margin": each.margin,
                }
                for each in changes or []
            ],
            "feuds": [
                {"who": who, "whom": whom, "times": times} for (who, whom), times in (watched or Feuds()).most_common()
            ],
        },
        indent=2,
    )
