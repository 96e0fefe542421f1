"""The odds that players ask about magic and faith, counted over the playing rules in small situations."""

from fractions import Fraction
from typing import Any, Literal

from grognard.games.confrontation.battle import KILLED, LEVELS, Battle, Fighter, Side
from grognard.games.confrontation.calling import Bond, Call, divine
from grognard.games.confrontation.chances import chance
from grognard.games.confrontation.chances_magic import call_odds, cast_odds, mana_odds, power_of, with_answers
from grognard.games.confrontation.incantation import Cast, incant
from grognard.games.confrontation.mastery import Mastery
from grognard.games.confrontation.miracles import MIRACLES, Miracle
from grognard.games.confrontation.options import Options
from grognard.games.confrontation.profile import ELEMENTS, Profile
from grognard.games.confrontation.spells import INSTINCTIVE, SPELLS, Spell, flat, is_friend
from grognard.games.confrontation.tests_of_skill import thrifty
from grognard.kernel.choice import Option, Question
from grognard.kernel.odds import Distribution, outcomes_of
from grognard.kernel.referee import Referee

SixRule = Literal["push", "safe", "flat"]
Rank = Literal["initiate", "adept", "master", "virtuoso"]
Level = Literal["none", "light", "serious", "critical"]
BASE = 250  # two small bases in contact stand so far apart


# Situations


def _a_battle(six_rule: SixRule, *fighters: Fighter) -> Battle:
    sides = [Side(id="red", name="Red"), Side(id="blue", name="Blue")]
    return Battle(options=Options(six_rule=six_rule), sides=sides, fighters=list(fighters))


def _a_mage(name: str, side: str, power: int, gems: int, element: str = "light", **more: Any) -> Fighter:
    held = tuple(gems if element == own else 0 for own in ELEMENTS)
    profile = Profile(
        name, name.title(), kind="pure_mage", rank=more.pop("rank", "adept"), power=power, elements=(element,)
    )
    return Fighter(name, side, name.title(), profile=profile, gems=held, **more)


def _a_foe(fighter: Fighter) -> list[Fighter]:
    """Somebody who holds a fighter in hand-to-hand, behind its back."""
    side, away = ("blue", -BASE) if fighter.side == "red" else ("red", BASE)
    profile = Profile("foe", "Foe", cou=4)
    return [Fighter(f"foe of {fighter.id}", side, "Foe", profile=profile, x=fighter.x, y=fighter.y + away)]


def _a_target(spell: Spell | Miracle, level: str, **card: Any) -> Fighter:
    """Whoever a spell is meant for, 5 cm off: a friend if it helps."""
    profile = Profile("target", "Target", dis=3, power=1, aspects=(1, 0, 0), kind="pure_mage", **card)
    target = Fighter("target", "red", "Target", profile=profile, x=BASE + 500, level=LEVELS.index(level))
    if not spell.targets(_a_battle("push"), target.copy(), target):
        target.side = "blue"
    return target


def _nothing(referee: Referee, battle: Battle, caster: Fighter, target: Fighter) -> None:
    """What a spell does that is asked about only as a test."""


def _fate(before: Fighter, after: Fighter, outcome: str) -> str:
    """What became of a target, in a word or two."""
    if outcome != "effect":
        return outcome
    if after.level == KILLED:
        return "killed"
    if after.level != before.level:
        return LEVELS[after.level] if after.level > before.level else "healed"
    if after.routed and not before.routed:
        return "in rout"
    if after.stunned > before.stunned:
        return "stunned"
    return "no harm" if after.effects == before.effects else "under its effect"


# The questions


def mana(
    rank: Rank = "initiate", power: int = 3, in_melee: bool = False, routed: bool = False, six_rule: SixRule = "push"
) -> Distribution[int]:
    """How many gems does a pure magician get back in the mystic phase? Sixes are kept."""
    mage = _a_mage("mage", "red", power, 0, rank=rank, routed=routed)
    battle = _a_battle(six_rule, mage, *(_a_foe(mage) if in_melee else []))
    return mana_odds(battle, mage, thrifty).map(lambda came: came[0])


def cast(
    power: int = 4,
    difficulty: int = 6,
    mastery_gems: int = 1,
    counter_power: int = 5,
    in_melee: bool = False,
    counter_in_melee: bool = False,
    six_rule: SixRule = "push",
) -> Distribution[str]:
    """Does a spell work, fail, or fall to counter-magic? `counter_power = 0`: nobody counters."""
    spell = Spell("The Spell", "C3-CAST-04", "light", 1, flat(difficulty), 3000, 1, is_friend, _nothing)
    caster = _a_mage("caster", "red", power, 1 + mastery_gems)
    counter = _a_mage("counter", "blue", counter_power, 1, y=1000, facing=180) if counter_power else None
    target = _a_target(spell, "none")
    battle = _a_battle(six_rule, caster, target, *(_a_foe(caster) if in_melee else []))
    if counter is not None:
        battle.fighters += [counter, *(_a_foe(counter) if counter_in_melee else [])]
    return cast_odds(battle, caster, spell, target, mastery_gems, counter, thrifty)


def spell(
    spell: Literal[tuple(SPELLS)] = "emberlance",  # type: ignore[valid-type]
    power: int = 4,
    mastery_gems: int = 0,
    counter_power: int = 0,
    res: int = 5,
    level: Level = "none",
    cou: int = 4,
    force: int = 1,
) -> Distribution[str]:
    """What becomes of the target of a spell within range: healed, wounded, killed, in rout, under its effect?"""
    cast_spell = SPELLS[spell]
    element = "light" if cast_spell.element == INSTINCTIVE else cast_spell.element
    caster = _a_mage("caster", "red", power, cast_spell.cost + mastery_gems, element)
    counter = _a_mage("counter", "blue", counter_power, 1, y=800, facing=180) if counter_power else None
    target = _a_target(cast_spell, level, res=res, cou=cou, force=force) if cast_spell.range else caster
    battle = _a_battle("push", caster, *([] if target is caster else [target]), *([] if counter is None else [counter]))
    before = target.copy()

    def seen(came: Any, battle: Battle, caster: Fighter, spell: Spell, target: Fighter) -> str:
        return _fate(before, target, came.outcome)

    policy = with_answers(thrifty, mastery_gems, counter)
    return outcomes_of(incant, battle, caster, cast_spell, target, see=seen, policy=policy)


def call(
    faith: int = 3,
    difficulty: int = 6,
    bond: int = 0,
    censure: int = 0,
    in_melee: bool = False,
    illuminated: bool = False,
    six_rule: SixRule = "push",
) -> Distribution[str]:
    """Does a miracle come when it is called? `bond`: T.F. more; `censure`: points of effect against it."""
    abilities = ("illuminated",) if illuminated else ()
    profile = Profile(
        "caller", "Caller", kind="pure_faithful", rank="devout", aspects=(faith, 0, 0), abilities=abilities
    )
    caller = Fighter("caller", "red", "Caller", profile=profile)
    battle = _a_battle(six_rule, caller, *(_a_foe(caller) if in_melee else []))
    works = call_odds(battle, caller, difficulty, bond, censure, thrifty)
    return Distribution({name: share for name, share in (("effect", works), ("failed", 1 - works)) if share})


def miracle(
    miracle: Literal[tuple(MIRACLES)] = "word_of_ruin",  # type: ignore[valid-type]
    faith: int = 4,
    bond: int = 0,
    censure: int = 0,
    res: int = 5,
    level: Level = "none",
) -> Distribution[str]:
    """What becomes of the target of a miracle within range: healed, wounded, killed, under its effect?"""
    called = MIRACLES[miracle]
    tf = called.fervour + bond
    profile = Profile("caller", "Caller", kind="pure_faithful", rank="devout", aspects=(faith, 0, 0), aura=1500, cou=4)
    caller = Fighter("caller", "red", "Caller", profile=profile, tf=tf)
    monk = Profile("censor", "Censor", kind="warrior_monk", rank="devout", aspects=(1, 0, 0))
    censor = Fighter("censor", "blue", "Censor", profile=monk, y=500, facing=180, tf=censure)
    target = _a_target(called, level, res=res, cou=4) if called.range > 0 else caller
    battle = _a_battle("push", caller, *([] if target is caller else [target]), *([censor] if censure else []))
    before = target.copy()

    def seen(came: Any, battle: Battle, caller: Fighter, miracle: Miracle, target: Fighter) -> str:
        return _fate(before, target, came.outcome)

    policy = with_answers(thrifty, bond, None, censure)
    return outcomes_of(divine, battle, caller, called, target, see=seen, policy=policy)


# Beside the options of a player


def forecast_magic(battle: Battle, question: Question, option: Option) -> list[tuple[str, Fraction]] | None:
    """How likely a spell or a miracle works if nobody answers it; distances are not measured beforehand."""
    if not question.about:
        return None
    fighter = battle.fighter(question.about[0])
    if isinstance(option, Cast):
        return _works(
            battle, power_of(battle, fighter), SPELLS[option.spell].difficulty(battle.fighter(option.target)), 1
        )
    if isinstance(option, Mastery) and option.need:
        return _works(battle, power_of(battle, fighter), option.need, 1 + option.gems)
    if isinstance(option, Call):
        return [("works", call_odds(battle, fighter, MIRACLES[option.miracle].difficulty, 0, 0, thrifty))]
    if isinstance(option, Bond):
        return [("works", call_odds(battle, fighter, option.need, option.points, 0, thrifty))]
    return None


def _works(battle: Battle, value: int, difficulty: int, dice: int) -> list[tuple[str, Fraction]]:
    return [("works", chance(battle.options, value, difficulty, dice=dice))]


QUESTIONS_MAGIC: dict[str, Any] = {"mana": mana, "cast": cast, "spell": spell, "call": call, "miracle": miracle}
