"""Questions about blows: one attack, a row of attacks, a riposte or two parries."""

from typing import Any, Literal

from grognard.games.en_garde.battle import Battle, Figure
from grognard.games.en_garde.blows import Blow, resolve
from grognard.games.en_garde.options import Options
from grognard.games.en_garde.ploys import PARRIES, Ploy, can_parry
from grognard.games.en_garde.situations import OPTIONS, Blade, Hurt, a_model, a_skirmish, state_of
from grognard.games.en_garde.weapons import BLADES
from grognard.kernel.chains import chain
from grognard.kernel.odds import Distribution, odds
from grognard.kernel.referee import Referee


def attack(
    fight: int = 2,
    enemy_fight: int = 2,
    weapon: Blade = "sword",
    armour: int = 0,
    ploy: Literal["none", "mighty", "shove"] = "none",
    defence: Literal["none", "parry", "dodge"] = "none",
    shield: bool = False,
    mounted: bool = False,
    brute: bool = False,
    obstacle: bool = False,
) -> Distribution[str]:
    """One attack: miss, scratch, stunned, light, grievous, dead? Armour, shield and obstacle are the defender's."""
    attacker = a_model(fight=fight, mounted=mounted, attributes=("Brute",) if brute else ())
    defender = a_model("b", "blue", fight=enemy_fight, armour=armour, shield=shield)
    blow = Blow(BLADES[weapon], BLADES["sword"], obstacle)
    return blow_odds(a_skirmish(attacker, defender), attacker, defender, blow, _able(Ploy(defence), blow), Ploy(ploy))


def blow_odds(
    battle: Battle, attacker: Figure, defender: Figure, blow: Blow, guard: Ploy, trick: Ploy
) -> Distribution[str]:
    return odds(_resolve, battle, attacker, defender, blow, guard, trick)


def _resolve(
    referee: Referee, battle: Battle, attacker: Figure, defender: Figure, blow: Blow, guard: Ploy, trick: Ploy
) -> str:
    return resolve(referee, battle, attacker, defender, blow, guard, trick).result.value


def _able(guard: Ploy, blow: Blow) -> Ploy:
    """The guard that was asked about, or none where it cannot be parried (EG-PLOY-01)."""
    return Ploy.NONE if guard in PARRIES and not can_parry(blow.defence, blow.attack) else guard


def attacks(
    attacks: int = 3,
    parries: int = 1,
    fight: int = 2,
    enemy_fight: int = 2,
    weapon: Blade = "sword",
    armour: int = 0,
    wound: Hurt = "none",
    stuns: int = 0,
) -> Distribution[str]:
    """So many attacks in a row, the first few parried: the defender's state at the end. Wound and stuns are the defender's before."""
    defender = a_model("b", "blue", fight=enemy_fight, armour=armour, wound=wound, stuns=stuns)
    return series_of_blows(a_model(fight=fight), defender, BLADES[weapon], BLADES["sword"], attacks, parries)


def series_of_blows(
    attacker: Figure,
    defender: Figure,
    weapon: Any,
    guard_weapon: Any,
    attacks: int,
    parries: int,
    options: Options = OPTIONS,
) -> Distribution[str]:
    def one_blow(referee: Referee, battle: Battle) -> None:
        me, foe = battle.figures[attacker.id], battle.figures[defender.id]
        fired = weapon.is_pistol and me.rounds > 0  # EG-RULE-42: once; then it counts as a dagger (EG-RULE-46)
        blow = Blow(BLADES["dagger"] if fired else weapon, guard_weapon)
        guard = _able(Ploy.PARRY, blow) if me.rounds < parries else Ploy.NONE
        me.rounds += 1
        resolve(referee, battle, me, foe, blow, guard)

    ends = chain(
        one_blow,
        a_skirmish(attacker, defender, options=options),
        over=lambda b: not b.figures[defender.id].standing,
        steps=attacks,
    )
    return ends.map(lambda end: state_of(end.situation.figures[defender.id]))


def riposte_or_parry(
    fight: int = 3, enemy_fight: int = 3, armour: int = 0, enemy_armour: int = 0, attacks: int = 2
) -> dict[str, Distribution[str]]:
    """Two Defence counters against his attacks: one riposte on the first, or a parry on each of the first two; who is hurt how?"""

    def plan(guards: tuple[Ploy, ...]) -> Distribution[str]:
        def one_blow(referee: Referee, battle: Battle) -> None:
            me, foe = battle.figures["you"], battle.figures["he"]
            guard = guards[foe.rounds] if foe.rounds < len(guards) else Ploy.NONE
            foe.rounds += 1
            resolve(referee, battle, foe, me, Blow(BLADES["sword"], BLADES["sword"]), guard)

        start = a_skirmish(
            a_model("you", fight=fight, armour=armour), a_model("he", "blue", fight=enemy_fight, armour=enemy_armour)
        )
        ends = chain(one_blow, start, over=lambda b: any(not f.standing for f in b.figures.values()), steps=attacks)
        return ends.map(
            lambda end: f"you {state_of(end.situation.figures['you'])}, he {state_of(end.situation.figures['he'])}"
        )

    return {"riposte": plan((Ploy.RIPOSTE,)), "two parries": plan((Ploy.PARRY, Ploy.PARRY))}
