"""Asking: an answer that does not belong to the question is refused, wherever it came from."""

from collections.abc import Sequence

from grognard.errors import IllegalChoice
from grognard.kernel.choice import O, Place, Spot
from grognard.kernel.referee import Referee


def ask(referee: Referee, side: str, text: str, options: Sequence[O], *, rule: str, about: tuple[str, ...] = ()) -> O:
    """One of the options. Whoever plays on in thought may hand in an answer to another question than the one that comes up."""
    picked = referee.choose(side, text, options, rule=rule, about=about)
    if isinstance(options, Place):
        if isinstance(picked, Spot):
            return picked
    elif picked in options:
        return picked
    raise IllegalChoice(f"{picked.key!r} does not answer {text!r}", rule)
