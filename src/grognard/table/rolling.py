"""An odds question rolled out once, die by die: with the program's dice, or with dice that somebody types in.

Nothing is kept between two dice: whoever asks sends what lies on the table so far, and gets the next dice that the rule asks for, or how it came out.
"""

from collections.abc import Callable
from typing import Any

from grognard.errors import IllegalChoice, RecordError
from grognard.kernel.odds import Certain
from grognard.kernel.once import OnePlay, Seen, Unplayed, played_by
from grognard.kernel.referee import Waiting
from grognard.kernel.samples import Estimate
from grognard.table.views import line_of
from grognard.table.wire import DiceAsked, Rolled

MOST_THROWS = 2000
RECKONED = "it is worked out from chances, and no single roll answers it"


def roll_out(question: Callable[[], Any], spoken: Callable[[Any], str], play: OnePlay) -> Rolled:
    """Play the question as far as its dice go."""
    asks, outcome, why_not = None, "", ""
    try:
        with played_by(play):
            outcome = came_out(question(), spoken)
        if not outcome:
            why_not = RECKONED
    except Waiting as wait:
        first = wait.questions[0]
        if first.dice is not None:
            asks = DiceAsked(first.text, first.dice.count, first.dice.sides, True)
    except RecordError as error:
        raise IllegalChoice(str(error)) from None
    except Unplayed as error:
        why_not = str(error)
    except ZeroDivisionError:
        why_not = RECKONED  # shares of what did not happen
    lines = [] if why_not else [line_of(n, event) for n, event in enumerate(play.events)]
    return Rolled(outcome, lines, asks, why_not)


def why_not_rolled(question: Callable[[], Any], spoken: Callable[[Any], str]) -> str:
    """Whether a question can be rolled out, by trying: empty, or why not."""
    try:
        return roll_out(question, spoken, OnePlay(seed="a trial")).why_not
    except Exception:  # noqa: BLE001  its odds were counted, so it is a question that cannot stand a single play
        return RECKONED


def came_out(result: Any, spoken: Callable[[Any], str]) -> str:
    """What came of one play, in words; empty where nothing of it was played."""
    if isinstance(result, Certain):
        return spoken(result.outcome)
    if not isinstance(result, dict):
        return ""
    plans = [f"{spoken(name)}: {spoken(value.outcome)}" for name, value in result.items() if isinstance(value, Certain)]
    seen = {spoken(name): value for name, value in result.items() if isinstance(value, Seen)}
    sampled = [spoken(name) for name, value in result.items() if isinstance(value, Estimate) and value.plays == 1]
    happened = [name if value == 1 else f"{name} {value}" for name, value in seen.items() if value]
    if seen and not happened:
        happened = ["none of it: " + ", ".join(seen) if len(seen) > 1 else f"no: {next(iter(seen))}"]
    return " · ".join([*plans, *sampled, *happened])
