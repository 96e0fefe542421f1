"""Fearful Odds: hex-and-counter battles of heroic antiquity, with leaders, heroes and duels before the lines."""

from grognard.kernel.game import Game

GAME = Game(
    "fearful_odds",
    "Fearful Odds",
    package=__name__,
    version=1,
    blurb="Shield walls, horse and heroes on a hex map: who turns a flank, and who holds the bridge",
    dice="D10",
    unit="hex",
)
