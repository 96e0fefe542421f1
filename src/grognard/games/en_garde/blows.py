"""One attack in close combat: ploys, both scores, the wound, and the riposte that may come back."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from grognard.games.en_garde.battle import Battle, Figure, Pool, fight_of
from grognard.games.en_garde.ploys import COST, PARRIES, RULE, WORDS, Ploy, attack_ploys, defence_ploys
from grognard.games.en_garde.weapons import Blade, wound_modifier
from grognard.games.en_garde.wounds import WOUND, Result, suffer
from grognard.kernel.choice import Pick
from grognard.kernel.dice import D6
from grognard.kernel.referee import Referee
from grognard.kernel.tally import Modifier, Tally


class Blow(Struct, frozen=True, gc=False):
    """The facts of an attack that are read off the table."""

    attack: Blade
    defence: Blade
    obstacle: bool = False  # the defender stands behind one, or higher (EG-RULE-41)
    obstacle_back: bool = False  # so does the attacker, should he be struck in turn


class Struck(Struct, frozen=True, gc=False):
    """One attack with everything that was reckoned."""

    result: Result
    attack_score: int
    defence_score: int
    wound_score: int = 0
    shoved: bool = False
    riposte: "Struck | None" = None

    @property
    def hit_score(self) -> int:
        return self.attack_score - self.defence_score  # EG-ATK-07

    @property
    def hit(self) -> bool:
        return self.hit_score > 0


def result_of(struck: Struck) -> Result:
    """All that matters of a blow once it is rolled."""
    return struck.result


def strike(
    referee: Referee,
    battle: Battle,
    attacker: Figure,
    defender: Figure,
    blow: Blow,
    attack_pool: Pool,
    defence_pool: Pool,
) -> Struck:
    """One attack whose attacker and defender were named (EG-ATK-01): pay, declare ploys, and resolve it.

    A riposte is resolved too. A shove only says that it happened; who stands where is the combat's business.
    """
    attack_pool.attack -= 1  # EG-ATK-02
    guard = ask_ploy(
        referee,
        defender,
        "ploy in defence",
        defence_ploys(battle.options, defender, blow.defence, blow.attack, defence_pool),
    )
    defence_pool.defence -= COST[guard]
    trick = ask_ploy(
        referee,
        attacker,
        "ploy in attack",
        attack_ploys(battle.options, attacker, defender, blow.attack, attack_pool, guard),
    )
    attack_pool.attack -= COST[trick]
    return resolve(referee, battle, attacker, defender, blow, guard, trick)


def ask_ploy(referee: Referee, figure: Figure, text: str, ploys: list[Ploy]) -> Ploy:
    """Ask for a ploy where there is one to declare."""
    if len(ploys) == 1:
        return Ploy.NONE
    options = [Pick(ploy.value, WORDS[ploy]) for ploy in ploys]
    rule = "EG-ATK-03" if text.endswith("defence") else "EG-ATK-04"
    ploy = Ploy(referee.choose(figure.side, f"{figure.name}: {text}?", options, rule=rule, about=(figure.id,)).key)
    if ploy is not Ploy.NONE:
        referee.tell("{} declares: {}", figure, ploy, rule=RULE[ploy])
    return ploy


def resolve(
    referee: Referee,
    battle: Battle,
    attacker: Figure,
    defender: Figure,
    blow: Blow,
    guard: Ploy = Ploy.NONE,
    trick: Ploy = Ploy.NONE,
) -> Struck:
    """The dice of one attack with the ploys declared for it, and what they do."""
    if trick is Ploy.FEINT:
        guard = Ploy.NONE  # EG-PLOY-05: the parry is cancelled, its counters are gone
    for_attack = Tally(attack_modifiers(attacker, defender))
    for_defence = Tally(defence_modifiers(defender, blow))
    for_wound = Tally(wound_modifiers(attacker, defender, blow))
    struck = referee.settle(
        cross_blades,
        fight_of(attacker, battle.options) + for_attack.total,
        fight_of(defender, battle.options) + for_defence.total,
        for_wound.total - defender.profile.armour,
        guard,
        trick,
        attacker.side,
        defender.side,
        like=result_of,
    )
    because = (*for_attack, *for_defence, *for_wound)
    if not struck.hit:
        referee.tell("{} strikes at {} and misses", attacker, defender, because=because, rule="EG-ATK-08")
        if guard is Ploy.RIPOSTE:
            return replace(struck, riposte=strike_back(referee, battle, attacker, defender, blow))
    elif trick is Ploy.SHOVE:
        referee.tell("{} shoves {}", attacker, defender, because=because, rule="EG-PLOY-06")
        suffer(referee, battle, defender, Result.STUNNED)
        return replace(struck, result=Result.STUNNED, shoved=True)
    else:
        referee.tell("strikes", attacker, defender, struck.result, because=because, rule="EG-ATK-09")
        suffer(referee, battle, defender, struck.result)
    return struck


def cross_blades(
    referee: Referee, attack: int, defence: int, wound: int, guard: Ploy, trick: Ploy, by: str, against: str
) -> Struck:
    """Both scores and the wound they make: `attack` and `defence` are Fight and modifiers, `wound` is weapon less armour."""
    attack_score = attack_dice(referee, by, trick) + attack  # EG-ATK-05
    defence_score = defence_dice(referee, against, guard) + defence  # EG-ATK-06
    hit_score = attack_score - defence_score  # EG-ATK-07
    if hit_score <= 0:
        return Struck(Result.MISS, attack_score, defence_score)  # EG-ATK-08
    wound_score = hit_score + wound  # EG-ATK-09
    return Struck(WOUND[wound_score], attack_score, defence_score, wound_score)


def attack_dice(referee: Referee, by: str, trick: Ploy) -> int:
    """2D6, or the best two of three for a mighty blow (EG-PLOY-04)."""
    dice = (3 * D6).best(2) if trick is Ploy.MIGHTY else 2 * D6
    return referee.roll(dice, "attack", by=by, rule="EG-ATK-05").total


def defence_dice(referee: Referee, by: str, guard: Ploy) -> int:
    """1D6 for nothing; 2D6 for a parry or riposte (EG-PLOY-01, EG-PLOY-03); the higher of two for a dodge (EG-PLOY-02)."""
    dice = 2 * D6 if guard in PARRIES else (2 * D6).best(1) if guard is Ploy.DODGE else D6
    return referee.roll(dice, "defence", by=by, rule="EG-ATK-06").total


def attack_modifiers(attacker: Figure, defender: Figure) -> Iterator[Modifier]:
    """EG-RULE-41, the attacker's half; nothing for numbers, flank or rear."""
    if attacker.mounted and not defender.mounted:
        yield Modifier(+1, "mounted against foot", "EG-RULE-41")


def defence_modifiers(defender: Figure, blow: Blow) -> Iterator[Modifier]:
    """EG-RULE-41, the defender's half."""
    if blow.obstacle:
        yield Modifier(+1, "behind an obstacle or higher", "EG-RULE-41")
    if defender.profile.shield and not blow.defence.two_handed and not blow.attack.is_pistol:  # EG-RULE-44
        yield Modifier(+1, "shield", "EG-RULE-41")


def wound_modifiers(attacker: Figure, defender: Figure, blow: Blow) -> Iterator[Modifier]:
    """What adds to the Wound Score of a blow."""
    weapon = wound_modifier(blow.attack, mounted=attacker.mounted, against_mounted=defender.mounted)
    yield Modifier(weapon, blow.attack.words or blow.attack.name, blow.attack.rule)
    if attacker.has("Brute") and not blow.attack.is_pistol:
        yield Modifier(+1, "brute", "EG-RULE-66")


def strike_back(referee: Referee, battle: Battle, attacker: Figure, defender: Figure, blow: Blow) -> Struck:
    """EG-PLOY-03: the defender at once makes one plain attack: no counter, no ploys."""
    referee.tell("{} ripostes", defender, rule="EG-PLOY-03")
    return resolve(referee, battle, defender, attacker, Blow(blow.defence, blow.attack, blow.obstacle_back))
