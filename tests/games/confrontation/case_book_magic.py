"""Golden cases of mana, incantation, faith, calling and artefacts: they build a situation and call the game."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from grognard.errors import RecordError
from grognard.games.confrontation import artefacts, calling, countermagic, faith, incantation, mana
from grognard.games.confrontation.battle import Battle, Fighter, Side
from grognard.games.confrontation.calling import Bond, Calling, Censure
from grognard.games.confrontation.chances_magic import call_odds, cast_odds, mana_odds
from grognard.games.confrontation.countermagic import Reply
from grognard.games.confrontation.incantation import Casting
from grognard.games.confrontation.mastery import Mastery
from grognard.games.confrontation.miracles import AURA, Miracle
from grognard.games.confrontation.options import Options
from grognard.games.confrontation.profile import ELEMENTS, Kind, Profile
from grognard.games.confrontation.profiles import cult_abilities
from grognard.games.confrontation.spells import INSTINCTIVE, Spell, flat, is_friend
from grognard.games.confrontation.tests_of_skill import Push
from grognard.kernel.choice import O, Option, Question
from grognard.kernel.referee import Referee, Scripted
from tests.games.confrontation.case_words import policy_of

Given = dict[str, Any]
Handler = Callable[[Given, list[str]], dict[str, Any]]
Pool = Sequence[Sequence[int]]

BASE = 250  # so far apart stand two figures in contact, in hundredths
SOUTH, NORTH = 180, 0


# The situation: red casts or calls from the middle on a friend in the east; blue answers from the north.


def a_battle(given: Given, *fighters: Fighter) -> Battle:
    options = msgspec.convert(given.get("options", {}), Options)
    return Battle(
        options=options, sides=[Side(id="red", name="Red"), Side(id="blue", name="Blue")], fighters=list(fighters)
    )


def a_fighter(name: str, side: str, **more: Any) -> Fighter:
    return Fighter(name, side, name, profile=Profile(name, name, dis=3), **more)


def a_mage(given: Given, name: str, side: str, **more: Any) -> Fighter:
    kind: Kind = "warrior_mage" if given.get("kind") == "warrior_mage" else "pure_mage"
    rank = given.get("rank", "adept")
    profile = Profile(
        name, name, kind=kind, rank=rank, power=given.get("power", 0), path=given.get("path", ""), elements=("fire",)
    )
    return Fighter(name, side, name, profile=profile, routed=given.get("routed", False), **more)


def a_faithful(given: Given, name: str, side: str, **more: Any) -> Fighter:
    abilities = ("illuminated",) if given.get("illuminated") else ()
    profile = Profile(
        name,
        name,
        kind="warrior_monk" if given.get("kind") == "warrior_monk" else "pure_faithful",
        rank=given.get("rank", "devout"),
        aspects=tuple(given.get("aspects", (1, 1, 1))),
        cult=given.get("cult", ""),
        abilities=abilities,
        piety=given.get("piety", 0),
        aura=1000,
    )
    return Fighter(
        name,
        side,
        name,
        profile=profile,
        tf=given.get("tf", 0),
        routed=given.get("routed", False),
        altitude=given.get("altitude", 0),
        **more,
    )


def in_contact_with(fighter: Fighter, given: Given) -> list[Fighter]:
    """An enemy who holds the fighter in hand-to-hand, if the case says so, where he hides nobody."""
    if not given.get("in_melee"):
        return []
    side, away = ("blue", -BASE) if fighter.side == "red" else ("red", +BASE)
    return [a_fighter(f"foe of {fighter.name}", side, x=fighter.x, y=fighter.y + away)]


def in_the_east(given: Given) -> Fighter:
    return a_fighter("target", "red", x=BASE + cm(given.get("distance", 0)))


def in_the_north(given: Given, distance: str) -> dict[str, int]:
    return {"y": BASE + cm(given.get(distance, 1)), "facing": SOUTH if given.get("los", True) else NORTH}


def cm(number: float) -> int:
    return round(number * 100)


def gems_of(named: dict[str, int]) -> tuple[int, ...]:
    return tuple(named.get(element, 0) for element in ELEMENTS)


# Who answers


class Told(Scripted):
    """Dice as a case gives them, red's pool and then blue's; a die with more than one result was rolled again by its owner's choice."""

    def __init__(self, pools: Iterable[Pool], replies: Callable[[Question], Option | str | None]) -> None:
        self.pools = [[list(die) for die in pool] for pool in pools]
        waves = max((len(die) for pool in self.pools for die in pool), default=0)
        super().__init__(
            [face for pool in self.pools for wave in range(waves) for die in pool for face in die[wave : wave + 1]]
        )
        self.pushes = {
            side: [face for die in pool for face in die[:-1]]
            for side, pool in zip(("red", "blue"), self.pools, strict=False)
        }
        self.replies = replies

    def choose(
        self, side: str, text: str, options: Sequence[O], *, rule: str, about: tuple[str, ...] = (), because: str = ""
    ) -> O:
        question = Question(side, text, options, rule, about)
        given = self._push(question) if isinstance(options[0], Push) else self.replies(question)
        if given is None:
            raise RecordError(f"the case does not answer {text!r}")
        self.answers.append(given if isinstance(given, str) else given.key)
        return super().choose(side, text, options, rule=rule, about=about, because=because)

    def _push(self, question: Question) -> Option:
        pushes = self.pushes[question.side]
        again = [o for o in question.options if isinstance(o, Push) and pushes and o.face == pushes[0]]
        if not again:
            return question.options[0]
        pushes.pop(0)
        return again[0]


# Mana


def recovering(given: Given) -> tuple[Battle, Fighter]:
    mage = a_mage(given, "mage", "red", gems=gems_of({"fire": given.get("gems", 0)}))
    return a_battle(given, mage, *in_contact_with(mage, given)), mage


def run_mana(given: Given, wanted: list[str]) -> dict[str, Any]:
    battle, mage = recovering(given)
    came = mana.recover(Told([[given["dice"]]], lambda question: None), battle, mage)
    return {
        "result": "failure" if came.roll.failed else came.roll.total,
        "recovered": came.gems,
        "gems_after": sum(mage.gems),
    }


def run_mana_odds(given: Given, wanted: list[str]) -> dict[str, Any]:
    battle, mage = recovering(given)
    full = mana.reserve(mage.profile.power)
    chances = mana_odds(battle, mage, policy_of(given))
    recovered = chances.map(lambda came: came[0])
    return {
        "p_recovered": dict(recovered.items()),
        "mean_recovered": recovered.mean(),
        "p_reserve_full": chances.chance(lambda came: came[1] == full),
    }


def run_mage_limits(given: Given, wanted: list[str]) -> dict[str, Any]:
    power = given["power"]
    return {
        "start_gems": mana.start_gems(power),
        "reserve": mana.reserve(power),
        "intensity_limit": mana.intensity_limit(power),
        "legal": mana.may_know(power, given.get("intensities", [])),
    }


# Casting


def a_spell(given: Given) -> Spell:
    difficulty = flat(given.get("difficulty", 0))
    return Spell(
        "The Spell",
        "C3-CAST-04",
        given.get("element", "fire"),
        given.get("cost", 1),
        difficulty,
        cm(given.get("range", 99)),
        1,
        is_friend,
        nothing,
    )


def nothing(referee: Referee, battle: Battle, caster: Fighter, target: Fighter) -> None:
    """A case is about the casting, not about what it does."""


def casting(given: Given) -> tuple[Battle, Fighter, Spell, Fighter]:
    spell, who = a_spell(given), given["caster"]
    colour = "light" if spell.element == INSTINCTIVE else spell.element
    caster = a_mage(who, "caster", "red", gems=gems_of({colour: spell.cost + given.get("mastery_gems", 0)}))
    fighters = [caster, *in_contact_with(caster, who)]
    counter = given.get("counter")
    if counter is not None:
        mage = a_mage(
            counter,
            "counter",
            "blue",
            gems=gems_of({"light": 1 + counter.get("mastery_gems", 0)}),
            **in_the_north(counter, "distance_to_caster"),
        )
        fighters += [mage, *in_contact_with(mage, counter)]
    if "absorb" in given:
        fighters.append(
            a_mage({"power": 1}, "absorber", "blue", gems=gems_of(given["absorb"]["gems"]), x=-BASE - 20, facing=90)
        )
    target = in_the_east(given)
    return a_battle(given, *fighters, target), caster, spell, target


def magicians_reply(given: Given) -> Callable[[Question], Option | str | None]:
    """The caster improves as the case says; absorption is used if it can be, else counter-magic."""

    def reply(question: Question) -> Option | str | None:
        options = question.options
        if isinstance(options[0], Mastery):
            who = given if question.side == "red" else given.get("counter", {})
            return Mastery(who.get("mastery_gems", 0)).key
        if isinstance(options[0], Reply):
            offered = [option.key for option in options]
            return next(
                (key for key in ("absorb with absorber", "counter with counter") if key in offered), "let it be"
            )
        return options[-1]  # which gems: any will do

    return reply


def run_cast(given: Given, wanted: list[str]) -> dict[str, Any]:
    battle, caster, spell, target = casting(given)
    counter = given.get("counter", {})
    enemies = [fighter for fighter in battle.fighters if fighter.side == "blue"]
    before, theirs = sum(caster.gems), sum(sum(fighter.gems) for fighter in enemies)
    came: dict[str, Any] = {}
    if counter:
        came["counter_allowed"] = countermagic.may_answer(battle, battle.fighter("counter"), caster, spell)
    pools = [given.get("pool", []), counter.get("pool", [counter["dice"]] if "dice" in counter else [])]
    result: Casting = incantation.incant(Told(pools, magicians_reply(given)), battle, caster, spell, target)
    came["outcome"] = result.outcome
    came["gems_spent"] = before - sum(caster.gems)
    came["enemy_gems_spent"] = theirs - sum(sum(fighter.gems) for fighter in enemies)
    if result.roll is not None:
        came["total"] = result.roll.total
    if result.counter is not None:
        came["counter_total"] = result.counter.total
    return came


def run_cast_odds(given: Given, wanted: list[str]) -> dict[str, Any]:
    battle, caster, spell, target = casting(given)
    counter = battle.fighter("counter") if "counter" in given else None
    mastery, policy = given.get("mastery_gems", 0), policy_of(given)
    chances = cast_odds(battle, caster, spell, target, mastery, counter, policy)
    return {"p_test_succeeds": 1 - chances["failed"], "p_effect": chances["effect"]}


def run_absorb(given: Given, wanted: list[str]) -> dict[str, Any]:
    spell, mastery = a_spell(given), given.get("mastery_gems", 0)
    mage = a_mage({"power": 1}, "absorber", "blue", gems=gems_of(given.get("gems", {})))
    battle = a_battle(given, mage)
    return {
        "usable": mana.held(mage, mana.OPPOSITES[spell.element]),
        "needed": countermagic.absorption_cost(battle, spell, mastery),
        "can": countermagic.can_absorb(battle, mage, spell, mastery),
    }


def run_repeat(given: Given, wanted: list[str]) -> dict[str, Any]:
    fighters = [
        a_fighter(str(place), "red", tried=((old["what"], old["target"]),))
        for place, old in enumerate(given.get("tried", []))
    ]
    tried = incantation.tried_this_round(a_battle(given, *fighters))
    return {"legal": incantation.may_try(tried, given["what"], given["target"])}


# Faith


def run_tf(given: Given, wanted: list[str]) -> dict[str, Any]:
    devotee = a_faithful(given, "devotee", "red")
    fighters = [devotee]
    for place, line in enumerate(given.get("figures", [])):
        dis, away = line.get("dis", 0), BASE + (500 if line.get("in_aura") else 1001)
        for number in range(line.get("n", 1)):
            name = f"figure {place}.{number}"
            profile = Profile(name, name, dis=None if dis == "-" else dis, abilities=tuple(line.get("tags", ())))
            side = "blue" if line.get("camp") == "enemy" else "red"
            fighters.append(Fighter(name, side, name, profile=profile, x=away, altitude=line.get("altitude", 0)))
    battle = a_battle(given, *fighters)
    faith.start(battle, devotee)
    came = {"start_tf": devotee.tf, "believers": len(faith.believers(battle, devotee))}
    faith.renew(Scripted(), battle, devotee)
    return {**came, "tf": devotee.tf}


def run_faith_limits(given: Given, wanted: list[str]) -> dict[str, Any]:
    devotee = a_faithful(given, "devotee", "red")
    faith.start(a_battle(given, devotee), devotee)
    profile = devotee.profile
    return {"start_tf": devotee.tf, "legal": faith.may_know(profile.kind, profile.aspects, given.get("miracles", []))}


# Calling


def a_miracle(given: Given) -> Miracle:
    reach = AURA if given.get("range") == "aura" else cm(given.get("range", 99))
    return Miracle(
        "The Miracle",
        "C3-CALL-05",
        (0, 0, 0),
        given.get("fervour", 0),
        given["difficulty"],
        reach,
        is_friend,
        nothing,
    )


def run_call(given: Given, wanted: list[str]) -> dict[str, Any]:
    who, against = dict(given["faithful"]), given.get("censure")
    who.setdefault("tf", given.get("fervour", 0) + given.get("bond", 0))
    pushed_fives = any(5 in die[:-1] for die in given.get("pool", []))
    who.setdefault("illuminated", pushed_fives and bool(cult_abilities(who.get("cult", ""))))
    caller, miracle, target = a_faithful(who, "caller", "red"), a_miracle(given), in_the_east(given)
    battle = a_battle(given, caller, target, *in_contact_with(caller, who))
    came: dict[str, Any] = {}
    if against is not None:
        against = {"tf": against.get("spent", 0), **against}
        censor = a_faithful(against, "censor", "blue", **in_the_north(against, "distance_to_caller"))
        battle.fighters += [censor, *in_contact_with(censor, against)]
        came["censure_allowed"] = calling.may_censure(battle, censor, caller, miracle)

    def reply(question: Question) -> Option | str | None:
        if isinstance(question.options[0], Bond):
            return Bond(given.get("bond", 0)).key
        return Censure((against or {}).get("spent", 0)).key

    result: Calling = calling.divine(Told([given.get("pool", [])], reply), battle, caller, miracle, target)
    came |= {"outcome": result.outcome, "total": result.roll.total, "tf_left": caller.tf}
    return came | {f"{fighter.id}_tf_left": fighter.tf for fighter in battle.fighters if fighter.id == "censor"}


def run_call_odds(given: Given, wanted: list[str]) -> dict[str, Any]:
    caller = a_faithful(given["faithful"], "caller", "red")
    battle = a_battle(given, caller, *in_contact_with(caller, given["faithful"]))
    bond, censure, policy = given.get("bond", 0), given.get("censure_spent", 0), policy_of(given)
    return {"p_success": call_odds(battle, caller, given["difficulty"], bond, censure, policy)}


# Artefacts


def run_artefacts(given: Given, wanted: list[str]) -> dict[str, Any]:
    rank = given["rank"]
    return {"max": artefacts.limit(rank), "legal": artefacts.may_carry(rank, given.get("carried", 0))}


HANDLERS: dict[str, Handler] = {
    "absorb": run_absorb,
    "artefacts": run_artefacts,
    "call": run_call,
    "call_odds": run_call_odds,
    "cast": run_cast,
    "cast_odds": run_cast_odds,
    "faith_limits": run_faith_limits,
    "mage_limits": run_mage_limits,
    "mana": run_mana,
    "mana_odds": run_mana_odds,
    "repeat": run_repeat,
    "tf": run_tf,
}
