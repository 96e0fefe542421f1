"""The round, read top to bottom: strategic, activation, combat, mystic and maintenance phase (C3-RULE-06)."""

from grognard.games.confrontation import cards, deployment, faith, frays, mana, strategy
from grognard.games.confrontation.activation import activate_next
from grognard.games.confrontation.artefacts import has_third_hand
from grognard.games.confrontation.battle import KILLED, Activation, Battle, Fight
from grognard.games.confrontation.combat import combatant, place_next, take_initiative
from grognard.games.confrontation.exchanges import strike
from grognard.games.confrontation.rally import rally
from grognard.games.confrontation.scouts import reveal_scout
from grognard.games.confrontation.spells import end_of_round
from grognard.games.confrontation.victory import check_annihilation, end_by_points, score_objectives
from grognard.kernel.referee import Referee


def play_on(referee: Referee, battle: Battle) -> None:
    """Play the next piece of the round."""
    phase = battle.phase
    PIECES[phase](referee, battle)
    if phase in DEADLY and battle.outcome is None:
        check_annihilation(referee, battle)


DEADLY = ("activation", "combat")  # where fighters fall or flee from the table


# Before the first round


def open_battle(referee: Referee, battle: Battle) -> None:
    """C3-MANA-03, C3-TF-02: the gems and the faith that the battle starts with, one magician at a time."""
    if battle.queue:
        mana.start(referee, battle, battle.fighter(battle.queue.pop(0)))
        return
    for fighter in battle.fighters:
        if fighter.profile.is_faithful:
            faith.start(battle, fighter)
    battle.phase = "deployment"


def deploy(referee: Referee, battle: Battle) -> None:
    """C3-RULE-85."""
    if not deployment.deploy_next(referee, battle):
        begin_round(referee, battle)


# Strategic phase


def begin_round(referee: Referee, battle: Battle) -> None:
    """C3-STRAT-01: a new round, with its rally tests first."""
    battle.turn += 1
    battle.turn_of = battle.winner = ""
    battle.phase = "rally"
    battle.queue = [fighter.id for fighter in strategy.routed(battle)]
    referee.tell("Round {}", battle.turn, rule="C3-STRAT-01", kind="phase")


def rally_next(referee: Referee, battle: Battle) -> None:
    """C3-STRAT-02: each routed fighter tests once."""
    if battle.queue:
        rally(referee, battle, battle.fighter(battle.queue.pop(0)))
        return
    for side in battle.sides:
        side.deck, side.reserve, side.played = [], [], []
    battle.phase = "stacking"


def stack(referee: Referee, battle: Battle) -> None:
    """C3-STRAT-03: both stack their decks, card by card, unseen by the other."""
    if not strategy.stack_next(referee, battle):
        battle.phase = "tactical roll"


def roll_tactics(referee: Referee, battle: Battle) -> None:
    """C3-STRAT-04: the tactical roll; a tie is rolled again."""
    battle.winner = strategy.tactical_roll(referee, battle)
    if battle.winner:
        cards.begin_phase(battle)
        battle.phase = "activation"
        referee.tell("Activation phase", rule="C3-RULE-06", kind="phase")
        cards.give_lead(battle, strategy.choose_lead(referee, battle))


# Activation phase


def activate(referee: Referee, battle: Battle) -> None:
    """C3-CARD-06: cards are played until none is left; each activates its fighters."""
    if battle.activation is not None:
        activate_next(referee, battle)
        return
    lead = battle.lead
    if lead is None:
        begin_combats(referee, battle)
        return
    side = battle.side(lead.side)
    if not cards.cards_left(side):
        cards.pass_lead(referee, battle, lead)
        return
    card = cards.take_step(referee, battle, lead)
    if card:
        battle.activation = Activation(card=card)
        for id in side.card(card).fighters:
            reveal_scout(referee, battle, battle.fighter(id))


# Combat phase


def begin_combats(referee: Referee, battle: Battle) -> None:
    """C3-COMB-01: everybody in contact will fight."""
    battle.phase = "splitting"
    battle.combats = []
    battle.turn_of = ""
    for fighter in battle.fighters:
        fighter.fought = False
    referee.tell("Combat phase", rule="C3-RULE-06", kind="phase")


def split(referee: Referee, battle: Battle) -> None:
    """C3-COMB-01: the winner of the tactical roll splits what is not split yet, one combat at a time."""
    taken = [id for one, against in battle.combats for id in (one, *against)]
    free = [f for f in battle.fighters if f.on_table and not f.fought and f.id not in taken]
    contacts = frays.contacts_of(battle, free)
    if not contacts:
        battle.phase = "combat"
        return
    while contacts:
        combat = frays.split_next(referee, battle, contacts)
        battle.combats.append((combat.one, combat.against))
        contacts = frays.without(contacts, combat.fighters)


def combat(referee: Referee, battle: Battle) -> None:
    """C3-COMB-02: one combat after another, and in each one step after another."""
    fight = battle.fight
    if battle.pursuers:
        pursue(referee, battle)
    elif fight is None:
        name_combat(referee, battle)
    elif fight.stage == "initiative":
        take_initiative(referee, battle.options, fight)
    elif fight.stage == "placing":
        place_next(referee, battle.options, fight)
    elif fight.stage == "exchanges":
        strike(referee, battle.options, fight)
        write_back(battle, fight)
    else:
        end_combat(battle, fight)


def name_combat(referee: Referee, battle: Battle) -> None:
    """C3-RULE-37, C3-RULE-91: players take turns to name the next combat, the winner of the tactical roll first."""
    if not battle.combats:
        begin_mystic(referee, battle)
        return
    ids = [side.id for side in battle.sides]
    battle.turn_of = ids[(ids.index(battle.turn_of) + 1) % len(ids)] if battle.turn_of else battle.winner
    options = [frays.Combat(one, against) for one, against in battle.combats]
    chosen = options[0]
    if len(options) > 1:
        chosen = referee.choose(battle.turn_of, "Which combat is fought next?", options, rule="C3-COMB-02")
    battle.combats.remove((chosen.one, chosen.against))
    fighters = [battle.fighter(id) for id in chosen.fighters]
    battle.fight = Fight(combatants=[combatant(battle, fighter) for fighter in fighters])
    for fighter in fighters:
        fighter.fought = True


def write_back(battle: Battle, fight: Fight) -> None:
    """What the combat has done so far, for all to see (C3-COMB-17)."""
    for blow in fight.combatants:
        fighter = battle.fighter(blow.id)
        fighter.level, fighter.stunned, fighter.injuries = blow.level, blow.stunned, blow.injuries
        if blow.level == KILLED:
            fighter.gone = "killed"


def end_combat(battle: Battle, fight: Fight) -> None:
    """The combat is over: survivors without an enemy left may pursue (C3-PURS-01)."""
    for blow in fight.combatants:
        fighter = battle.fighter(blow.id)
        if has_third_hand(fighter) and not blow.third_hand:  # C3-ARTI-06: it was used in this combat
            fighter.used = (*fighter.used, "third_hand")
    battle.fight = None
    for blow in fight.combatants:
        fighter = battle.fighter(blow.id)
        enemies = [other for other in fight.combatants if other.side != blow.side]
        dead = all(enemy.level == KILLED for enemy in enemies)
        may = frays.may_pursue(
            fighter.mov,
            routed=fighter.routed,
            all_dead=dead,
            done=fighter.pursuits,
            implacable=fighter.profile.implacable,
        )
        if fighter.on_table and may:
            battle.pursuers.append(fighter.id)


def pursue(referee: Referee, battle: Battle) -> None:
    """C3-RULE-37: a pursuit; what it touches is split anew among the combats not yet fought."""
    fighter = battle.fighter(battle.pursuers.pop(0))
    frays.pursue(referee, battle, fighter)
    if not fighter.fought:
        unfought = [f for f in battle.fighters if f.on_table and not f.fought]
        linked = frays.linked_to(frays.contacts_of(battle, unfought), fighter.id)
        battle.combats = [(one, against) for one, against in battle.combats if one not in linked]
        battle.phase = "splitting"


# Mystic phase and maintenance


def begin_mystic(referee: Referee, battle: Battle) -> None:
    """C3-RULE-60: after the combats."""
    battle.phase = "mystic"
    battle.queue = [f.id for f in battle.fighters if f.on_table and (f.profile.is_magician or f.profile.is_faithful)]
    if battle.queue:
        referee.tell("Mystic phase", rule="C3-RULE-06", kind="phase")


def renew(referee: Referee, battle: Battle) -> None:
    """Mana and faith, one magician or Faithful at a time."""
    if not battle.queue:
        battle.phase = "maintenance"
        return
    fighter = battle.fighter(battle.queue.pop(0))
    if fighter.profile.is_magician:
        mana.recover(referee, battle, fighter)
    if fighter.profile.is_faithful:
        faith.renew(referee, battle, fighter)


def maintain(referee: Referee, battle: Battle) -> None:
    """C3-RULE-06: markers off, effects end, victory is checked."""
    for fighter in battle.fighters:
        end_of_round(fighter)
        if fighter.gone:
            continue
        fighter.stunned = fighter.charged_by = fighter.pursuits = 0
        fighter.charged = fighter.defence_marker = fighter.under_cover = fighter.sheltering = False
        fighter.activated = fighter.fought = fighter.authority = False
    score_objectives(referee, battle)
    if battle.turn >= battle.rounds:
        end_by_points(referee, battle, f"{battle.turn} rounds are over")
        return
    begin_round(referee, battle)


PIECES = {
    "opening": open_battle,
    "deployment": deploy,
    "rally": rally_next,
    "stacking": stack,
    "tactical roll": roll_tactics,
    "activation": activate,
    "splitting": split,
    "combat": combat,
    "mystic": renew,
    "maintenance": maintain,
}
