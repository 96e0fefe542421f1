"""Shaking off Stunned counters in the End Phase."""

from collections.abc import Iterator

from grognard.games.en_garde.battle import Battle, Figure
from grognard.games.en_garde.sighting import is_engaged
from grognard.kernel.choice import Number
from grognard.kernel.dice import D6
from grognard.kernel.referee import Referee
from grognard.kernel.tally import Modifier, Tally


def stun_modifiers(figure: Figure, engaged: bool) -> Iterator[Modifier]:
    """EG-RULE-60: engaged is judged now, after combat; EG-RULE-12: a rest counts although an enemy came later."""
    if engaged:
        yield Modifier(-1, "engaged", "EG-STUN-04")
    if figure.rested:
        yield Modifier(+2, "rested", "EG-STUN-05")


def shake_off(referee: Referee, figure: Figure, engaged: bool) -> int:
    """One roll; how many counters came off. On 7 or more the owner removes up to two (EG-STUN-03)."""
    modifiers = Tally(stun_modifiers(figure, engaged))
    roll = referee.roll(D6, f"{figure.name} shakes it off", by=figure.side, rule="EG-STUN-01")
    score = roll.total + modifiers.total
    if score <= 4:
        referee.tell("{} is still stunned", figure, because=modifiers, rule="EG-STUN-01")
        return 0
    removed = min(1, figure.stuns)  # EG-STUN-02
    if score >= 7:
        most = min(2, figure.stuns)
        options = [Number(count) for count in range(most, -1, -1)]
        text = f"{figure.name}: how many Stunned counters come off?"
        removed = referee.choose(figure.side, text, options, rule="EG-STUN-03", about=(figure.id,)).value
    figure.stuns -= removed
    referee.tell(
        "{} shakes off {}",
        figure,
        "one Stunned counter" if removed == 1 else f"{removed} Stunned counters",
        because=modifiers,
        rule="EG-STUN-02",
    )
    return removed


def shake_off_all(referee: Referee, battle: Battle) -> None:
    """EG-TURN-05: every model with Stunned counters."""
    for figure in battle.standing():
        if figure.stuns:
            shake_off(referee, figure, is_engaged(battle, figure))
