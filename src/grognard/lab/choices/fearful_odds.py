"""Fearful Odds through choices: charge or wait, challenge or not, duel or decline."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from grognard.games.fearful_odds import questions as fearful_odds
from grognard.games.fearful_odds.battle import Battle, Character, State, Where, Wound
from grognard.games.fearful_odds.counters import usual
from grognard.games.fearful_odds.duels import challenge, fight_next_duel
from grognard.games.fearful_odds.situations import MIDDLE, a_skirmish
from grognard.kernel.best import Solver
from grognard.kernel.choice import Pick
from grognard.kernel.referee import Referee

Answer = dict[str, Any]

CHARGE = Pick("charge")
WAIT = Pick("wait")


def charge_or_wait(
    mine: fearful_odds.Code = "HF",
    theirs: fearful_odds.Code = "HF",
    my_ground: fearful_odds.Ground = "clear",
    their_ground: fearful_odds.Ground = "clear",
    between: fearful_odds.Hexside = "none",
    he_must_come: bool = False,
) -> Answer:
    """Two units face each other: charge now, or wait for his charge? The gain is the chance that he leaves his hex less the chance that we leave ours.

    A unit that waits is charged if that pays its enemy, or if he must come; `between` is the hexside that whoever charges strikes across.
    """
    lined_up = {
        "red": _melee_of(mine, theirs, their_ground, between),
        "blue": _melee_of(theirs, mine, my_ground, between),
    }

    def meet(referee: Referee, gains: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
        if referee.choose("red", "charge or wait?", (CHARGE, WAIT), rule="FO-MEL-01") is CHARGE:
            return (_gain(lined_up["red"]),)
        if he_must_come or referee.choose("blue", "charge or wait?", (CHARGE, WAIT), rule="FO-MEL-01") is CHARGE:
            return (-_gain(lined_up["blue"]),)
        return (Fraction(0),)

    solution = Solver(meet, "red", lambda gains: gains[0]).solve((Fraction(0),))
    return {"if we charge": lined_up["red"], "if he charges": lined_up["blue"], "best": solution}


def _melee_of(
    attacker: fearful_odds.Code, defender: fearful_odds.Code, ground: fearful_odds.Ground, hexside: fearful_odds.Hexside
) -> dict[str, Fraction]:
    horse = usual(attacker).kind == "horse"
    return fearful_odds.melee(attacker, defender, cavalry_charge=horse, ground=ground, hexside=hexside)


def _gain(chances: dict[str, Fraction]) -> Fraction:
    """For whoever charged."""
    return chances["defender leaves"] - chances["attacker leaves"]


def duel_or_decline(
    prowess: int = 4,
    enemy_prowess: int = 3,
    wounded: bool = False,
    enemy_wounded: bool = False,
    leader: float = 1,
    enemy_leader: float = 1,
) -> Answer:
    """Two leaders stand side by side, ours is active: does he challenge, and does the other accept (FO-DUEL-04)?

    The gain is the enemy leader fallen less ours fallen, each weighed by what it is worth to us (`leader` and `enemy_leader`).
    """
    battle = _two_leaders(prowess, enemy_prowess, wounded, enemy_wounded)
    worth = _fallen_leaders(Fraction(str(leader)), Fraction(str(enemy_leader)))

    def named(referee: Referee, battle: Battle) -> None:
        fight_next_duel(referee, battle)

    def called(referee: Referee, battle: Battle) -> None:
        challenge(referee, battle, battle.characters["ours"], battle.characters["theirs"].at)

    challenging = Solver(named, "red", worth).solve(battle)
    accepting = Solver(called, "red", worth).solve(battle)
    return {
        "if they fight": fearful_odds.duel_odds(battle, battle.characters["ours"], battle.characters["theirs"]),
        "challenge": challenging,
        "accept": accepting,
    }


def _two_leaders(prowess: int, enemy_prowess: int, wounded: bool, enemy_wounded: bool) -> Battle:
    hurt = Wound.MINOR
    healthy = Wound.NONE
    at = MIDDLE
    ours = Character("ours", "red", "ours", "leader", 1, prowess, 6, at, hurt if wounded else healthy)
    theirs = Character(
        "theirs", "blue", "theirs", "leader", 1, enemy_prowess, 6, at + 1, hurt if enemy_wounded else healthy
    )
    ours.state, theirs.state = State.ACTIVE, State.READY
    return a_skirmish(ours, theirs)


def _fallen_leaders(leader: Fraction, enemy_leader: Fraction) -> Callable[[Battle], Fraction]:
    def worth(battle: Battle) -> Fraction:
        gone = {id: battle.characters[id].where is Where.GONE for id in ("ours", "theirs")}
        return enemy_leader * gone["theirs"] - leader * gone["ours"]

    return worth


CHOICES: dict[str, Callable[..., Any]] = {"charge_or_wait": charge_or_wait, "duel_or_decline": duel_or_decline}
