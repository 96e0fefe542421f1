"""How much anybody may ask of the table: sizes, rates and numbers, in one place."""

import time

MESSAGE = 32_768  # bytes of one message on a socket
BODY = 2_000_000  # bytes of a request: a record file is the largest
FILE = 200_000  # letters of a scenario or force file
DOTS = 100  # dots in one line of such a file: reading a name of many parts takes the square of their number
BATTLES = 20_000  # battles that a table keeps
SITTERS = 64  # connections at one battle
OUTBOX = 400  # messages that may wait for a slow connection
FIRST_WORD = 15.0  # seconds until a connection must have said which seat it wants
IDLE = 600.0  # seconds that a battle stays in memory with nobody at it


class Bucket:
    """So many at once, and so many a second after that."""

    __slots__ = ("burst", "last", "left", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.left = burst
        self.last = time.monotonic()

    def take(self, amount: float = 1) -> bool:
        """Whether there is enough left; takes it if so."""
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.last) * self.rate)
        self.last = now
        if self.left < amount:
            return False
        self.left -= amount
        return True


class Buckets:
    """One bucket for each client; the fullest are forgotten when there are too many."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self.rate, self.burst, self.most = rate, burst, most
        self._buckets: dict[str, Bucket] = {}

    def take(self, client: str, amount: float = 1) -> bool:
        """Whether this client may."""
        bucket = self._buckets.get(client)
        if bucket is None:
            if len(self._buckets) >= self.most:
                for old in list(self._buckets)[: self.most // 2]:
                    del self._buckets[old]
            bucket = self._buckets[client] = Bucket(self.rate, self.burst)
        return bucket.take(amount)
