"""The test's referee: dice and answers in the order they fall, all used up."""

from collections.abc import Iterable

from grognard.kernel.referee import Scripted


def scripted(dice: Iterable[int] = (), answers: Iterable[str] = (), lots: Iterable[str] = ()) -> Scripted:
    """`with scripted(dice=[5, 4], answers=["parry"]) as referee:`; leaving the block complains about anything left over."""
    return Scripted(dice, answers, lots)
