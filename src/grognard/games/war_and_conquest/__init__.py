"""War & Conquest: blocks of ancient and medieval troops, whose morale decides the day."""

from grognard.kernel.game import Game

GAME = Game(
    "war_and_conquest",
    "War & Conquest",
    package=__name__,
    version=1,
    blurb="Shield walls, warbands and a general's nerve: a whole battle line that holds or runs by its morale.",
    dice="D6",
    unit="inch",
    secret_picks=True,
)
