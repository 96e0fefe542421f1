"""Those whom magic calls up: whom they obey, and what becomes of them when that ends."""

from msgspec.structs import replace

from grognard.games.high_adventure import wounds
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.creatures import creature, profile_of
from grognard.games.high_adventure.figures import Effect, Figure, Order, State, gap, other_side
from grognard.kernel.referee import Referee


def followers(battle: Battle, master: Figure) -> list[Figure]:
    """Able figures that obey this magic user."""
    return [figure for figure in battle.figures if figure.controller == master.id and figure.able]


def has_called(battle: Battle, master: Figure, kinds: tuple[str, ...]) -> bool:
    """Does anything of these kinds that he called up still stand?"""
    return any(figure.kind in kinds and not figure.bound for figure in followers(battle, master))


def master_lost(referee: Referee, battle: Battle, master: Figure) -> None:
    """A magic user went out of play: the undead that he controlled fall, and what he summoned goes (HA-CRE-12a,
    HA-CRE-13a)."""
    for figure in followers(battle, master):
        if master.state is State.DISABLED:  # HA-RULE-50: while he is only disabled they stand idle
            _stand_idle(battle, figure)
        elif creature(figure.kind).undead:
            _fall(referee, battle, figure)
        elif figure.effect("summoned") or figure.effect("avatar"):
            vanish(referee, battle, figure, "HA-CRE-10a")
        else:
            figure.controller = ""


def _stand_idle(battle: Battle, figure: Figure) -> None:
    group = battle.group_of(figure)
    group.order = Order.STAND
    for member in battle.members(group):
        member.order = Order.STAND


def _fall(referee: Referee, battle: Battle, figure: Figure) -> None:
    """HA-MAJ-14, HA-CRE-12a: without the will that moved it, it is nothing but bones."""
    referee.tell(
        "falls apart, for the magic user who controlled it is gone", figure, rule=creature(figure.kind).rule + "a"
    )
    wounds.take_out(referee, battle, figure, State.DESTROYED, creature(figure.kind).rule + "a")


def vanish(referee: Referee, battle: Battle, figure: Figure, rule: str) -> None:
    """It is no longer there: a demon whose time is up, an avatar that was struck."""
    referee.tell("vanishes", figure, rule=rule)
    wounds.take_out(referee, battle, figure, State.GONE, rule)


def does_nothing_else(battle: Battle, master: Figure) -> bool:
    """HA-RULE-46: no move, shot, fight, casting or other action this turn."""
    fought = any(master.id in (melee.one, melee.other) for melee in battle.melees)
    acted = master.acted or master.walked or master.shot == battle.turn or master.busy or master.preparing
    return master.able and not master.helpless and not fought and not master.engaged and not acted


def keep_up(referee: Referee, battle: Battle, figure: Figure) -> None:
    """HA-MAJ-08a: at the end of a later turn: a reanimated zombie whose master did something else is his no longer."""
    called = figure.effect("reanimated")
    if called is None or called.since == battle.turn or not figure.controller:
        return
    master = battle.piece(figure.controller)
    if not isinstance(master, Figure) or does_nothing_else(battle, master):
        return
    figure.controller = ""
    if battle.options.loose_zombie == "rampage":
        _run_wild(referee, battle, figure)
    else:
        collapse(referee, battle, figure)


def collapse(referee: Referee, battle: Battle, figure: Figure) -> None:
    """HA-RULE-46: the zombie is a corpse again, where it stands, and could be raised once more."""
    referee.tell("collapses into a corpse", figure, rule="HA-MAJ-08a")
    for body in battle.figures:
        raised = body.effect("raised")
        if raised is not None and raised.by == figure.id:
            body.effects.remove(raised)
            body.x, body.y = figure.x, figure.y
    wounds.take_out(referee, battle, figure, State.GONE, "HA-MAJ-08a")


def _run_wild(referee: Referee, battle: Battle, figure: Figure) -> None:
    """HA-RULE-46, `loose_zombie = rampage`: it goes for the nearest living figure, whoever that is."""
    referee.tell("is nobody's now and goes for the nearest living figure", figure, rule="HA-RULE-46")
    figure.effects.append(Effect("rampage", since=battle.turn))
    turn_on_the_living(battle, figure)


def turn_on_the_living(battle: Battle, figure: Figure) -> None:
    """A loose zombie is always the enemy of whoever living is nearest."""
    living = [
        other for other in battle.figures if other.able and other is not figure and not creature(other.kind).undead
    ]
    if not living:
        return
    group = battle.group_of(figure)
    figure.side = group.side = other_side(min(living, key=lambda other: gap(figure, other)).side)
    figure.order = group.order = Order.ATTACK


# Other shapes


def take_shape(battle: Battle, figure: Figure, kind: str) -> None:
    """HA-RULE-48: Strength, armour, Weapon Skill and move of the new shape; mind and wounds are its own."""
    shape = profile_of(kind, battle.options)
    figure.shape = figure.profile
    figure.profile = replace(
        figure.profile,
        kind=shape.kind,
        strength=shape.strength,
        armour=shape.armour,
        weapons=shape.weapons,
        move=shape.move,
        radius=shape.radius,
        fly=shape.fly,
        shield=False,
    )
    figure.hand = shape.hand_weapon.name
    figure.effects.append(Effect("transformed", by=figure.id, since=battle.turn))


def return_to_shape(figure: Figure) -> None:
    """HA-MAJ-11: back in its own shape, at will or because it was killed."""
    if figure.shape is None:
        return
    figure.profile, figure.shape = figure.shape, None
    weapon = figure.profile.hand_weapon
    figure.hand = weapon.name if weapon in figure.profile.weapons else ""
    figure.effects = [effect for effect in figure.effects if effect.name != "transformed"]
