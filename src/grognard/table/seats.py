"""Seats and their keys: whoever has the key has the seat. Keys are made here, shown once, and kept only as hashes."""

import secrets
import string

from grognard.errors import GrognardError
from grognard.table.store import Seat, hashed

_LETTERS = string.ascii_lowercase + string.digits
NAME_LENGTH = 40


class NoSeat(GrognardError):
    """There is no such battle, or the key opens no seat of it; which of the two is not said."""

    def __init__(self) -> None:
        super().__init__("this link opens no battle here: it may be mistyped, or the battle was deleted")


def new_battle_id() -> str:
    """Short enough to read out; says nothing and opens nothing."""
    return "".join(secrets.choice(_LETTERS) for _ in range(10))


def new_key() -> str:
    """A seat key that nobody guesses: 192 bits."""
    return secrets.token_urlsafe(24)


def new_seat(place: int, kind: str, sides: tuple[str, ...], name: str) -> tuple[Seat, str]:
    """A seat and the key that opens it."""
    key = new_key()
    return Seat(place, hashed(key), kind, sides, name), key


def make_seats(chosen: dict[str, str], names: dict[str, str]) -> list[tuple[Seat, str]]:
    """The host's seat with all sides at this screen, one for each friend, one for spectators."""
    mine = tuple(side for side, who in chosen.items() if who in ("me", "beside"))
    seats = [new_seat(0, "host", mine, "host")]
    seats += [
        new_seat(place + 1, "side", (side,), names[side])
        for place, side in enumerate(side for side, who in chosen.items() if who == "link")
    ]
    return [*seats, new_seat(len(seats), "watch", (), "spectators")]


def seat_of(seats: list[Seat], key: str) -> Seat:
    """The seat that this key opens; every seat is compared, whatever is found."""
    found = None
    for seat in seats:
        if seat.opens_with(key):
            found = seat
    if found is None:
        raise NoSeat
    return found


def tidy_name(text: str) -> str:
    """A name as it may be shown: one line, no control characters, not too long."""
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(printable.split())[:NAME_LENGTH].strip()
