"""Magic users whom nobody commands: what they prepare, and at whom they aim it (HA-RULE-79, HA-SOL-55)."""

from collections.abc import Callable

from grognard.games.high_adventure import visibility
from grognard.games.high_adventure.abilities import ABILITIES
from grognard.games.high_adventure.aims import AT_A_POINT, casting_foes, split_key, targets
from grognard.games.high_adventure.aims_at_things import combustibles
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.control import followers, has_called
from grognard.games.high_adventure.creatures import SUMMONED
from grognard.games.high_adventure.figures import Figure, Order, gap
from grognard.games.high_adventure.placing import free_spot
from grognard.games.high_adventure.points import Points
from grognard.games.high_adventure.reach import enemies_in_reach
from grognard.games.high_adventure.things import Casting
from grognard.ground.gaps import spot_gap

AT_THE_NEAREST = ("Sleep", "Hypnotic gaze", "Knock back")  # after Oppose and the major ability, in this order
CALLED = {"Summon": tuple(SUMMONED.values()), "Control": ("skeleton",), "Reanimate": ("zombie",), "Avatar": ("human",)}
WATCH = 600  # a master of reanimated zombies stirs when an enemy is so near


def choice(battle: Battle, figure: Figure, offered: list[str]) -> str:
    """What he prepares this turn: the first of his abilities that has a legal target; "" if none has, and then he
    follows his order."""
    if figure.order in (Order.WITHDRAW, Order.FLEE) or watches_over(battle, figure):
        return ""
    for name in in_turn(offered):
        if name in WORTHWHILE and WORTHWHILE[name](battle, figure):
            return name
    for name in (*AT_THE_NEAREST, "Smoke"):
        if name in offered and _at_nearest(battle, figure, name):
            return name
    return ""


def in_turn(names: list[str]) -> list[str]:
    """HA-RULE-79: Oppose first, then the majors as known, then the rest."""
    known = [name for name in names if name in ABILITIES]
    return sorted(known, key=lambda name: (name != "Oppose", not ABILITIES[name].major))


def watches_over(battle: Battle, figure: Figure) -> bool:
    """He has raised the dead, and does nothing else until an enemy is within 6"."""
    if not any(follower.effect("reanimated") for follower in followers(battle, figure)):
        return False
    return not any(gap(figure, foe) <= WATCH for foe in battle.enemies(figure.side))


def nearest_victim(battle: Battle, figure: Figure, name: str) -> Figure | None:
    """The nearest enemy that the ability may be aimed at and who is not helpless."""
    return next((foe for foe in enemies_in_reach(battle, figure, ABILITIES[name]) if not foe.helpless), None)


def _at_nearest(battle: Battle, figure: Figure, name: str) -> bool:
    if name == "Smoke":
        return _nearest_archer(battle, figure) is not None
    return nearest_victim(battle, figure, name) is not None


def _nearest_archer(battle: Battle, figure: Figure) -> Figure | None:
    archers = [foe for foe in enemies_in_reach(battle, figure, ABILITIES["Smoke"]) if foe.profile.missile is not None]
    return next((foe for foe in archers if not _in_smoke(battle, foe)), None)


def _in_smoke(battle: Battle, figure: Figure) -> bool:
    return any(
        cloud.kind == "smoke" and (cloud.x - figure.x) ** 2 + (cloud.y - figure.y) ** 2 <= cloud.radius**2
        for cloud in battle.clouds
    )


# When each ability is worth preparing


def _opposes(battle: Battle, figure: Figure) -> bool:
    return any(True for _ in casting_foes(battle, figure, ABILITIES["Oppose"]))


def _calls(name: str) -> Callable[[Battle, Figure], bool]:
    def calls(battle: Battle, figure: Figure) -> bool:
        return not has_called(battle, figure, CALLED[name]) and (
            name in ("Summon", "Avatar") or bool(targets(battle, figure, ABILITIES[name]))
        )

    return calls


def _raises(battle: Battle, figure: Figure) -> bool:
    bodies = any(pick.key.startswith("raise") for pick in targets(battle, figure, ABILITIES["Reanimate"]))
    return bodies and not visibility.seen_by(battle, [figure])


def _storms(battle: Battle, figure: Figure) -> bool:
    return figure.effect("wind") is None and any(
        gap(figure, foe) <= ABILITIES["Wind storm"].reach for foe in battle.enemies(figure.side)
    )


def _strikes(name: str) -> Callable[[Battle, Figure], bool]:
    return lambda battle, figure: nearest_victim(battle, figure, name) is not None


def _burns(battle: Battle, figure: Figure) -> bool:
    return burning_point(battle, figure) is not None


def _heals(battle: Battle, figure: Figure) -> bool:
    return any(battle.figure(pick.key).side == figure.side for pick in targets(battle, figure, ABILITIES["Healing"]))


def _hides(battle: Battle, figure: Figure) -> bool:
    return not figure.invisible and bool(visibility.seen_by(battle, [figure]))


WORTHWHILE: dict[str, Callable[[Battle, Figure], bool]] = {
    "Oppose": _opposes,
    "Wind storm": _storms,
    "Start fire": _burns,
    "Healing": _heals,
    "Make invisible": _hides,
    "Freeze": lambda battle, figure: battle.options.freeze_figures == "yes" and _strikes("Freeze")(battle, figure),
    "Petrify": _strikes("Petrify"),
    "Reanimate": _raises,
    "Summon": _calls("Summon"),
    "Avatar": _calls("Avatar"),
    "Control": _calls("Control"),
}


def burning_point(battle: Battle, figure: Figure) -> str | None:
    """The combustible thing nearest to the nearest enemy in sight, if the enemy stands within 3" of it."""
    victim = nearest_victim(battle, figure, "Start fire")
    if victim is None:
        return None
    near = [
        (spot_gap(feature.shape, victim.x, victim.y), feature.name)
        for feature, _, _ in combustibles(battle, figure, ABILITIES["Start fire"])
    ]
    best = min(near, default=None)
    return best[1] if best is not None and best[0] <= 300 else None


# Aiming


def aim(battle: Battle, caster: Figure, casting: Casting) -> bool:
    """Name the target as the ruling says; False if there is none."""
    name = casting.ability
    if name == "Smoke":
        archer = _nearest_archer(battle, caster)
        if archer is not None:
            casting.x, casting.y = archer.x, archer.y
        return archer is not None
    if name in AT_A_POINT:
        return _place(battle, caster, casting)
    if name == "Start fire":
        casting.use, casting.target = "burn", burning_point(battle, caster) or ""
        return bool(casting.target)
    if name in ("Sleep", "Hypnotic gaze", "Knock back", "Freeze", "Petrify"):
        victim = nearest_victim(battle, caster, name)
        casting.target = victim.id if victim else ""
        return victim is not None
    return _first(battle, caster, casting)


def _place(battle: Battle, caster: Figure, casting: Casting) -> bool:
    """A servant stands beside him; an illusion before the nearest enemy."""
    if casting.ability == "Avatar":
        spot = free_spot(battle, caster.x, caster.y, 50, caster.side, ABILITIES["Avatar"].reach)
    else:
        points = Points(battle, caster, casting.ability)
        spot = (points[0].x, points[0].y) if len(points) else None
    if spot is not None:
        casting.x, casting.y = spot
    return spot is not None


def _first(battle: Battle, caster: Figure, casting: Casting) -> bool:
    """The nearest body, bones or friend; nothing where there is none."""
    picks = targets(battle, caster, ABILITIES[casting.ability])
    if casting.ability == "Make invisible":
        picks = [pick for pick in picks if pick.key == caster.id]
    elif casting.ability == "Healing":
        picks = [pick for pick in picks if battle.figure(pick.key).side == caster.side]
    elif casting.ability == "Reanimate":
        picks = [pick for pick in picks if pick.key.startswith("raise")]
    if not picks:
        return False
    casting.use, casting.target = split_key(picks[0].key)
    if casting.target == "anywhere":
        spot = free_spot(battle, caster.x, caster.y, 50, caster.side, ABILITIES["Control"].reach, gap=800)
        if spot is None:
            return False
        casting.x, casting.y = spot
    return True
