"""Size and Force by base and card, and how many opponents a base has room for."""

from grognard.games.confrontation.profile import Base, Size

SIZES: tuple[Size, ...] = ("small", "medium", "large", "very_large")  # C3-SIZE-07: from the smallest up
WORDS = {
    "enormous": 3,
    "colossal": 4,
    "gigantic": 5,
}  # C3-SIZE-04, C3-SIZE-05, C3-SIZE-06: Force by the word on the card
SMALL_FOLK = (  # C3-SIZE-01, C3-RULE-17: whoever bears one of these names on an infantry base is Small
    "dwarf of tir-na-bor",
    "dwarf of mid-nor",
    "goblin",
    "familiar",
    "baron samedi",
    "fire-spitter of mid-nor",
    "dwarf bombardier",
)
MEDIUM_FOLK = ("executioner", "sasia samaris")  # C3-SIZE-02, C3-RULE-17: Medium whatever their base
INFANTRY = "25x25"


def size_and_force(base: Base, card_word: str = "", *, listed_small: bool = False, folk: str = "") -> tuple[Size, int]:
    """The size and the Force of a figure: by the word on its card, by its people's name, or by its base."""
    if card_word:
        return "very_large", WORDS[card_word]
    if folk.lower() in MEDIUM_FOLK:
        return "medium", 1
    if base == INFANTRY:
        return ("small" if listed_small or folk.lower() in SMALL_FOLK else "medium"), 1
    return "large", 2  # C3-SIZE-03


def at_least_as_big(one: Size, other: Size) -> bool:
    """C3-SIZE-07."""
    return SIZES.index(one) >= SIZES.index(other)


def max_opponents(base: Base) -> int:
    """How many enemies can be in contact with it."""
    if base == INFANTRY:
        return 4  # C3-OPP-01
    return 6 if base == "25x50" else 8  # C3-OPP-02, C3-OPP-03


def has_room(base: Base, in_contact: int) -> bool:
    """C3-RULE-53: an assault that would bring too many enemies into contact is not allowed."""
    return in_contact < max_opponents(base)
