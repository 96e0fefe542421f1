"""A Game of High Adventure: a fantasy skirmish for a handful of figures, whose rules can play the enemy by themselves."""

from grognard.kernel.game import Game

GAME = Game(
    "high_adventure",
    "A Game of High Adventure",
    package=__name__,
    version=1,
    blurb="A fantasy skirmish of single figures with magic and monsters; the rules themselves can play the enemy.",
    dice="D4 to D10",
    unit="inch",
    solo=True,
)
