"""From a battle to what a seat is shown: only through the game's own view of that side, and only what the wire can say."""

from collections.abc import Mapping

from grognard.kernel.battle import encode
from grognard.kernel.choice import Option, Place, Question, Spot, named
from grognard.kernel.event import Event
from grognard.kernel.run import Run
from grognard.kernel.scene import Scene
from grognard.table.wire import Asked, Choice, DiceAsked, Line, Over, PlaceAsked

LISTED = 400  # answers that are listed; the rest can only be dragged or typed


def scene_for(run: Run, side: str | None) -> Scene:
    """How the battle looks to a side; None is a spectator."""
    return run.game.scene(run.game.view(run.battle, side), side)


def visible(events: list[Event], side: str | None, *, over: bool = False) -> list[Event]:
    """The events that this side may read; when the battle is over, all of them."""
    return [event for event in events if over or may_read(event, side)]


def may_read(event: Event, side: str | None) -> bool:
    """Whether this side may read an event while the battle runs."""
    return event.seen_by is None or (side is not None and side in event.seen_by)


def line_of(n: int, event: Event) -> Line:
    """An event as a line of the log."""
    return Line(
        n,
        event.words,
        event.rule,
        event.kind,
        event.side,
        list(event.pieces),
        list(event.because),
        event.dice,
        list(event.faces),
        event.total,
        event.typed,
    )


def asked(question: Question, names: Mapping[str, str], *, can_roll: bool) -> Asked:
    """A question with its answers; `names` are those of the pieces."""
    options = question.options
    listed = list(options[:LISTED])
    shown = Asked(
        question.side,
        question.text,
        question.rule,
        "place" if isinstance(options, Place) else question.kind,
        [choice(option, names) for option in listed],
        question.because,
        list(question.about),
        hidden=max(0, len(options) - LISTED),
    )
    if isinstance(options, Place):
        shown.place = place_asked(options)
    if question.dice is not None:
        shown.dice = DiceAsked(str(question.dice), question.dice.count, question.dice.sides, can_roll)
    return shown


def choice(option: Option, names: Mapping[str, str]) -> Choice:
    """One answer as the page offers it."""
    shown = Choice(option.key, named(option, names), list(option.pieces))
    if option.at is not None:
        shown.at = (round(option.at[0], 3), round(option.at[1], 3))
        shown.facing = option.bearing
    if isinstance(option, Spot):
        shown.via = [(x / 100, y / 100) for x, y in option.via]
    return shown


def place_asked(options: "Place[Spot]") -> PlaceAsked:
    """Where a move may end."""
    spots = options.listed
    return PlaceAsked(
        options.mover,
        options.allowance / 100,
        [[(x / 100, y / 100) for x, y in outline] for outline in options.region()],
        list(dict.fromkeys(spot.verb for spot in spots)),
        any(spot.facing >= 0 for spot in spots),
    )


def over_of(run: Run) -> Over | None:
    """How it ended, if it has."""
    outcome = run.battle.outcome
    return None if outcome is None else Over(outcome.reason, outcome.rule, outcome.winner, dict(outcome.score))


def has_secrets(run: Run, sides: list[str]) -> bool:
    """Whether these sides may see different things now: then a screen is handed over with care."""
    if any(question.kind == "secret" for question in run.questions):
        return True
    views = [encode(run.game.view(run.battle, side)) for side in sides]
    if any(view != views[0] for view in views[1:]):
        return True
    return any(event.seen_by is not None for event in run.events)


def nothing_hidden(run: Run) -> bool:
    """Whether the whole record may be shown to anybody now: over, or nothing in it that some side may not see."""
    if run.over:
        return True
    if len(run.answers) > len(run.who) or any(event.seen_by is not None for event in run.events):
        return False
    whole = encode(run.battle)
    return encode(run.game.view(run.battle, None)) == whole
