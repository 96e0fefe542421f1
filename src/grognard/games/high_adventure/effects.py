"""How long magic lasts: release rolls at the start of a turn, running down at its end (HA-RULE-40)."""

from grognard.games.high_adventure import control, divine, wounds
from grognard.games.high_adventure.attributes import passes
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.contact import stand
from grognard.games.high_adventure.creatures import is_immune_to_frost
from grognard.games.high_adventure.dungeons import set_door
from grognard.games.high_adventure.figures import INCH, Effect, Figure, State, gap
from grognard.games.high_adventure.groups import hearers
from grognard.games.high_adventure.preparation import count_turn, disturb, is_ready, is_still
from grognard.games.high_adventure.things import Cloud, Door
from grognard.games.high_adventure.visibility import look_round
from grognard.ground.measure import root_up
from grognard.kernel.dice import D6, Dice
from grognard.kernel.referee import Referee

RELEASED_ON = 6
RELEASE_RULES = {"sleep": "HA-MIN-07", "invisible": "HA-MAJ-05", "entranced": "HA-MAJ-12"}
GAZE_TURNS = 3  # HA-MAJ-12: in any case free after three turns
FROZEN_TO_DEATH = 4  # HA-MAJ-06a
WORDS = {
    "sleep": "wakes up",
    "invisible": "can be seen again",
    "entranced": "shakes off the gaze",
    "petrified": "is flesh again",
    "frozen": "thaws",
}


# Laying it on


def lay_on(referee: Referee, battle: Battle, figure: Figure, name: str, by: str, turns: int = 0) -> Effect:
    """Put an effect on a figure; one that makes it helpless breaks its preparation (HA-RULE-38)."""
    lift_off(figure, name)
    effect = Effect(name, by=by, turns=turns, since=battle.turn)
    figure.effects.append(effect)
    if figure.helpless:
        disturb(battle, figure)
    return effect


def lift_off(figure: Figure, name: str) -> bool:
    """Take an effect off a figure, if it has it."""
    effect = figure.effect(name)
    if effect is None:
        return False
    figure.effects = [other for other in figure.effects if other is not effect]
    return True


def roll_duration(
    referee: Referee, dice: Dice, what: str, by: str, rule: str, seen_by: tuple[str, ...] | None = None
) -> int:
    """D6 or 2D6 turns (HA-DICE-06)."""
    return referee.roll(dice, f"turns of {what}", by=by, rule=rule, seen_by=seen_by).total


# The start of a turn


def start_of_turn(referee: Referee, battle: Battle) -> None:
    """Release rolls, thrown at the very start of each later turn; they work at once (HA-RULE-40)."""
    for figure in list(battle.figures):
        figure.disturbed = False
        if figure.state is State.ABLE and figure.effects:
            for effect in [
                effect for effect in figure.effects if effect.name in RELEASE_RULES and effect.since < battle.turn
            ]:
                if is_released(referee, battle, figure, effect):
                    lift_off(figure, effect.name)
                    referee.tell(WORDS[effect.name], figure, rule=RELEASE_RULES[effect.name])
            if figure.effect("rampage"):
                control.turn_on_the_living(battle, figure)
        elif figure.state is State.DISABLED and figure.kind == "zombie":
            rise_again(referee, battle, figure)
    for door in battle.doors:
        if door.held and door.held < battle.turn:
            release_door(referee, battle, door)


def is_released(referee: Referee, battle: Battle, figure: Figure, effect: Effect) -> bool:
    """One release roll: a 6, or for the entranced a Strength test (HA-MAJ-12)."""
    rule = RELEASE_RULES[effect.name]
    if effect.name == "entranced":
        return passes(
            referee, battle, figure, wounds.dice_left(battle.options, figure), "Strength, to escape the gaze", rule
        )
    return roll_release(
        referee, f"{figure.name}: release from {effect.name}", figure.side, rule, hearers(battle, figure)
    )


def roll_release(referee: Referee, what: str, by: str, rule: str, seen_by: tuple[str, ...] | None = None) -> bool:
    """A D6; on a 6 it ends."""
    return referee.roll(D6, what, by=by, rule=rule, seen_by=seen_by).total >= RELEASED_ON


def release_door(referee: Referee, battle: Battle, door: Door) -> None:
    """HA-MIN-03: on a 6 the door goes back to what it was."""
    caster = battle.sides[0].id if battle.sides else ""
    if roll_release(referee, f"{door.name}: the magic lets go", caster, "HA-MIN-03"):
        set_door(battle, door, door.was_shut, door.was_locked)
        door.held = 0
        referee.tell("The door {} is as it was", door.name, rule="HA-MIN-03")


def rise_again(referee: Referee, battle: Battle, zombie: Figure) -> None:
    """HA-RULE-68, `zombie_fall = rises_on_6`: a fallen zombie gets up at the start of a later turn."""
    if battle.options.zombie_fall != "rises_on_6" or zombie.died >= battle.turn:
        return
    if referee.roll(D6, f"{zombie.name} rises again", by=zombie.side, rule="HA-RULE-68").total == 6:
        zombie.state, zombie.light_wounds = State.ABLE, 0
        stand(battle, zombie, zombie.x, zombie.y)
        referee.tell("gets up again", zombie, rule="HA-RULE-68")


# The end of a turn


def end_of_turn(referee: Referee, battle: Battle) -> None:
    """Preparations are counted, upkeep is looked at, timed effects lose a turn and end at 0 (HA-RULE-40)."""
    for figure in list(battle.figures):
        if figure.preparing:
            count_preparation(figure)
        if figure.state is not State.ABLE or not figure.effects:
            continue
        for effect in list(figure.effects):
            if figure.able:
                run_down(referee, battle, figure, effect)
        if figure.able:
            control.keep_up(referee, battle, figure)
    for cloud in list(battle.clouds):
        clear_up(referee, battle, cloud)


def count_preparation(figure: Figure) -> None:
    """HA-MAG-10: a quiet turn counts; one in which somebody opposed it does not, but nothing is lost (HA-RULE-42)."""
    opposed = lift_off(figure, "opposed")
    if not is_still(figure):
        figure.preparing, figure.prepared = "", 0
    elif not opposed and not is_ready(figure):
        count_turn(figure)


def run_down(referee: Referee, battle: Battle, figure: Figure, effect: Effect) -> None:
    """One turn less; what is up ends."""
    if effect.name in ("floating", "lifts"):
        hold_up(referee, battle, figure, effect)
    elif effect.name == "opposed":
        lift_off(figure, "opposed")
    elif effect.name == "unbound" and (effect.since < battle.turn or battle.options.magic_step == "before_melee"):
        control.vanish(referee, battle, figure, "HA-MAJ-09c")
    elif effect.turns and effect.since < battle.turn:
        effect.turns -= 1
        if effect.name == "frozen" and freezes_to_death(battle, figure, effect):
            freeze_to_death(referee, battle, figure)
        elif effect.turns == 0:
            ends(referee, battle, figure, effect)


def ends(referee: Referee, battle: Battle, figure: Figure, effect: Effect) -> None:
    """A timed effect is over."""
    if effect.name in ("summoned", "avatar"):
        control.vanish(referee, battle, figure, "HA-CRE-10a" if effect.name == "summoned" else "HA-MAJ-10")
        return
    lift_off(figure, effect.name)
    if effect.name in WORDS:
        referee.tell(WORDS[effect.name], figure, rule="HA-RULE-40")


def freezes_to_death(battle: Battle, figure: Figure, effect: Effect) -> bool:
    """HA-MAJ-06a, HA-RULE-51: the fourth frozen turn kills all but undead and cold creatures."""
    return battle.turn - effect.since == FROZEN_TO_DEATH and not is_immune_to_frost(figure.kind)


def freeze_to_death(referee: Referee, battle: Battle, figure: Figure) -> None:
    """Dead of cold, unless the gods help."""
    if divine.averted(referee, battle, figure, "freezes to death"):
        lift_off(figure, "frozen")
        return
    referee.tell("freezes to death", figure, rule="HA-MAJ-06a")
    frost = figure.effect("frozen")
    caster = battle.piece(frost.by) if frost is not None else None
    by = caster if isinstance(caster, Figure) else None
    wounds.take_out(referee, battle, figure, State.GRIEVOUS if figure.is_pc else State.KILLED, "HA-MAJ-06a", by)


def hold_up(referee: Referee, battle: Battle, figure: Figure, effect: Effect) -> None:
    """HA-RULE-41: the load hangs while the caster stays and does nothing else; then it is set down."""
    caster = figure if effect.name == "lifts" else battle.piece(effect.by)
    if effect.since == battle.turn or not isinstance(caster, Figure) or control.does_nothing_else(battle, caster):
        return
    figure.effects = [other for other in figure.effects if other is not effect]
    for door in battle.doors:
        if effect.name == "lifts" and door.name == effect.by and not door.broken:
            set_door(battle, door, True, door.locked)
    referee.tell("{} is set down", figure if effect.name == "floating" else effect.by, rule="HA-RULE-41")


def clear_up(referee: Referee, battle: Battle, cloud: Cloud) -> None:
    """Smoke and ice go when their turns are up; an illusion stays for the rest of the game."""
    if cloud.turns and cloud.since < battle.turn:
        cloud.turns -= 1
        if cloud.turns == 0:
            battle.clouds = [other for other in battle.clouds if other is not cloud]
            battle.table = battle.table.without(cloud.name)
            referee.tell("The {} is gone", cloud.kind, rule="HA-RULE-40")


# What magic forbids, and seeing through it


def wind_forbids(battle: Battle, figure: Figure, x: int, y: int) -> bool:
    """HA-MAJ-01: would a move to this spot bring an enemy of the caster nearer to him while the storm blows?"""
    for caster in battle.figures:
        if caster.side == figure.side or not caster.effects or caster.effect("wind") is None or not caster.able:
            continue
        if gap(caster, figure) <= 30 * INCH:
            before = (figure.x - caster.x) ** 2 + (figure.y - caster.y) ** 2
            if (x - caster.x) ** 2 + (y - caster.y) ** 2 < before:
                return True
    return False


def disbelieve(referee: Referee, battle: Battle, figure: Figure) -> None:
    """HA-RULE-49: an enemy who comes within 1" of an illusion tests Cleverness; passed, its side sees through it."""
    for cloud in battle.clouds:
        if cloud.kind != "illusion" or cloud.side == figure.side or battle.options.disbelief == "none":
            continue
        side = battle.side(figure.side)
        apart = root_up((cloud.x - figure.x) ** 2 + (cloud.y - figure.y) ** 2) - cloud.radius - figure.radius
        if cloud.name in side.sees_through or apart > INCH:
            continue
        if passes(
            referee, battle, figure, figure.profile.cleverness, "Cleverness, to see through the illusion", "HA-RULE-49"
        ):
            side.sees_through.append(cloud.name)
            look_round(battle)
            referee.tell("sees through the illusion", figure, rule="HA-RULE-49")
