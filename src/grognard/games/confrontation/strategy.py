"""The strategic phase: rally, stacking the activation decks, and the tactical roll."""

from collections.abc import Sequence
from typing import NamedTuple

from grognard.games.confrontation.battle import Battle, Fighter, Side
from grognard.games.confrontation.options import Options
from grognard.games.confrontation.tests_of_skill import Attempt, attempt, attempt_sum
from grognard.kernel.choice import Pick
from grognard.kernel.referee import Referee


class Staff(NamedTuple):
    """What a camp rolls with for the tactical roll: the DIS used, one or two dice, and the bonus."""

    dis: int
    dice: int = 1
    bonus: int = 0


class Officer(NamedTuple):
    """A fighter as the tactical roll sees it; `beside` are the places in the list of those within its Leadership."""

    dis: int | None
    leadership: bool = False
    musician: bool = False
    standard: bool = False
    routed: bool = False
    beside: tuple[int, ...] = ()


def staff_of(officers: Sequence[Officer]) -> Staff:
    """C3-STRAT-04 to C3-STRAT-07: the best DIS of those not routed; of equals the one with Leadership. A camp with nobody to use rolls a plain die."""
    ready = [
        (n, officer) for n, officer in enumerate(officers) if not officer.routed and officer.dis is not None
    ]  # C3-ROUT-01
    musician = any(officer.musician and not officer.routed for officer in officers)
    if not ready:
        return Staff(0, 1, int(musician))
    n, used = max(ready, key=lambda one: (one[1].dis or 0, one[1].leadership, _has_staff(officers, one[0]), -one[0]))
    dice = 2 if used.leadership else 1  # C3-STRAT-05
    bonus = 2 if _has_staff(officers, n) else int(musician)  # C3-STRAT-06, C3-STRAT-07: never +3
    return Staff(used.dis or 0, dice, bonus)


def _has_staff(officers: Sequence[Officer], leader: int) -> bool:
    """C3-RULE-09, C3-ABIL-06: a leader with a Musician and a Standard within his reach, nobody routed."""
    used = officers[leader]
    if not used.leadership or used.routed:
        return False
    near = [officers[n] for n in (*used.beside, leader) if not officers[n].routed]
    return any(officer.musician for officer in near) and any(officer.standard for officer in near)


def officers_of(battle: Battle, side: str, *, together: bool = False) -> list[Officer]:
    """A camp's fighters as the tactical roll sees them; before deployment all stand together (C3-RULE-85)."""
    camp = [f for f in battle.fighters if f.side == side and not f.gone and (together or f.deployed)]
    found = []
    for fighter in camp:
        reach = fighter.profile.leadership
        near: tuple[int, ...] = ()
        if reach:
            near = tuple([n for n, other in enumerate(camp) if together or battle.within(fighter, other, reach)])
        found.append(
            Officer(fighter.dis, reach > 0, fighter.has("musician"), fighter.has("standard"), fighter.routed, near)
        )
    return found


def roll_tactics(referee: Referee, options: Options, side: str, staff: Staff) -> Attempt:
    """One side's tactical roll (C3-STRAT-04, C3-RULE-08)."""
    value = staff.dis + staff.bonus
    if staff.dice > 1 and options.leadership_tactical == "sum":
        return attempt_sum(referee, options, side, "tactical roll", value, rule="C3-RULE-08", dice=staff.dice)
    return attempt(referee, options, side, "tactical roll", value, rule="C3-STRAT-04", dice=staff.dice)


def winner_of(totals: dict[str, int]) -> str:
    """Who has the highest result; empty for a tie of the best, which is rolled again (C3-TEST-06, C3-RULE-05)."""
    best = max(totals.values())
    leading = [side for side, total in totals.items() if total == best]
    return leading[0] if len(leading) == 1 else ""


def tactical_roll(referee: Referee, battle: Battle, *, together: bool = False) -> str:
    """All sides roll; the winner, or empty for a tie."""
    totals = {}
    for side in battle.sides:
        staff = staff_of(officers_of(battle, side.id, together=together))
        totals[side.id] = roll_tactics(referee, battle.options, side.id, staff).total
    winner = winner_of(totals)
    if winner:
        referee.tell("{} wins the tactical roll with {}", battle.side(winner).name, totals[winner], rule="C3-STRAT-04")
    else:
        referee.tell("The tactical roll is tied and rolled again", rule="C3-RULE-05")
    return winner


def choose_lead(referee: Referee, battle: Battle) -> str:
    """C3-CARD-01: the winner decides who has the lead first."""
    options = [Pick(side.id, side.name) for side in battle.sides]
    return referee.choose(battle.winner, "Who has the lead first?", options, rule="C3-CARD-01").key


# Stacking


def in_play(battle: Battle, side: Side) -> list[str]:
    """C3-RULE-10: the cards of a side, without those whose fighters are all gone."""
    living = {fighter.id for fighter in battle.fighters if not fighter.gone and fighter.side == side.id}
    return [card.id for card in side.cards if not living.isdisjoint(card.fighters)]


def unstacked(battle: Battle, side: Side) -> list[str]:
    """The cards that still have to go into the deck."""
    return [card for card in in_play(battle, side) if card not in side.deck]


def stack_next(referee: Referee, battle: Battle) -> bool:
    """C3-STRAT-03, C3-RULE-10: each side puts its next card face down under the others; False when all are stacked.

    Both pick at once and each pick ends its piece, so that nobody learns anything of the other's deck.
    """
    left = {side.id: cards for side in battle.sides if (cards := unstacked(battle, side))}
    for id in list(left):
        if len(left[id]) == 1:
            battle.side(id).deck.append(left.pop(id)[0])
    if not left:
        return False
    asked = {id: [Pick(card, battle.side(id).card(card).name) for card in cards] for id, cards in left.items()}
    text = f"Stack the deck: which card comes {ordinal(min(len(battle.side(id).deck) for id in left))}?"
    if len(asked) > 1:
        picks = referee.choose_secretly(text, asked, rule="C3-STRAT-03")
    else:
        picks = {id: referee.choose(id, text, options, rule="C3-STRAT-03") for id, options in asked.items()}
    for id, pick in picks.items():
        battle.side(id).deck.append(pick.key)
    return True


def ordinal(place: int) -> str:
    words = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
    return words[place] if place < len(words) else f"in place {place + 1}"


def routed(battle: Battle) -> list[Fighter]:
    """Those who try to rally (C3-STRAT-02)."""
    return [fighter for fighter in battle.fighters if fighter.routed and fighter.on_table]
