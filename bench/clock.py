"""CPU time, so that a busy machine changes little."""

from collections.abc import Callable
from time import process_time

SECONDS = 2.0


def rate(once: Callable[[], int], seconds: float = SECONDS) -> float:
    """How many steps a second: `once` does some and says how many."""
    once()
    done, start = 0, process_time()
    while (spent := process_time() - start) < seconds:
        done += once()
    return done / spent


def cost(once: Callable[[], object], seconds: float = 0.5) -> float:
    """Seconds for one call."""
    once()
    calls, start = 0, process_time()
    while (spent := process_time() - start) < seconds:
        once()
        calls += 1
    return spent / calls
