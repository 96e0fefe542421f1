"""Who fights whom: pairs in a tangled melee, supporters, and dice shared out among several opponents."""

from collections.abc import Sequence
from typing import NamedTuple

from grognard.games.high_adventure import charts
from grognard.games.high_adventure.armour import melee_armour
from grognard.games.high_adventure.asking import ask
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.figures import BARE_HANDS, PARTY, Figure
from grognard.games.high_adventure.melee import fights_back, skill_of, throws
from grognard.games.high_adventure.orders import asks
from grognard.games.high_adventure.things import Melee
from grognard.kernel.choice import Option, Pick
from grognard.kernel.referee import Referee


def rank(battle: Battle, figure: Figure) -> tuple[int, int, int, bool]:
    """HA-MEL-13: best WSk first, then the most heavily armoured, then the least wounded; ties PC side first (HA-RULE-19)."""
    armour = melee_armour(battle.options, figure, BARE_HANDS)
    return -skill_of(figure.blade), -armour, figure.light_wounds, figure.side != PARTY


def fighters(battle: Battle) -> list[Figure]:
    """Every able figure in contact with an enemy is in melee (HA-MEL-01, HA-TURN-07)."""
    return [figure for figure in battle.figures if figure.engaged and figure.able]


def choose_equals(referee: Referee, battle: Battle, best: list[Figure], what: str) -> Figure:
    """Among equals the controller picks (HA-MEL-13); the rules take the first."""
    if len(best) == 1 or not asks(battle, best[0]):
        return best[0]
    side = best[0].side
    picks = [Pick(figure.id, figure.name, figure.id) for figure in best]
    picked = ask(referee, side, what, picks, rule="HA-MEL-13", about=tuple(figure.id for figure in best))
    return battle.figure(picked.key)


def first_by_rank(referee: Referee, battle: Battle, figures: Sequence[Figure], what: str) -> Figure:
    """The first by HA-MEL-13 order; among full equals of one side its controller picks."""
    top = min(rank(battle, figure) for figure in figures)
    return choose_equals(referee, battle, [figure for figure in figures if rank(battle, figure) == top], what)


def pair_up(referee: Referee, battle: Battle) -> list[Melee]:
    """Pairs by HA-RULE-19: the first by rank that still touches an unpaired enemy takes the first of those."""
    left = fighters(battle)
    melees: list[Melee] = []
    while True:
        ready = [figure for figure in left if any(foe.id in figure.engaged for foe in left)]
        if not ready:
            break
        lead = first_by_rank(referee, battle, ready, "Who leads in this melee?")
        foes = [foe for foe in left if foe.id in lead.engaged]
        foe = first_by_rank(referee, battle, foes, f"Who fights {lead.name}?")
        one, other = (lead, foe) if lead.side == PARTY else (foe, lead)
        melees.append(Melee(one.id, other.id, throws(battle, one), throws(battle, other)))
        left.remove(lead)
        left.remove(foe)
    for figure in left:
        support(referee, battle, melees, figure)
    return melees


def support(referee: Referee, battle: Battle, melees: list[Melee], figure: Figure) -> None:
    """A leftover figure helps a paired friend whose opponent it touches (HA-MEL-10, HA-RULE-19). The fleeing and helpless help nobody."""
    if not fights_back(figure) or figure.effect("floating"):
        return
    near = [m for m in melees if _opponent(battle, m, figure) in figure.engaged]
    if not near:
        return
    if len(near) > 1 and asks(battle, figure):
        friends = [Pick(_friend(battle, m, figure)) for m in near]
        named = [Pick(pick.key, battle.figure(pick.key).name, pick.key) for pick in friends]
        picked = ask(
            referee, figure.side, f"Whom does {figure.name} support?", named, rule="HA-RULE-19", about=(figure.id,)
        )
        chosen = next(m for m in near if _friend(battle, m, figure) == picked.key)
    else:
        chosen = min(
            near, key=lambda m: _bonus(battle, m, figure)
        )  # HA-RULE-19: the friend with the lowest score bonus
    if battle.figure(chosen.one).side == figure.side:
        chosen.supporters_one.append(figure.id)
    else:
        chosen.supporters_other.append(figure.id)


def _friend(battle: Battle, melee: Melee, figure: Figure) -> str:
    return melee.one if battle.figure(melee.one).side == figure.side else melee.other


def _opponent(battle: Battle, melee: Melee, figure: Figure) -> str:
    return melee.other if battle.figure(melee.one).side == figure.side else melee.one


def _bonus(battle: Battle, melee: Melee, figure: Figure) -> int:
    friend = battle.figure(_friend(battle, melee, figure))
    helped = melee.supporters_one if melee.one == friend.id else melee.supporters_other
    return skill_of(friend.blade) + len(helped)


# Splitting


class Split(Option, frozen=True, gc=False):
    """How an outnumbered figure shares out its dice: one number for each opponent. All to the first is no split."""

    allot: tuple[int, ...]
    names: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        return "dice " + " ".join(map(str, self.allot))

    @property
    def words(self) -> str:
        if sum(1 for dice in self.allot if dice) == 1:
            return f"All dice against {self.names[0]}"
        return "; ".join(f"{n} against {name}" for n, name in zip(self.allot, self.names, strict=True) if n)


class Outnumbered(NamedTuple):
    """A figure with two or more dice and more opponents than friends in one melee (HA-MEL-11)."""

    figure: Figure
    foes: list[Figure]
    melee: Melee


def outnumbered(battle: Battle, melee: Melee) -> Outnumbered | None:
    """Who in this melee may share out its dice; None if nobody may."""
    for id, foe, own, theirs, dice in (
        (melee.one, melee.other, melee.supporters_one, melee.supporters_other, melee.dice_one),
        (melee.other, melee.one, melee.supporters_other, melee.supporters_one, melee.dice_other),
    ):
        figure = battle.figure(id)
        if len(theirs) > len(own) and dice >= 2 and fights_back(figure):
            helpers = sorted((battle.figure(helper) for helper in theirs), key=lambda f: rank(battle, f))
            return Outnumbered(figure, [battle.figure(foe), *helpers], melee)
    return None


def splits(dice: int, foes: int) -> list[tuple[int, ...]]:
    """Every way to share so many dice among opponents: all to the first, or one or more to each of several (HA-MEL-11)."""
    found = [(dice, *([0] * (foes - 1)))]
    return found + [allot for allot in _shares(dice, foes) if sum(1 for n in allot if n) >= 2]


def _shares(dice: int, foes: int) -> list[tuple[int, ...]]:
    if foes == 1:
        return [(dice,)]
    return [(n, *rest) for n in range(dice, -1, -1) for rest in _shares(dice - n, foes - 1)]


def split_up(referee: Referee, battle: Battle, case: Outnumbered) -> list[Melee]:
    """Ask, or decide for an NPC (HA-RULE-18), how dice are shared, before any is thrown; the melees that come of it."""
    figure, foes, melee = case
    dice = melee.dice_one if melee.one == figure.id else melee.dice_other
    if asks(battle, figure):
        names = tuple(foe.name for foe in foes)
        options = [Split(allot, names) for allot in splits(dice, len(foes))]
        picked = ask(
            referee, figure.side, f"How does {figure.name} share out the dice?", options, rule="HA-MEL-11",
            about=(figure.id, *(foe.id for foe in foes)),
        )  # fmt: skip
        allot = list(picked.allot)
    else:
        allot = charts.split_dice(battle.options, dice, len(foes))
    return divided(battle, case, allot)


def divided(battle: Battle, case: Outnumbered, allot: list[int]) -> list[Melee]:
    """The separate melees of a split: each foe that got no dice adds +1 to every one of them (HA-MEL-12)."""
    figure, foes, melee = case
    if sum(1 for dice in allot if dice) < 2 and allot[0]:
        return [melee]
    helpers = [foe.id for foe, dice in zip(foes, allot, strict=True) if not dice]
    first = melee.one == figure.id
    found = []
    for foe, dice in zip(foes, allot, strict=True):
        if not dice:
            continue
        own = (melee.supporters_one if first else melee.supporters_other) if foe is foes[0] else []
        if first:
            found.append(
                Melee(figure.id, foe.id, dice, throws(battle, foe), supporters_one=own, supporters_other=helpers)
            )
        else:
            found.append(
                Melee(foe.id, figure.id, throws(battle, foe), dice, supporters_one=helpers, supporters_other=own)
            )
    return found
