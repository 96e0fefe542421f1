"""How well a side stands."""

from tests.table.toy.battle import Battle


def worth(battle: Battle, side: str) -> float:
    return sum(1 if figure.side == side else -1 for figure in battle.figures if not figure.off)
