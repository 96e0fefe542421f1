"""The odds that players ask for, as typed functions over the playing rules."""

from collections.abc import Callable
from fractions import Fraction
from math import lcm
from typing import Any, Literal

from grognard.games.confrontation import attacks, disengaging, firing, rally, wounds
from grognard.games.confrontation.announcing import Announce
from grognard.games.confrontation.attacks import Clash, Defence
from grognard.games.confrontation.battle import LEVELS, Battle, Fighter
from grognard.games.confrontation.chances import chance, clash_odds, opposed, tactics
from grognard.games.confrontation.combat import combatant
from grognard.games.confrontation.duels import Duel, duel, initiative_values
from grognard.games.confrontation.options import Options
from grognard.games.confrontation.profile import Profile
from grognard.games.confrontation.profiles import PROFILES
from grognard.games.confrontation.questions_magic import QUESTIONS_MAGIC, forecast_magic
from grognard.games.confrontation.replies import striking
from grognard.games.confrontation.strategy import Staff
from grognard.games.confrontation.tests_of_skill import Push
from grognard.kernel.choice import Option, Question
from grognard.kernel.dice import Dice, Roll
from grognard.kernel.odds import Distribution, odds
from grognard.kernel.once import and_then
from grognard.kernel.referee import Referee

SixRule = Literal["push", "safe", "flat"]
Level = Literal["none", "light", "serious", "critical"]
Band = Literal["short", "medium", "long"]
Size = Literal["small", "medium", "large", "very_large"]
Buying = Literal["none", "one", "all"]
Who = Literal[
    "lantern_guard", "gate_crossbow", "bell_ringer", "lamp_bearer", "beacon_sworn", "outrider", "orla", "aumen", "ysolde",
    "reedspear", "fen_goblin", "moss_piper", "heron_dancer", "mist_stalker", "bogbull", "tarn", "silt", "corrin",
    "hollow_pike", "ash_archer", "bone_drummer", "cairn_rider", "gravewing", "ossuary_engine", "steward", "madrigal",
]  # fmt: skip
Answer = dict[str, Fraction]


# Throws whose odds are known


class Loaded(Dice):
    """A throw whose outcomes and weights are known beforehand; only odds can be counted with it."""

    __slots__ = ("_ways", "values")

    def __init__(self, distribution: Distribution[Any]) -> None:
        super().__init__(1, 2, "sum", 0, 0)
        self.values = list(distribution)
        self._ways = lcm(*(share.denominator for _, share in distribution.items()))
        self._outcomes = tuple((Roll(n), int(share * self._ways)) for n, (_, share) in enumerate(distribution.items()))

    @property
    def ways(self) -> int:
        return self._ways


def loaded(referee: Referee, distribution: Distribution[Any]) -> Any:
    """One outcome of a known distribution."""
    dice = Loaded(distribution)
    return dice.values[referee.roll(dice, "", by="", rule="").total]


# Tests


def reach(
    value: int = 3, difficulty: int = 7, dice: int = 1, illuminated: bool = False, six_rule: SixRule = "push"
) -> Answer:
    """Does a test reach its difficulty? The value is the characteristic less all penalties; of several dice the best counts."""
    p = chance(Options(six_rule=six_rule), value, difficulty, dice=dice, illuminated=illuminated)
    return {"success": p, "failure": 1 - p}


def fear(courage: int = 4, fear: int = 7, fighters: int = 1, six_rule: SixRule = "push") -> Answer:
    """Do fighters of that courage stand against a FEAR? Each tests for itself."""
    stands = chance(Options(six_rule=six_rule), courage, fear)
    return {"one stands": stands, "all stand": stands**fighters, "somebody runs": 1 - stands**fighters}


def rallying(
    courage: int = 4, discipline: int = 2, fear_level: int = 7, rule: Literal["fixed_6", "fear_level"] = "fixed_6"
) -> Answer:
    """Does a routed fighter rally, with COU or with DIS?"""
    options = Options(rally=rule)
    need = rally.rally_difficulty(options, fear_level)
    return {"with COU": chance(options, courage, need), "with DIS": chance(options, discipline, need)}


def tactical_roll(
    discipline: int = 5,
    against: int = 5,
    leader: bool = False,
    enemy_leader: bool = False,
    bonus: int = 0,
    enemy_bonus: int = 0,
) -> Answer:
    """Who wins the tactical roll? A leader rolls two dice; a musician is worth +1, a full war-staff +2."""
    found = tactics(Options(), Staff(discipline, 1 + leader, bonus), Staff(against, 1 + enemy_leader, enemy_bonus))
    return {
        "first throw won": found["one"],
        "first throw tied": found["tie"],
        "won in the end": found["one"] / (1 - found["tie"]),
    }


def initiative(
    ini: int = 5, against: int = 3, fighters: int = 1, enemies: int = 1, six_rule: SixRule = "push"
) -> Answer:
    """Who attacks first? INI after penalties; every miniature of the camp in the combat adds 1."""
    found = opposed(Options(six_rule=six_rule), (ini + fighters, 1), (against + enemies, 1))
    return {"first throw tied": found["tie"], "goes first": found["one"] / (1 - found["tie"])}


def get_away(
    ini: int = 4,
    opponents: int = 2,
    charged: bool = False,
    level: Level = "none",
    skirmisher: bool = False,
    six_rule: SixRule = "push",
) -> Answer:
    """Can a fighter disengage by initiative?"""
    options = Options(six_rule=six_rule)
    fighter = _fighter(level=level, charged=charged, ini=ini)
    need = disengaging.slip_difficulty(opponents, skirmisher=skirmisher)
    p = chance(options, disengaging.initiative_value(options, fighter), need)
    return {"gets away": p, "is held": 1 - p}


def break_away(strength: int = 11, resilience: int = 8, opponents: int = 2, six_rule: SixRule = "push") -> Answer:
    """Can a big fighter disengage by force from so many opponents of that RES?"""
    options = Options(six_rule=six_rule)
    p = chance(options, strength, disengaging.force_difficulty(options, [resilience] * opponents))
    return {"breaks away": p, "is held": 1 - p}


# Shots


def shot(
    aim: int = 3,
    band: Band = "medium",
    strength: int = 6,
    resilience: int = 5,
    friends: int = 0,
    moved: bool = False,
    partly_seen: bool = False,
    under_cover: bool = False,
    size: Size = "medium",
    level: Level = "none",
    rapid: bool = False,
    six_rule: SixRule = "push",
) -> Answer:
    """Does a shot hit, whom, and does it kill? Friends are those in contact with the target."""
    options = Options(six_rule=six_rule)
    limits = (100, 200, 300)
    far = limits[("short", "medium", "long").index(band)]
    aimed = firing.difficulty(firing.Aim(far, limits, moved, rapid, False, size, under_cover, False, partly_seen))
    assert aimed is not None
    firer, target = _fighter(level=level), _fighter(res=resilience)
    hit = chance(options, aim - wounds.penalty(options, firer), aimed[0])

    def is_the_target() -> Fraction:
        return odds(firing.struck_by, "red", [str(n) for n in range(friends)])[""]

    def kills() -> Fraction:
        blow = wounds.hit_on(Battle(options=options), target, strength, firer)
        return odds(wounds.roll_wound, options, blow, "red").chance(lambda wound: wound.result == "killed")

    struck = and_then(hit, is_the_target)
    answer = {"hit": hit, "target struck": struck, "target killed": and_then(struck, kills)}
    if friends:
        answer["a friend struck"] = hit - struck
    return answer


# Attacks and wounds


def attack(
    att: int = 4,
    defence: int = 4,
    parry_dice: int = 1,
    mode: Literal["none", "parry", "counter", "sustain"] = "parry",
    strength: int = 5,
    resilience: int = 5,
    six_rule: SixRule = "push",
) -> Answer:
    """What comes of one attack against what the fighter attacked declares? ATT and DEF are after all penalties."""
    options = Options(six_rule=six_rule)
    dice = 0 if mode == "none" else parry_dice
    found = clash_odds(options, Clash(att, defence, mode, dice))
    hit = found.chance(lambda outcome: outcome.hits)
    missed = found.chance(lambda outcome: outcome.missed)

    def kills() -> Fraction:
        blow = wounds.Hit(strength, resilience)
        return odds(wounds.roll_wound, options, blow, "red").chance(lambda wound: wound.result == "killed")

    answer = {
        "hit": hit,
        "parried": found.chance(lambda outcome: outcome.parried),
        "missed": missed,
        "killed": and_then(hit, kills),
    }
    if mode == "counter":
        answer["strikes back"] = 1 - hit
    return answer


def wound(
    strength: int = 5,
    resilience: int = 6,
    attacker: Level = "none",
    thick_hide: bool = False,
    exceptional: Literal["injury", "one_worse", "none"] = "injury",
) -> Distribution[str]:
    """What does a hit do, by the wound roll alone?"""
    options = Options(exceptional=exceptional)
    modifier = -wounds.penalty(options, _fighter(level=attacker))
    found = odds(wounds.roll_wound, options, wounds.Hit(strength, resilience, modifier, thick_hide), "red")
    return found.map(lambda wound: wound.result)


def location() -> Distribution[str]:
    """Where does a hit land?"""
    found = odds(wounds.roll_wound, Options(), wounds.Hit(0, 100), "red")
    return found.map(lambda wound: "double six" if wound.result == "killed" else wound.location)


def master_strike(
    att: int = 6, strength: int = 7, x: int = 2, resilience: int = 6, charged: bool = False, bought: int = 0
) -> Distribution[str]:
    """What does a Master Strike do if it hits?"""
    striker = combatant(Battle(), _fighter(att=att, strength=strength, master_strike=x, charged=charged))
    striker.bought = bought
    found = odds(wounds.roll_wound, Options(), wounds.Hit(attacks.master_strength(striker), resilience), "red")
    return found.map(lambda wound: wound.result)


# Whole combats


def combat(
    fighter: Who = "lantern_guard",
    enemy: Who = "reedspear",
    charged: bool = False,
    enemy_charged: bool = False,
    level: Level = "none",
    enemy_level: Level = "none",
    buying: Buying = "one",
    placement: Literal["open_loser_first", "secret_simultaneous"] = "open_loser_first",
) -> Answer:
    """A whole combat, one against one, exactly: initiative, the best placement and the best blows of both. For two characters, buying "all" may take half a minute."""
    found = whole_combat(fighter, enemy, charged, enemy_charged, level, enemy_level, buying, placement)
    answer = {
        "enemy killed": found.kills,
        "killed": found.dies,
        "neither": 1 - found.kills - found.dies,
        "advantage": found.value,
    }
    for n, choice in enumerate(found.placements):
        who = fighter if choice.side == "red" else enemy
        order = "second" if choice.side != found.placements[n - n % 2].side else "first"
        answer[f"{who} {'loses' if order == 'first' else 'wins'} initiative: {choice.best}"] = choice.values[
            choice.best
        ]
    return answer


def whole_combat(
    fighter: str,
    enemy: str,
    charged: bool = False,
    enemy_charged: bool = False,
    level: Level = "none",
    enemy_level: Level = "none",
    buying: Buying = "one",
    placement: Literal["open_loser_first", "secret_simultaneous"] = "open_loser_first",
) -> Duel:
    """The same with the best placements of both, for each way the initiative can go."""
    options = Options(dice_placement=placement)
    most = {"none": 0, "one": 1, "all": 2}[buying]
    pair = []
    for side, key, is_charged, hurt in (("red", fighter, charged, level), ("blue", enemy, enemy_charged, enemy_level)):
        one = Fighter(
            side, side, PROFILES[key].name, profile=PROFILES[key], charged=is_charged, level=LEVELS.index(hurt)
        )
        pair.append(combatant(Battle(options=options), one))
        pair[-1].sequence = min(most, pair[-1].sequence)
    return duel(options, pair[0], pair[1], opposed(options, *initiative_values(options, pair[0], pair[1])))


def _fighter(level: str = "none", charged: bool = False, **values: Any) -> Fighter:
    """A fighter with only what a question is about."""
    return Fighter(
        "odo", "red", "Odo", profile=Profile("odo", "Odo", cou=4, **values), level=LEVELS.index(level), charged=charged
    )


QUESTIONS: dict[str, Callable[..., Any]] = {
    "test": reach,
    "fear": fear,
    "rally": rallying,
    "tactical_roll": tactical_roll,
    "initiative": initiative,
    "get_away": get_away,
    "break_away": break_away,
    "shot": shot,
    "attack": attack,
    "wound": wound,
    "location": location,
    "master_strike": master_strike,
    "combat": combat,
    **QUESTIONS_MAGIC,
}


# The odds beside an option


def forecast(battle: Battle, question: Question, option: Option) -> list[tuple[str, Fraction]] | None:
    """What may come of an option before it is taken. Distances are not measured beforehand here (C3-FIRE-09), so shots and assaults keep their secret."""
    if isinstance(option, Push):
        return _pushing(battle.options, option)
    if isinstance(option, rally.With):
        fighter = battle.fighter(question.about[0])
        need = rally.rally_difficulty(battle.options, fighter.routed_by)
        return [("rallies", chance(battle.options, option.value, need))]
    if isinstance(option, Defence) and battle.fight is not None and len(question.about) > 1:
        return _defending(battle, option, *question.about)
    if isinstance(option, attacks.Attack):
        return striking(battle, option)
    if isinstance(option, Announce) and option.actions[:1] == ("disengage",):
        return _leaving(battle, battle.fighter(option.fighter), option.by_force)
    return forecast_magic(battle, question, option)


def _pushing(options: Options, option: Push) -> list[tuple[str, Fraction]] | None:
    """A 6 rolled again: whether it gets there, and whether it spoils all."""
    if not option.face:
        return None
    spoilt = ("spoils the test", Fraction(1, 6))
    if option.need is None or option.total >= option.need:
        return [spoilt]
    return [("reaches it", chance(options, option.total, option.need)), spoilt]


def _defending(battle: Battle, option: Defence, defender: str, attacker: str) -> list[tuple[str, Fraction]]:
    fight = battle.fight
    assert fight is not None
    numbers = attacks.reckon(battle.options, fight.combatant(attacker), fight.combatant(defender), option)
    found = clash_odds(battle.options, numbers)
    hit = found.chance(lambda outcome: outcome.hits)
    lines = [("is hit", hit), ("parries", found.chance(lambda outcome: outcome.parried))]
    return [*lines, ("strikes back", 1 - hit)] if option.mode == "counter" else lines


def _leaving(battle: Battle, fighter: Fighter, by_force: bool) -> list[tuple[str, Fraction]]:
    opponents = battle.opponents(fighter)
    if by_force:
        need = disengaging.force_difficulty(battle.options, [enemy.res for enemy in opponents])
        return [("gets away", chance(battle.options, fighter.strength, need))]
    need = disengaging.slip_difficulty(len(opponents), skirmisher=fighter.has("skirmisher"))
    return [("gets away", chance(battle.options, disengaging.initiative_value(battle.options, fighter), need))]
