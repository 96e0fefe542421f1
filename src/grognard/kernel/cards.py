"""Decks: cards in an order that somebody may or may not know."""

from msgspec import Struct


class Deck(Struct):
    """A pile of cards named by words, top first, and what has been turned. What a side may not know is redacted by its view."""

    cards: list[str]
    discard: list[str] = []

    def __len__(self) -> int:
        return len(self.cards)

    def take(self, card: str) -> str:
        """Take this card out of the pile."""
        self.cards.remove(card)
        return card

    def top(self) -> str:
        """Turn the top card."""
        return self.cards.pop(0)
