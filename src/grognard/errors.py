"""Every error that we raise.

GrognardError
|-- IllegalChoice    a player answered what was not offered; nothing changed, and they are asked again
|-- RuleError        a rule met a situation that it does not cover: our mistake, never a player's
|-- ScenarioError    a scenario or force file cannot be played
|-- RecordError      a record, script or set of dice does not fit: missing, left over, or of another version
|-- NotFound         a game, scenario, player, rule or battle of that name does not exist
`-- TooLarge         an exact answer would take too long
"""

from collections.abc import Iterable


class GrognardError(Exception):
    """Something that a person should read; `str()` of it is the whole message."""


class IllegalChoice(GrognardError):
    """An answer that was not offered; nothing changed. `rule` is the id of the rule that forbids it, where one does."""

    def __init__(self, words: str, rule: str = "") -> None:
        super().__init__(f"{words} ({rule})" if rule else words)
        self.words = words
        self.rule = rule


class RuleError(GrognardError):
    """A rule met a situation that it does not cover: our mistake, never a player's."""


class ScenarioError(GrognardError):
    """A scenario or force file cannot be played: which file, which place in it, what would be accepted."""

    def __init__(self, words: str, file: str = "", place: str = "") -> None:
        super().__init__(": ".join(part for part in (file, place, words) if part))
        self.words = words
        self.file = file
        self.place = place


class RecordError(GrognardError):
    """A record, script or set of dice does not fit: missing, left over, or of another version."""


class NotFound(GrognardError):
    """A name that we do not know; the message lists near or possible ones."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        super().__init__(f"there is no {kind} called {name!r}; there is: {', '.join(known) or 'none'}")


class TooLarge(GrognardError):
    """An exact answer would take too long; `runs` is how far it got."""

    def __init__(self, runs: int) -> None:
        super().__init__(f"too many ways to fall: stopped after {runs:,} of them; ask for a sampled answer instead")
        self.runs = runs
