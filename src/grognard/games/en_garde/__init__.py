"""En Garde!: swashbuckling skirmish with secret combat pools, ploys and black powder."""

from grognard.kernel.game import Game

GAME = Game(
    "en_garde",
    "En Garde!",
    package=__name__,
    version=1,
    blurb="Swordplay and black powder: a handful of figures, secret combat pools, ploys and wounds",
    dice="D6",
    unit="inch",
    secret_picks=True,
)
