"""What a side may see, and what it may imagine behind it: decks, face-down markers and dice written in secret."""

from collections.abc import Callable

from grognard.games.confrontation.battle import Battle, Side
from grognard.games.confrontation.combat import placements
from grognard.games.confrontation.strategy import is_in_play
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
    for marker in battle.markers:
        if marker.side != side and marker.id.endswith("-a"):
            twin = next(
                (other for other in battle.markers if other.scout == marker.scout and other is not marker), None
            )
            marker.real = twin is None or pick(2) == 0
    for marker in battle.markers:
        if marker.side != side and marker.id.endswith("-b"):
            twin = next(
                (other for other in battle.markers if other.scout == marker.scout and other is not marker), None
            )
            marker.real = twin is None or not twin.real
    if battle.fight is not None and battle.options.dice_placement == "secret_simultaneous":
        _guess_dice(battle, side, pick)
    return battle


def _shuffle(battle: Battle, camp: Side, pick: Callable[[int], int]) -> None:
    """Deal the cards that nobody has seen this round into the places of the deck and the hidden reserve."""
    seen = [*camp.played, *(card for card in camp.reserve if card != UNKNOWN)]
    left = [card.id for card in camp.cards if card.id not in seen]
    if len(left) > camp.deck.count(UNKNOWN) + camp.reserve.count(UNKNOWN):
        left = [card for card in left if is_in_play(battle, camp, card)] if battle.phase == "stacking" else left
    for pile in (camp.deck, camp.reserve):
        for place, card in enumerate(pile):
            if card == UNKNOWN and left:
                pile[place] = left.pop(pick(len(left)))


def _guess_dice(battle: Battle, side: str, pick: Callable[[int], int]) -> None:
    """What the other side may have written down."""
    fight = battle.fight
    assert fight is not None
    written = (
        max([n for n, f in enumerate(own) if f.written is not None] + [-1])
        if (own := [f for f in fight.combatants if f.side == side])
        else -1
    )
    for place, fighter in enumerate([f for f in fight.combatants if f.side != side]):
        if fighter.written is None and place <= written:
            options = placements(fighter)
            guess = options[pick(len(options))]
            fighter.written = (guess.attack, guess.defence, guess.bought, guess.third_hand)
