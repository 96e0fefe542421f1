"""Confrontation 3: a fantasy skirmish of single fighters, with activation cards, combat dice, magic and faith."""

from grognard.kernel.game import Game

GAME = Game(
    "confrontation",
    "Confrontation 3",
    package=__name__,
    version=1,
    blurb="A fantasy skirmish of single fighters: cards stacked in secret, dice split between attack and defence, wounds by body location, magic and faith.",
    dice="D6",
    unit="cm",
    secret_picks=True,
)
