"""Magic: power, announcing and preparing, throwing the die, boosting and opposing (HA-MAG)."""

from collections.abc import Callable

from grognard.games.high_adventure import major_abilities, minor_abilities, sorcerers
from grognard.games.high_adventure.abilities import ABILITIES, Ability
from grognard.games.high_adventure.aims import AT_A_POINT, NEEDS_NO_TARGET, split_key, targets
from grognard.games.high_adventure.artefacts import may_trigger, spend
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.contact import stand
from grognard.games.high_adventure.control import return_to_shape
from grognard.games.high_adventure.effects import end_of_turn, start_of_turn
from grognard.games.high_adventure.figures import Figure, State
from grognard.games.high_adventure.groups import hearers
from grognard.games.high_adventure.orders import asks
from grognard.games.high_adventure.points import point_out
from grognard.games.high_adventure.preparation import begin, finish, is_ready, is_still
from grognard.games.high_adventure.things import Casting, Item
from grognard.games.high_adventure.wounds import take_out, wound_limit
from grognard.kernel.choice import Pick
from grognard.kernel.dice import D6
from grognard.kernel.referee import Referee

Working = Callable[[Referee, Battle, Figure, Casting], None]

WORKINGS: dict[str, Working] = {
    "Smoke": minor_abilities.smoke,
    "Levitate": minor_abilities.levitate,
    "Open/Lock/Close": minor_abilities.open_lock_close,
    "Find": minor_abilities.find,
    "Light torch": minor_abilities.light_torch,
    "Oppose": minor_abilities.oppose,
    "Sleep": minor_abilities.sleep,
    "Divine": minor_abilities.divine,
    "Knock back": minor_abilities.knock_back,
    "Wind storm": major_abilities.wind_storm,
    "Start fire": major_abilities.start_fire,
    "Healing": major_abilities.healing,
    "Teleport": major_abilities.teleport,
    "Make invisible": major_abilities.make_invisible,
    "Freeze": major_abilities.freeze,
    "Petrify": major_abilities.petrify,
    "Reanimate": major_abilities.reanimate,
    "Summon": major_abilities.summon,
    "Avatar": major_abilities.avatar,
    "Transform self": major_abilities.transform_self,
    "Hypnotic gaze": major_abilities.hypnotic_gaze,
    "Illusion": major_abilities.illusion,
    "Control": major_abilities.control_bones,
}

OWN_SHAPE = "return to own shape"
HOLD = Pick("hold back", "Hold back: cast nothing this turn, and keep the preparation")


# The die


def may_try(figure: Figure, cost: int) -> bool:
    """HA-MAG-08: an ability that costs more than is left cannot be tried."""
    return cost <= figure.power


def attempt(referee: Referee, battle: Battle, caster: Figure, cost: int, on_belt: bool = False) -> bool:
    """Throw for a casting: it works on a D6 not above the power that is left (HA-MAG-06); only a success is paid for
    (HA-MAG-08)."""
    if not may_try(caster, cost):
        return False
    can_boost = (
        cost + 1 <= caster.power and not on_belt
    )  # HA-RULE-37; against a belt a boost changes nothing (HA-ART-09)
    boosted = (
        can_boost and battle.options.boost == "before_roll" and _wants_boost(referee, battle, caster, declared=True)
    )
    die = referee.roll(
        D6, f"{caster.name}: casting", by=caster.side, rule="HA-MAG-06", seen_by=hearers(battle, caster)
    ).total
    if can_boost and not boosted and battle.options.boost == "after_roll" and die == caster.power + 1:
        boosted = _wants_boost(referee, battle, caster, declared=False)
    if not reaches(die, caster.power, boosted=boosted, on_belt=on_belt):
        return False
    caster.power -= cost + boosted  # HA-MAG-09
    return True


def reaches(die: int, power: int, *, boosted: bool, on_belt: bool) -> bool:
    """Is this roll good enough? A natural 1 never is (HA-MAG-07), and against a belt only a natural 6 (HA-ART-09)."""
    return die == 6 if on_belt else 1 < die <= power + boosted


def _wants_boost(referee: Referee, battle: Battle, caster: Figure, *, declared: bool) -> bool:
    """HA-MAG-09: 1 off the roll for one extra point. Nobody's wizard boosts only what would fail otherwise
    (HA-RULE-79)."""
    if not asks(battle, caster):
        return not declared
    return referee.may(
        caster.side, f"{caster.name}: boost the casting for one extra point?", rule="HA-MAG-09", about=(caster.id,)
    )


# Announcing


def choices(battle: Battle, figure: Figure) -> list[str]:
    """What magic a figure may announce in step 1b: abilities that it can afford, scrolls and objects in its hands."""
    if not figure.able or figure.helpless:
        return []
    if figure.effect("transformed"):
        return [OWN_SHAPE]  # HA-RULE-48: at will, but no casting while transformed
    if figure.fleeing or figure.engaged:
        return []
    found = [name for name in figure.profile.abilities if name in ABILITIES and may_try(figure, ABILITIES[name].cost)]
    return found + [
        f"{'read' if item.kind == 'scroll' else 'use'} {item.id}"
        for item in battle.items_of(figure)
        if may_trigger(battle, figure, item)
    ]


def announce(referee: Referee, battle: Battle, figure: Figure, choice: str) -> None:
    """HA-RULE-38: the ability is announced when preparation begins; "" is no magic this turn."""
    if choice == OWN_SHAPE:
        resume_shape(referee, battle, figure)
    elif choice:
        if figure.preparing != choice:
            referee.tell("{0} begins to prepare {1}", figure, _spell_name(battle, choice), rule="HA-MAG-10")
        begin(figure, choice)
    else:
        finish(figure)


def npc_choice(battle: Battle, figure: Figure) -> str:
    """HA-RULE-79: what a magic user that nobody commands prepares; "" is nothing."""
    return sorcerers.choice(battle, figure, choices(battle, figure))


def resume_shape(referee: Referee, battle: Battle, figure: Figure) -> None:
    """HA-RULE-48: reverting is free; wounds carry over, and may be too many for the own shape."""
    return_to_shape(figure)
    stand(battle, figure, figure.x, figure.y)  # a smaller base may no longer touch anybody
    referee.tell("is itself again", figure, rule="HA-MAJ-11")
    if figure.full_wounds >= wound_limit(battle.options, figure):
        take_out(referee, battle, figure, State.DISABLED, "HA-RULE-48")


def _spell_name(battle: Battle, choice: str) -> str:
    item = _item(battle, choice)
    return f"{item.name} ({item.ability})" if item else choice


def _item(battle: Battle, choice: str) -> Item | None:
    """The scroll or object that a choice names."""
    verb, _, name = choice.partition(" ")
    if verb not in ("read", "use"):
        return None
    return next((item for item in battle.items if item.id == name), None)


def ability_of(battle: Battle, choice: str) -> Ability:
    """The ability that an announcement stands for."""
    item = _item(battle, choice)
    return ABILITIES[item.ability if item else choice]


# The magic step


def casters(battle: Battle) -> list[str]:
    """Whoever throws this turn: quiet, and at the end of the conjuring time (HA-MAG-10); Oppose first (HA-RULE-06)."""
    ready = [figure for figure in battle.figures if figure.preparing and is_still(figure) and is_ready(figure)]
    ready.sort(key=lambda figure: figure.preparing != "Oppose")
    return [figure.id for figure in ready]


def declare(referee: Referee, battle: Battle, figure: Figure) -> None:
    """All casters declare before any die is thrown (HA-RULE-06); the target is named with the die (HA-RULE-38)."""
    item = _item(battle, figure.preparing)
    casting = Casting(figure.id, ability_of(battle, figure.preparing).name, scroll=item.id if item else "")
    battle.castings.append(casting)
    referee.tell("{0} is about to use {1}", figure, casting.ability, rule="HA-RULE-06")


def resolve(referee: Referee, battle: Battle, casting: Casting) -> None:
    """One casting: target, die, effect."""
    caster = battle.figure(casting.caster)
    casting.done = True
    if not caster.preparing or not is_still(caster):
        return  # it was spoiled since it was declared (HA-RULE-38)
    if (
        caster.effect("opposed") and casting.ability != "Oppose"
    ):  # HA-RULE-42: two who oppose each other resolve together
        casting.opposed = True
        referee.tell("is opposed and can use no magic this turn", caster, rule="HA-RULE-42")
        return
    if not aim(referee, battle, caster, casting):
        return
    finish(caster)
    if not works(referee, battle, caster, casting):
        referee.tell("{0} tries {1} in vain", caster, casting.ability, rule="HA-MAG-06")
        return
    referee.tell("{0} succeeds with {1}", caster, casting.ability, rule="HA-MAG-06")
    WORKINGS[casting.ability](referee, battle, caster, casting)


def works(referee: Referee, battle: Battle, caster: Figure, casting: Casting) -> bool:
    """Throw the die; scrolls and objects never fail and cost no power (HA-ART-01, HA-ART-03)."""
    if casting.scroll:
        spend(referee, battle, caster, casting.scroll)
        return True
    victim = battle.piece(casting.target)
    on_belt = isinstance(victim, Figure) and victim.profile.belt and victim.side != caster.side
    return attempt(referee, battle, caster, ABILITIES[casting.ability].cost, on_belt)


def aim(referee: Referee, battle: Battle, caster: Figure, casting: Casting) -> bool:
    """Name the target, and the point where one is needed; False if there is none, or the player holds back."""
    ability = ABILITIES[casting.ability]
    if ability.name in NEEDS_NO_TARGET:
        return True
    if not asks(battle, caster):
        return sorcerers.aim(battle, caster, casting)
    if ability.name not in AT_A_POINT:
        options = targets(battle, caster, ability)
        if not options:
            referee.tell("{0} has no target for {1}", caster, ability.name, rule="HA-MAG-13")
            return False
        picked = referee.choose(
            caster.side,
            f"{caster.name}: {ability.name} at whom?",
            [*options, HOLD],
            rule=ability.rule,
            about=(caster.id,),
        )
        if picked is HOLD or picked.key == HOLD.key:
            return False
        casting.use, casting.target = split_key(picked.key)
    return point_out(referee, battle, caster, casting)


__all__ = [
    "announce",
    "attempt",
    "casters",
    "choices",
    "declare",
    "end_of_turn",
    "npc_choice",
    "resolve",
    "start_of_turn",
]
