"""Questions about shots: one, several, into a fight, a grenade, aiming first."""

from grognard.games.en_garde.battle import Battle, Cover, Figure
from grognard.games.en_garde.options import Options
from grognard.games.en_garde.powder import reload, spend_shot
from grognard.games.en_garde.shooting import Shot, shoot, stray
from grognard.games.en_garde.situations import (
    OPTIONS,
    CoverGrade,
    Hurt,
    Weapon,
    a_model,
    a_skirmish,
    hundredths,
    state_of,
)
from grognard.games.en_garde.spread import against_all
from grognard.games.en_garde.weapons import MISSILES
from grognard.games.en_garde.wounds import Result
from grognard.kernel.chains import chain
from grognard.kernel.odds import Distribution, odds
from grognard.kernel.referee import Referee


def shot(
    shoot: int = 1,
    weapon: Weapon = "musket",
    distance: float = 12,
    cover: CoverGrade = "none",
    armour: int = 0,
    aimed: bool = False,
    short_move: bool = False,
    engaged: bool = False,
    mounted: bool = False,
    wound: Hurt = "none",
    stuns: int = 0,
    marksman: bool = False,
) -> Distribution[str]:
    """One shot: miss, scratch, stunned, light, grievous, dead? Distance in inches; wound and stuns are the shooter's."""
    shooter = a_model(shoot=shoot, wound=wound, stuns=stuns, attributes=("Marksman",) if marksman else ())
    target = a_model("b", "blue", armour=armour, mounted=mounted)
    facts = Shot(MISSILES[weapon], hundredths(distance), Cover(cover), engaged, aimed, short_move)
    return result_odds(a_skirmish(shooter, target), shooter, target, facts)


def result_odds(battle: Battle, shooter: Figure, target: Figure, facts: Shot) -> Distribution[str]:
    return odds(_shoot, battle, shooter, target, facts)


def _shoot(referee: Referee, battle: Battle, shooter: Figure, target: Figure, facts: Shot) -> str:
    return shoot(referee, battle, shooter, target, facts).result.value


def aim_or_shoot(
    shoot: int = 1,
    weapon: Weapon = "musket",
    distance: float = 20,
    cover: CoverGrade = "none",
    armour: int = 0,
    turns: int = 3,
) -> dict[str, Distribution[str]]:
    """Aim a turn and shoot, or shoot, reload and shoot: the target's state after so many turns of each."""
    plans = {"aim, then shoot": ("aim", "shoot", "reload"), "shoot and reload": ("shoot", "reload")}
    return {name: _plan(plan, turns, shoot, weapon, distance, cover, armour) for name, plan in plans.items()}


def _plan(
    plan: tuple[str, ...], turns: int, shoot_value: int, weapon: str, distance: float, cover: str, armour: int
) -> Distribution[str]:
    shooter, target = a_model(shoot=shoot_value), a_model("b", "blue", armour=armour)
    start = a_skirmish(shooter, target)

    def one_turn(referee: Referee, battle: Battle) -> None:
        me, foe = battle.figures["a"], battle.figures["b"]
        step = me.rounds % len(plan)
        if plan[step] == "shoot" and foe.standing and me.loaded(weapon):
            aimed = me.aimed_at == foe.id
            shoot(referee, battle, me, foe, Shot(MISSILES[weapon], hundredths(distance), Cover(cover), aimed=aimed))
            me.aimed_at = ""
            spend_shot(battle, me, weapon)
        elif plan[step] == "aim":
            me.aimed_at = foe.id
        elif plan[step] == "reload" and me.reloads:
            reload(referee, battle, me, weapon)
        me.rounds += 1

    return chain(one_turn, start, over=lambda battle: False, steps=turns).map(
        lambda end: state_of(end.situation.figures["b"])
    )


def shots_at(
    shots: int = 2,
    shoot: int = 1,
    weapon: Weapon = "musket",
    distance: float = 12,
    cover: CoverGrade = "none",
    armour: int = 0,
    stuns: int = 0,
) -> Distribution[str]:
    """So many equal shots at the same target, one after another: its state at the end. Stuns are the target's."""
    facts = Shot(MISSILES[weapon], hundredths(distance), Cover(cover))
    return series_of_shots(a_model(shoot=shoot), a_model("b", "blue", armour=armour, stuns=stuns), facts, shots)


def series_of_shots(
    shooter: Figure, target: Figure, facts: Shot, shots: int, options: Options = OPTIONS
) -> Distribution[str]:
    def one_shot(referee: Referee, battle: Battle) -> None:
        shoot(referee, battle, battle.figures[shooter.id], battle.figures[target.id], facts)

    ends = chain(
        one_shot,
        a_skirmish(shooter, target, options=options),
        over=lambda b: not b.figures[target.id].standing,
        steps=shots,
    )
    return ends.map(lambda end: state_of(end.situation.figures[target.id]))


def shot_into_melee(
    shoot: int = 1,
    weapon: Weapon = "musket",
    distance: float = 12,
    armour: int = 0,
    friends: int = 1,
    other_foes: int = 0,
    friend_armour: int = 0,
) -> Distribution[str]:
    """A shot into a fight: who is hit, the target, a friend, another foe, or no one?"""
    facts = Shot(MISSILES[weapon], hundredths(distance), engaged=True)
    target = a_model("target", "blue", armour=armour)
    others = [a_model(f"friend {n}", armour=friend_armour) for n in range(friends)] + [
        a_model(f"foe {n}", "blue") for n in range(other_foes)
    ]
    chances = into_melee(
        a_model("shooter", shoot=shoot), target, others, {figure.id: facts for figure in (target, *others)}
    )
    return chances.map(lambda end: "no one" if end[1] is Result.MISS else end[0].split()[0])


def into_melee(
    shooter: Figure, target: Figure, others: list[Figure], facts: dict[str, Shot], options: Options = OPTIONS
) -> Distribution[tuple[str, Result]]:
    """Who was rolled against last, and with what result."""

    def fire_into(referee: Referee, battle: Battle) -> tuple[str, Result]:
        figures = battle.figures
        rest = [figures[other.id] for other in others]
        victim, hit = stray(referee, battle, figures[shooter.id], figures[target.id], rest, facts)
        return victim.id, hit.result

    return odds(fire_into, a_skirmish(shooter, target, *others, options=options))


def grenade(
    shoot: int = 2, distance: float = 6, foes: int = 2, friends: int = 1, foe_armour: int = 1, friend_armour: int = 1
) -> Distribution[str]:
    """A grenade among men in the open: how many dead on each side?"""
    facts = Shot(MISSILES["grenade"], hundredths(distance))
    thrower = a_model("thrower", shoot=shoot)
    victims = [a_model(f"foe {n}", "blue", armour=foe_armour) for n in range(foes)] + [
        a_model(f"friend {n}", armour=friend_armour) for n in range(friends)
    ]

    def burst(referee: Referee, battle: Battle) -> str:
        figures = [battle.figures[victim.id] for victim in victims]
        against_all(referee, battle, battle.figures[thrower.id], figures, [facts] * len(figures))
        dead = [figure.side for figure in figures if not figure.standing]
        return f"{dead.count('blue')} of his, {dead.count('red')} of yours"

    return odds(burst, a_skirmish(thrower, *victims))
