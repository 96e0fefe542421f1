"""What a side may see, and what it may imagine behind it: decks, face-down markers and dice written in secret."""

from collections.abc import Callable

from grognard.games.confrontation.battle import Battle, Fight, Side
from grognard.games.confrontation.combat import placements
from grognard.games.confrontation.strategy import in_play
from grognard.kernel.view import UNKNOWN, redacted


def view(battle: Battle, side: str | None) -> Battle:
    """A copy of the battle without what this side may not know; under `reserve_hidden` (C3-RULE-11) reserves lie face down too."""
    shown = redacted(battle, side)
    if battle.options.reserve_hidden == "yes":
        for camp in shown.sides:
            if camp.id != side:
                camp.reserve = [UNKNOWN] * len(camp.reserve)
    return shown


def imagine(seen: Battle, side: str, pick: Callable[[int], int]) -> Battle:
    """A whole battle that fits what a side sees: the other's cards in some order, one of each two markers the Scout."""
    battle = seen.copy()
    for camp in battle.sides:
        if camp.id != side:
            _shuffle(battle, camp, pick)
    for scout in dict.fromkeys(marker.scout for marker in battle.markers if marker.side != side):
        pair = [marker for marker in battle.markers if marker.scout == scout]
        pair[pick(len(pair))].real = True  # seen from outside, both are blank
    if battle.fight is not None and battle.options.dice_placement == "secret_simultaneous":
        _guess_dice(battle, battle.fight, side, pick)
    return battle


def _shuffle(battle: Battle, camp: Side, pick: Callable[[int], int]) -> None:
    """Deal the cards that nobody has seen this round into the places of the deck and the hidden reserve.

    Cards of the living come first; a dead one's card can only lie there if there are more places (C3-RULE-14).
    """
    places = camp.deck.count(UNKNOWN) + camp.reserve.count(UNKNOWN)
    if not places:
        return
    seen = [*camp.played, *(card for card in camp.reserve if card != UNKNOWN)]
    unseen = [card.id for card in camp.cards if card.id not in seen]
    left = [card for card in in_play(battle, camp) if card in unseen]
    left += [card for card in unseen if card not in left][: max(0, places - len(left))]
    for pile in (camp.deck, camp.reserve):
        for place, card in enumerate(pile):
            if card == UNKNOWN:
                pile[place] = left.pop(pick(len(left)))


def _guess_dice(battle: Battle, fight: Fight, side: str, pick: Callable[[int], int]) -> None:
    """What the other side may have written down: both write one fighter after another, so at least as many as we have."""
    ours = sum(fighter.written is not None for fighter in fight.combatants if fighter.side == side)
    for place, fighter in enumerate([fighter for fighter in fight.combatants if fighter.side != side]):
        if place < ours and not fighter.placed:
            options = placements(fighter)
            guess = options[pick(len(options))]
            fighter.written = (guess.attack, guess.defence, guess.bought, guess.third_hand)
