"""A toy game that asks every kind of question, for testing the table: two sides of a few figures who push each other off a small field."""

from grognard.kernel.game import Game

GAME = Game(
    "toy",
    "Toy Soldiers",
    package="tests.table.toy",
    version=1,
    blurb="Push and shove on a small field.",
    dice="D6",
    unit="inch",
)
