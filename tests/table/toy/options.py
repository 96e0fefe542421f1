"""What groups play differently."""

from msgspec import Struct


class Options(Struct, frozen=True):
    """One ruling: a short battle."""

    short: bool = False
