"""Questions about whole combats: a duel, how to split a pool, who strikes first."""

from collections.abc import Callable
from functools import lru_cache
from itertools import product
from typing import Any

from grognard.games.en_garde import weapons
from grognard.games.en_garde.battle import Battle, Fight, Fighter, Wound, losses
from grognard.games.en_garde.combat import fight_on
from grognard.games.en_garde.initiative import in_order, initiative_score, roll_initiative
from grognard.games.en_garde.options import Options
from grognard.games.en_garde.situations import Blade, a_fight, a_model, a_skirmish
from grognard.games.en_garde.weapons import BLADES, wound_modifier
from grognard.games.en_garde.wounds import HURTS, suffer
from grognard.kernel.chains import Chain
from grognard.kernel.choice import Option, Question
from grognard.kernel.matrix import equilibrium
from grognard.kernel.odds import Distribution, odds
from grognard.kernel.referee import Referee


def always_attack(question: Question) -> Option:
    """Every attack plain, each one parried while there is a Defence counter; nobody declines."""
    if question.text.endswith("attack whom?"):
        return question.options[0]
    keys = [option.key for option in question.options]
    return question.options[keys.index("parry") if "parry" in keys else 0]


def fight_out(battle: Battle) -> Distribution[Any]:
    """The whole combat, exactly, as `always_attack` has it; keys are situations whose figures can be looked at."""
    return fights().ends(battle)


def fights(enough: Callable[[], bool] | None = None) -> Chain:
    """Whole combats from several beginnings, with the work shared between them; until somebody says `enough`."""
    return Chain(
        _fight_step,
        over=lambda battle: battle.fight is None,
        policy=always_attack,
        plain=plain_duel,
        enough=enough,
    )


def _fight_step(referee: Referee, battle: Battle) -> None:
    fight = battle.fight
    assert fight is not None
    if fight.fighters and not fight.fighters[0].die:
        roll_initiative(referee, battle, fight)
    else:
        fight_on(referee, battle)


def plain_duel(battle: Battle) -> None:
    """Wipe out what no longer matters where `always_attack` answers: of one against one also counters for more parries than there are attacks to come, and which of two like weapons is held."""
    fight = battle.fight
    for figure in battle.figures.values():
        figure.reloads = {}  # which pistols may be fired first was noted before
    if fight is not None and len(fight.fighters) == 2:
        for one, foe in (fight.fighters, fight.fighters[::-1]):
            mine, his = fight.pools[one.pool], fight.pools[foe.pool]
            to_parry = his.attack - len(foe.pistols) if BLADES[one.blade].parries else 0
            mine.defence = min(mine.defence, max(to_parry, 0))
            if not one.pistols:
                hold_alike(battle, one, foe, strikes=mine.attack > 0)
        fight.attacked, fight.cycles = True, 1  # nobody declines, so no cycle passes without an attack
    plain_fight(battle)


def hold_alike(battle: Battle, fighter: Fighter, foe: Fighter, *, strikes: bool) -> None:
    """Take up the first of all weapons that do the same in this combat; the Initiative that this one gives goes to the die."""
    mounted, against_mounted = battle.figures[fighter.id].mounted, battle.figures[foe.id].mounted
    shield = battle.figures[fighter.id].profile.shield
    first = first_alike(fighter.blade, strikes, shield, mounted, against_mounted)
    if first != fighter.blade:
        before = initiative_score(battle, fighter)
        fighter.blade = first
        fighter.die += before - initiative_score(battle, fighter)


@lru_cache
def first_alike(name: str, strikes: bool, shield: bool, mounted: bool, against_mounted: bool) -> str:
    """The first weapon that wounds like this one, if it strikes at all, parries like it, and leaves a hand for the shield, if there is one."""

    def deeds(blade: weapons.Blade) -> tuple[int, bool, bool, bool]:
        wound = wound_modifier(blade, mounted=mounted, against_mounted=against_mounted) if strikes else 0
        return wound, blade.parries, blade.is_pistol, shield and blade.two_handed

    return next(other for other, blade in BLADES.items() if deeds(blade) == deeds(BLADES[name]))


def plain_fight(battle: Battle) -> None:
    """Wipe out what no longer matters: dice count only against each other, and not at all once only one model can attack after this cycle."""
    for warband in battle.sides:
        warband.lost, warband.lost_leader = 0, False
    fight = battle.fight
    if fight is None:
        for figure in battle.figures.values():
            if figure.wound is Wound.DEAD:
                figure.stuns = 0
        return
    # Nobody declines or pays for ploys in attack here, so whoever waits in this cycle spends one counter in it.
    can = [fighter for fighter in fight.fighters if fight.pools[fighter.pool].attack > (fighter.id in fight.queue)]
    if len(can) < 2:
        for fighter in fight.fighters:
            fighter.die = 1
        fight.roll_offs = []
        fight.queue = [
            id
            for id in fight.queue
            if any(fighter.id == id and fight.pools[fighter.pool].attack for fighter in fight.fighters)
        ]
    else:
        level_dice(battle, fight)
    fight.cycles = min(fight.cycles, 1)


def level_dice(battle: Battle, fight: Fight) -> None:
    """Dice matter only against each other, and a lead that nothing can undo is as good as any other."""
    if len(fight.fighters) == 2:
        lead, trail = fight.fighters
        ahead = initiative_score(battle, lead) - initiative_score(battle, trail)
        if ahead < 0:
            lead, trail, ahead = trail, lead, -ahead
        can_lose = can_be_undone(battle, fight, lead, trail)
        if ahead > can_lose:
            lead.die -= ahead - can_lose - 1
            fight.roll_offs = []
    lowest = min(fighter.die for fighter in fight.fighters)
    for fighter in fight.fighters:
        fighter.die -= lowest - 1
    here = [fighter.id for fighter in fight.fighters]
    fight.roll_offs = [order for order in fight.roll_offs if sum(id in here for id in order) > 1]


def can_be_undone(battle: Battle, fight: Fight, lead: Fighter, trail: Fighter) -> int:
    """How much of a lead in Initiative may go while both still have a counter to attack with: by blows on the one who leads, by his pistols, and by blows on the other, since a third stun becomes a Light wound (EG-WOUND-07)."""
    options, one, other = battle.options, battle.figures[lead.id], battle.figures[trail.id]
    _, most = slowed(options, one.wound, one.stuns, fight.pools[trail.pool].attack - 1)
    least, _ = slowed(options, other.wound, other.stuns, fight.pools[lead.pool].attack - 1)
    return most - least + drop_after_shot(battle, lead)


@lru_cache
def slowed(options: Options, wound: Wound, stuns: int, blows: int) -> tuple[int, int]:
    """The least and the most Initiative that up to so many blows may take from a model that lives, beyond what it has lost already."""
    met = [a_model(wound=wound.value, stuns=stuns)]
    now = losses(met[0], options)[1]
    for _ in range(blows):
        for figure, result in product(list(met), HURTS):
            hurt = figure.copy()
            suffer(Referee(), a_skirmish(hurt, options=options), hurt, result)
            if hurt.standing and hurt not in met:
                met.append(hurt)
    lost = [losses(figure, options)[1] - now for figure in met]
    return min(lost), max(lost)


def drop_after_shot(battle: Battle, fighter: Fighter) -> int:
    """How much Initiative a fighter loses when the pistols that he noted are fired (EG-RULE-42)."""
    if not fighter.pistols:
        return 0
    fired = fighter.copy()
    fired.pistols = []
    return initiative_score(battle, fighter) - initiative_score(battle, fired)


def duel(
    fight: int = 3, initiative: int = 3, weapon: Blade = "sword", armour: int = 0, attacks: int = 2, defences: int = 1,
    enemy_fight: int = 2, enemy_initiative: int = 2, enemy_weapon: Blade = "spear", enemy_armour: int = 0, enemy_attacks: int = 2, enemy_defences: int = 1,
) -> Distribution[str]:  # fmt: skip
    """A whole combat, every attack plain and parried while a Defence counter is left: who is dead?"""
    me = a_model("you", fight=fight, initiative=initiative, armour=armour)
    foe = a_model("he", "blue", fight=enemy_fight, initiative=enemy_initiative, armour=enemy_armour)
    battle = a_fight((me, weapon, attacks, defences, 1), (foe, enemy_weapon, enemy_attacks, enemy_defences, 1))
    return fight_out(battle).map(lambda end: who_fell(end.situation))


def who_fell(battle: Battle) -> str:
    dead = [figure.name for figure in battle.figures.values() if figure.wound is Wound.DEAD]
    return " and ".join(dead) + " dead" if dead else "both alive"


def split(
    pool: int = 4, enemy_pool: int = 3, fight: int = 2, enemy_fight: int = 2, initiative: int = 2, enemy_initiative: int = 2,
    weapon: Blade = "sword", enemy_weapon: Blade = "sword", armour: int = 0, enemy_armour: int = 0,
) -> dict[str, Any]:  # fmt: skip
    """How to split your pool against his: for every pair of splits the chance to kill and to be killed, and the equilibrium of the difference."""
    me = a_model("you", fight=fight, initiative=initiative, armour=armour)
    foe = a_model("he", "blue", fight=enemy_fight, initiative=enemy_initiative, armour=enemy_armour)
    walked = fights()
    kills, deaths = [], []
    for attack in range(pool + 1):
        row = [
            walked.ends(
                a_fight((me, weapon, attack, pool - attack, 1), (foe, enemy_weapon, theirs, enemy_pool - theirs, 1))
            ).map(lambda end: who_fell(end.situation))
            for theirs in range(enemy_pool + 1)
        ]
        kills.append([chances["he dead"] for chances in row])
        deaths.append([chances["you dead"] for chances in row])
    gain = [[k - d for k, d in zip(kill, death, strict=True)] for kill, death in zip(kills, deaths, strict=True)]
    mix = equilibrium(gain)
    mine = [f"{attack} attack {pool - attack} defence" for attack in range(pool + 1)]
    his = [f"{attack} attack {enemy_pool - attack} defence" for attack in range(enemy_pool + 1)]
    return {
        "kill": {name: dict(zip(his, row, strict=True)) for name, row in zip(mine, kills, strict=True)},
        "be killed": {name: dict(zip(his, row, strict=True)) for name, row in zip(mine, deaths, strict=True)},
        "your mix": dict(zip(mine, mix.rows, strict=True)),
        "his mix": dict(zip(his, mix.columns, strict=True)),
        "value": mix.value,
    }


def strikes_first(
    initiative: int = 2,
    weapon: Blade = "spear",
    enemy_initiative: int = 2,
    enemy_weapon: Blade = "sword",
    later_round: bool = False,
) -> Distribution[str]:
    """Who strikes first? In a later round a pike is slow."""
    turn = 2 if later_round else 1
    battle = a_fight(
        (a_model("you", initiative=initiative), weapon, 1, 0, turn),
        (a_model("he", "blue", initiative=enemy_initiative), enemy_weapon, 1, 0, turn),
    )
    return odds(first_to_strike, battle).map(lambda id: f"{id} first")


def first_to_strike(referee: Referee, battle: Battle) -> str:
    assert battle.fight is not None
    roll_initiative(referee, battle, battle.fight)
    return in_order(referee, battle, battle.fight)[0].id
