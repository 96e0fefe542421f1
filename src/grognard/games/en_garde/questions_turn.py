"""Questions about the rest of a turn: Priority, morale, Stunned counters, falls, reloading and how long a battle lasts."""

from grognard.games.en_garde.battle import Battle, Figure, Morale, Warband
from grognard.games.en_garde.falls import fall
from grognard.games.en_garde.morale import morale_check
from grognard.games.en_garde.options import Options
from grognard.games.en_garde.powder import reload
from grognard.games.en_garde.priority import roll_for_priority
from grognard.games.en_garde.situations import (
    OPTIONS,
    Weapon,
    a_model,
    a_skirmish,
    a_warband,
    hundredths,
    priority_battle,
)
from grognard.games.en_garde.stuns import shake_off
from grognard.games.en_garde.victory import goes_on
from grognard.games.en_garde.weapons import missile_named
from grognard.kernel.chains import chain
from grognard.kernel.choice import Question
from grognard.kernel.odds import Distribution, odds
from grognard.kernel.referee import Referee


def morale(
    rating: int = 8,
    start: int = 10,
    now: int = 7,
    wavering: bool = False,
    commander: bool = False,
    banner: bool = False,
    turns: int = 1,
) -> Distribution[str]:
    """The warband's state after a test now and the later ones while it wavers; a banner re-rolls failures."""
    return morale_odds(a_warband(rating, start, wavering), now, commander=commander, banner=banner, turns=turns)


def morale_odds(
    warband: Warband, now: int, *, commander: bool, banner: bool, turns: int, options: Options = OPTIONS
) -> Distribution[str]:
    def step(referee: Referee, band: Warband) -> None:
        if band.morale is Morale.WAVERING or not band.lost:
            morale_check(referee, options, band, now, commander=commander, banner=banner)
        band.lost = 1

    ends = chain(step, warband, over=lambda band: band.morale is Morale.ROUTING, steps=turns, policy=reroll_failures)
    return ends.map(lambda end: end.situation.morale.value)


def reroll_failures(question: Question) -> str:
    return "yes" if "failed" in question.text else "no"


def shake_it_off(stuns: int = 2, rested: bool = True, engaged: bool = False, turns: int = 1) -> Distribution[int]:
    """How many Stunned counters are left after so many End Phases; the owner removes all he can."""
    return stun_odds(a_model(stuns=stuns), rested=rested, engaged=engaged, turns=turns)


def stun_odds(figure: Figure, *, rested: bool, engaged: bool, turns: int) -> Distribution[int]:
    figure.rested = rested
    ends = chain(
        lambda r, f: shake_off(r, f, engaged),
        figure,
        over=lambda f: not f.stuns,
        steps=turns,
        policy=lambda q: q.options[0],
    )
    return ends.map(lambda end: end.situation.stuns)


def priority(tactician: bool = False, enemy_tactician: bool = False) -> Distribution[str]:
    """Who has Priority, ties rolled again?"""
    ends = chain(settle_once, priority_battle(tactician, enemy_tactician), over=lambda b: bool(b.priority))
    return ends.map(lambda end: end.situation.priority)


def settle_once(referee: Referee, battle: Battle) -> None:
    level = roll_for_priority(referee, battle)
    battle.priority = level[0] if len(level) == 1 else ""


def length(turn: int = 1) -> Distribution[int]:
    """Which turn will be the last, standing at the end of this one?"""

    def step(referee: Referee, now: tuple[int, bool]) -> tuple[int, bool]:
        return (now[0] + 1, True) if goes_on(referee, now[0], "red") else (now[0], False)

    return chain(step, (turn, True), over=lambda now: not now[1]).map(lambda end: end.situation[0])


def falling(height: float = 4) -> Distribution[str]:
    """A fall from so many inches."""
    figure = a_model()
    return odds(lambda r, b, f: fall(r, b, f, hundredths(height)).value, a_skirmish(figure), figure)


def reload_in_rain(weapon: Weapon = "musket", turns: int = 2, sheltered: bool = False) -> Distribution[bool]:
    """Is the weapon loaded again after so many reload actions in the rain?"""
    return reload_odds(weapon, turns, rain=True, sheltered=sheltered)


def reload_odds(
    weapon: str, turns: int, *, rain: bool, sheltered: bool, options: Options = OPTIONS
) -> Distribution[bool]:
    figure = a_model()
    battle = a_skirmish(figure, options=options)
    battle.rain = rain
    figure.reloads[weapon] = missile_named(weapon, options).reload

    def step(referee: Referee, battle: Battle) -> None:
        reload(referee, battle, battle.figures["a"], weapon, sheltered=sheltered)

    ends = chain(step, battle, over=lambda b: b.figures["a"].loaded(weapon), steps=turns)
    return ends.map(lambda end: end.situation.figures["a"].loaded(weapon))
