"""Combat: who fights whom, the secret pools, and the cycles of attacks until it is over."""

from grognard.games.en_garde.battle import Battle, Fight, Fighter, Figure, Pool, Wound
from grognard.games.en_garde.blows import Blow, Struck, resolve, strike
from grognard.games.en_garde.falls import ground_height, pushed_off
from grognard.games.en_garde.initiative import in_order, roll_initiative
from grognard.games.en_garde.pools import Note, Notes, blades_of
from grognard.games.en_garde.powder import spend_shot
from grognard.games.en_garde.sighting import (
    combat_of,
    enemies_in_contact,
    engaged_models,
    in_contact,
    obstacles_between,
)
from grognard.games.en_garde.weapons import BLADES, Blade, blade_words
from grognard.kernel.choice import Pick
from grognard.kernel.referee import Referee

# Which combats there are, and which is fought next


def combats(battle: Battle) -> list[list[str]]:
    """EG-RULE-32: every combat on the table that is still to be fought this phase."""
    found: list[list[str]] = []
    for figure in engaged_models(battle):
        if figure.id not in battle.fought and not any(figure.id in combat for combat in found):
            combat = combat_of(battle, figure, without=battle.fought)
            if combat:
                found.append(combat)
    return found


def pick_combat(referee: Referee, battle: Battle, found: list[list[str]]) -> list[str]:
    """EG-COMBAT-01: the player with Priority picks, or the players in turn (EG-RULE-33)."""
    order = clockwise(battle, battle.priority)
    picker = order[battle.picks % len(order)] if battle.options.combat_pick == "alternate" else battle.priority
    battle.picks += 1
    if len(found) == 1:
        return found[0]
    options = [
        Pick(combat[0], " against ".join(battle.figures[id].name for id in combat[:2]), combat[0]) for combat in found
    ]
    key = referee.choose(picker, "which combat is fought next?", options, rule="EG-COMBAT-01").key
    return next(combat for combat in found if combat[0] == key)


def clockwise(battle: Battle, first: str) -> list[str]:
    """EG-RULE-74: the sides in turn, beginning with this one."""
    ids = battle.side_ids()
    start = ids.index(first) if first in ids else 0
    return ids[start:] + ids[:start]


def begin_combat(referee: Referee, battle: Battle, ids: list[str]) -> None:
    """Take up a combat: secret pools and notes, revealed together, then Initiative (EG-COMBAT-02 to -04).

    EG-RULE-73: these notes, until they are revealed, are all that is ever hidden.
    """
    figures = [battle.figures[id] for id in ids]
    referee.tell("Combat: " + ", ".join(["{}"] * len(figures)), *figures, rule="EG-COMBAT-01")
    sides = [side for side in clockwise(battle, battle.priority) if any(figure.side == side for figure in figures)]
    notes = {side: Notes(battle, [figure for figure in figures if figure.side == side]) for side in sides}
    picked = referee.choose_secretly("split the combat pool", notes, rule="EG-COMBAT-02", about=tuple(ids))
    battle.fight = open_fight(battle, figures, picked)
    for side, note in picked.items():
        referee.tell("{}: {}", battle.side(side), note.words, rule="EG-COMBAT-03")
    roll_initiative(referee, battle, battle.fight)
    battle.fought += ids


def open_fight(battle: Battle, figures: list[Figure], picked: dict[str, Note]) -> Fight:
    """The combat with its revealed pools."""
    fight = Fight([], [], {})
    for figure in figures:
        note = picked[figure.side]
        held = next(held for held in note.held if held.id == figure.id)
        if note.shared:
            fight.pools.setdefault(figure.side, Pool(note.attack, note.defence))
        else:
            fight.pools[figure.id] = Pool(held.attack, held.defence)
        pool = figure.side if note.shared else figure.id
        fight.fighters.append(Fighter(figure.id, held.blade, list(held.pistols), pool, first_round=figure.rounds == 0))
    fight.contacts = [
        (one.id, other.id)
        for place, one in enumerate(figures)
        for other in figures[place + 1 :]
        if one.side != other.side and in_contact(one, other)
    ]
    return fight


# The cycles


def fight_on(referee: Referee, battle: Battle) -> Struck | None:
    """The next model in the order of Initiative attacks or declines (EG-COMBAT-05, EG-COMBAT-06); the combat ends by EG-RULE-36."""
    fight = battle.fight
    assert fight is not None
    while True:
        if not fight.queue and not begin_cycle(referee, battle, fight):
            end_combat(referee, battle)
            return None
        fighter = fight.fighter(fight.queue.pop(0))
        if can_attack(fight, fighter):
            return attack_or_decline(referee, battle, fight, fighter)


def begin_cycle(referee: Referee, battle: Battle, fight: Fight) -> bool:
    """EG-RULE-36: another cycle, in the order of Initiative as it is now (EG-RULE-37); False when the combat is over."""
    if is_over(fight):
        return False
    fight.queue = [fighter.id for fighter in in_order(referee, battle, fight)]
    fight.cycles += 1
    fight.attacked = False
    return True


def is_over(fight: Fight) -> bool:
    """EG-RULE-36: nobody is left to be asked in this cycle, and there is no other: no model can attack, or a whole cycle passed without an attack."""
    if any(can_attack(fight, fight.fighter(id)) for id in fight.queue):
        return False
    idle = fight.cycles > 0 and not fight.attacked
    return idle or not any(can_attack(fight, fighter) for fighter in fight.fighters)


def can_attack(fight: Fight, fighter: Fighter) -> bool:
    """An Attack counter to spend and an enemy in contact."""
    return fight.pools[fighter.pool].attack > 0 and any(fighter.id in pair for pair in fight.contacts)


def foes_of(fight: Fight, id: str) -> list[str]:
    """EG-RULE-38: the enemies in contact that a model may attack."""
    return [b if a == id else a for a, b in fight.contacts if id in (a, b)]


def attack_or_decline(referee: Referee, battle: Battle, fight: Fight, fighter: Fighter) -> Struck | None:
    """The owner names an enemy in contact, or declines."""
    figure = battle.figures[fighter.id]
    foes = [battle.figures[id] for id in foes_of(fight, fighter.id)]
    options = [
        *(Pick(f"attack {foe.id}", f"Attack {foe.name}", foe.id) for foe in foes),
        Pick("decline", "Do not attack"),
    ]
    picked = referee.choose(
        figure.side, f"{figure.name}: attack whom?", options, rule="EG-COMBAT-05", about=(figure.id,)
    )
    if not picked.piece:
        referee.tell("{} holds back", figure, rule="EG-COMBAT-05")
        return None
    fight.attacked = True
    return one_attack(referee, battle, fight, fighter, battle.figures[picked.piece])


def one_attack(referee: Referee, battle: Battle, fight: Fight, fighter: Fighter, foe: Figure) -> Struck:
    """One attack with all that follows from it for the combat."""
    figure = battle.figures[fighter.id]
    defender = fight.fighter(foe.id)
    blow = Blow(
        blade_in_hand(fighter),
        BLADES[defender.blade],
        stands_behind(battle, figure, foe),
        stands_behind(battle, foe, figure),
    )
    struck = strike(referee, battle, figure, foe, blow, fight.pools[fighter.pool], fight.pools[defender.pool])
    if fighter.pistols:
        spend_shot(battle, figure, fighter.pistols.pop(0))  # EG-RULE-42
    if struck.shoved and foe.wound is not Wound.DEAD:
        shove_back(referee, battle, fight, figure, foe)
    for hurt in (foe, figure):
        if not hurt.standing:
            leave_combat(referee, battle, fight, hurt)
    return struck


def blade_in_hand(fighter: Fighter) -> Blade:
    """A noted pistol strikes first (EG-RULE-42)."""
    return BLADES["pistol_cc" if fighter.pistols else fighter.blade]


def stands_behind(battle: Battle, attacker: Figure, defender: Figure) -> bool:
    """EG-RULE-41: a linear obstacle between them, or the defender on higher ground."""
    if not battle.field.features:
        return False
    if obstacles_between(battle.terrain, attacker.x, attacker.y, defender.x, defender.y):
        return True
    return ground_height(battle, defender.x, defender.y) > ground_height(battle, attacker.x, attacker.y)


def shove_back(referee: Referee, battle: Battle, fight: Fight, attacker: Figure, foe: Figure) -> None:
    """EG-PLOY-06: 2" straight away; contacts are as they then stand, and one may fall off an edge (EG-RULE-76)."""
    pushed_off(referee, battle, foe, attacker)
    for other in enemies_in_contact(battle, foe):
        other.aimed_at = ""  # EG-RULE-13: engaged since
    fight.contacts = [
        (a, b) for a, b in fight.contacts if foe.id not in (a, b) or in_contact(battle.figures[a], battle.figures[b])
    ]
    known = [id for pair in fight.contacts if foe.id in pair for id in pair]
    fight.contacts += [
        (foe.id, other.id)
        for other in (enemies_in_contact(battle, foe) if foe.standing else [])
        if other.id not in known and any(fighter.id == other.id for fighter in fight.fighters)
    ]


def leave_combat(referee: Referee, battle: Battle, fight: Fight, dead: Figure) -> None:
    """EG-RULE-37: a killed model leaves at once; its side gives up as many counters as its pool (EG-RULE-34)."""
    if not any(fighter.id == dead.id for fighter in fight.fighters):
        return
    pool = fight.pools[fight.fighter(dead.id).pool]
    shared = fight.fighter(dead.id).pool == dead.side
    fight.fighters = [fighter for fighter in fight.fighters if fighter.id != dead.id]
    fight.queue = [id for id in fight.queue if id != dead.id]
    fight.contacts = [pair for pair in fight.contacts if dead.id not in pair]
    if shared and any(fighter.pool == dead.side for fighter in fight.fighters):
        discard(referee, dead, pool)
    else:
        pool.attack = pool.defence = 0


def discard(referee: Referee, dead: Figure, pool: Pool) -> None:
    """EG-RULE-34: counters of the side's own choice, or all if there are fewer."""
    owed = min(dead.profile.pool, pool.attack + pool.defence)
    attacks = [count for count in range(owed + 1) if count <= pool.attack and owed - count <= pool.defence]
    count = attacks[0]
    if len(attacks) > 1:
        options = [Pick(f"{attack} attack {owed - attack} defence") for attack in attacks]
        text = f"{dead.name} is dead: which counters are given up?"
        count = int(referee.choose(dead.side, text, options, rule="EG-RULE-34", about=(dead.id,)).key.split()[0])
    pool.attack -= count
    pool.defence -= owed - count


def end_combat(referee: Referee, battle: Battle) -> None:
    """EG-COMBAT-07: all counters are discarded."""
    referee.tell("The combat is over", rule="EG-COMBAT-07")
    battle.fight = None


def parting_blow(referee: Referee, battle: Battle, enemy: Figure, leaver: Figure) -> None:
    """EG-RULE-07, as an option: each enemy left makes one plain attack, without counters or ploys."""
    blow = Blow(
        BLADES[ask_blade(referee, enemy)], BLADES[blades_of(leaver.profile)[0]], stands_behind(battle, enemy, leaver)
    )
    resolve(referee, battle, enemy, leaver, blow)


def ask_blade(referee: Referee, figure: Figure) -> str:
    """What a model strikes with where no note says so."""
    blades = blades_of(figure.profile)
    if len(blades) == 1:
        return blades[0]
    options = [Pick(blade, blade_words(blade)) for blade in blades]
    return referee.choose(
        figure.side, f"{figure.name}: strike with what?", options, rule="EG-RULE-07", about=(figure.id,)
    ).key
