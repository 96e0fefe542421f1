"""A simulation as a page: win rates with intervals, length, losses, who put whom out, what the options change; plots where the extra `plots` is installed."""

from collections import Counter
from html import escape
from pathlib import Path
from typing import Any

from grognard.errors import GrognardError
from grognard.kernel.game import find_game
from grognard.kernel.samples import Estimate
from grognard.lab.effects import Effect
from grognard.lab.feuds import Feuds
from grognard.lab.simulate import Results

STYLE = """
:root { color-scheme: light dark; --ink: #2a2622; --paper: #f4efe4; --line: #d9cfbd; --bar: #8a5f10 }
@media (prefers-color-scheme: dark) { :root { --ink: #efe8db; --paper: #1d1b19; --line: #3c3731; --bar: #d9ab54 } }
body { font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h1, h2 { font-family: Georgia, serif } table { border-collapse: collapse } td, th { padding: .2rem .8rem .2rem 0; border-bottom: 1px solid var(--line); text-align: left }
.bar { display: inline-block; height: .8rem; background: var(--bar) } td.number { text-align: right; font-variant-numeric: tabular-nums }
"""


def write_report(
    results: Results, folder: Path, *, changes: list[Effect] | None = None, watched: Feuds | None = None
) -> Path:
    """Write report.html into the folder, with its plots as SVG where they can be made; where it was written."""
    page = folder / "report.html"
    more = [*_changes(changes or []), *_feuds(watched or Counter()), *_plots(results)]
    try:
        page.write_text(_page(results, more), encoding="utf-8")
    except OSError as error:
        raise GrognardError(f"{page} cannot be written: {error.strerror}") from None
    return page


def _page(results: Results, more: list[str]) -> str:
    plan = results.plan
    title = f"{find_game(plan.game).title}: {plan.scenario.get('title', '')}"
    wins = [(_side(results, side), wins) for side, wins in results.wins().items()]
    turns = Counter(battle.turns for battle in results.battles)
    count = len(results.battles)
    parts = [
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{escape(title)}</title><style>{STYLE}</style>",
        f"<h1>{escape(title)}</h1>",
        f"<p>{count:,} battles, seed {escape(plan.seed)}, {results.mean_turns():.1f} turns on average.</p>",
        "<h2>Who wins</h2>",
        _table(wins),
        *_first_mover(results),
        "<h2>How long it takes</h2>",
        _table([(f"{turn} turns", Estimate(times, count)) for turn, times in sorted(turns.items())]),
        "<h2>How it ends</h2>",
        _table([(reason, Estimate(times, count)) for reason, times in _reasons(results).most_common(12)]),
    ]
    for side, lost in results.losses().items():
        parts += [f"<h2>Lost by {escape(_side(results, side))}</h2>", _table(list(lost.items()))]
    return "\n".join([*parts, *more, "</html>"])


def _first_mover(results: Results) -> list[str]:
    """Whether it helps to act first; nothing where the same side always does."""
    share = results.first_mover()
    if share is None:
        return []
    return ["<h2>Does it help to act first?</h2>", _table([("the side that acted first won", share)])]


def _changes(changes: list[Effect]) -> list[str]:
    """What each option of the rulings changes."""
    if not changes:
        return []
    rows = [
        f"<tr><th>{escape(change.option)} = {escape(str(change.value))}<td class=number>{change.won.chance:.1%}"
        f"<td class=number>{change.change:+.1%}<td class=number>{change.margin:.1%}<td class=number>{change.turns:.1f}<td>{'' if change.certain else 'may be chance'}"
        for change in changes
    ]
    head = "<table><tr><th>option<th>first side wins<th>change<th>give or take<th>turns<th></tr>"
    return ["<h2>What each option of the rulings changes</h2>", head + "\n".join(rows) + "</table>"]


def _feuds(watched: Feuds) -> list[str]:
    """Who put whom out of play, most often first."""
    if not watched:
        return []
    rows = [
        f"<tr><th>{escape(killer or 'nobody named')}<td>{escape(victim)}<td class=number>{times:,}"
        for (killer, victim), times in watched.most_common(20)
    ]
    return [
        "<h2>Who put whom out</h2>",
        "<table><tr><th>who<th>whom<th>times</tr>" + "\n".join(rows) + "</table>",
    ]


def _reasons(results: Results) -> Counter[str]:
    """Reasons without their numbers, so that like ones are counted together."""
    return Counter(
        "".join("#" if letter.isdigit() else letter for letter in battle.reason).replace("##", "#")
        for battle in results.battles
    )


def _side(results: Results, side: str) -> str:
    return f"{side} ({results.plan.players[side]})" if side in results.plan.players else side or "a draw"


def _table(rows: list[tuple[str, Estimate]]) -> str:
    lines = []
    for name, share in rows:
        low, high = share.interval
        lines.append(
            f"<tr><th>{escape(name)}<td class=number>{share.times:,}<td class=number>{share.chance:.1%}"
            f'<td><span class=bar style="width:{share.chance * 18:.1f}rem"></span><td>{low:.1%} to {high:.1%}'
        )
    return "<table><tr><th><th>times<th>share<th><th>95 % sure</tr>" + "\n".join(lines) + "</table>"


def _plots(results: Results) -> list[str]:
    """The lengths by winner as a drawing, where the extra `plots` is installed."""
    try:
        import altair as alt
        import vl_convert
    except ModuleNotFoundError:
        return []
    rows: list[dict[str, Any]] = [
        {"turns": battle.turns, "winner": battle.winner or "draw"} for battle in results.battles
    ]
    chart = (
        alt.Chart(alt.Data(values=rows))  # type: ignore[no-untyped-call]
        .mark_bar()
        .encode(x="turns:O", y="count()", color="winner:N")
        .properties(width=480, height=220)
    )
    svg: str = vl_convert.vegalite_to_svg(chart.to_json())
    return ["<h2>Length by winner</h2>", svg]
