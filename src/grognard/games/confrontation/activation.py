"""Activation: the fighters of the card just played act, one after another."""

from grognard.games.confrontation import calling, incantation
from grognard.games.confrontation.announcing import Announce, announcements
from grognard.games.confrontation.artefacts import Use
from grognard.games.confrontation.assaults import assault, assaultable, go_along
from grognard.games.confrontation.battle import Activation, Battle, Fighter, Side
from grognard.games.confrontation.disengaging import break_away, slip_away
from grognard.games.confrontation.firing import can_shoot, shoot, targets_for
from grognard.games.confrontation.moving import Moves, make_move, reach
from grognard.games.confrontation.rout import flee
from grognard.games.confrontation.sallies import Sallies, sally
from grognard.games.confrontation.scouts import look_around
from grognard.kernel.choice import Pick, Spot
from grognard.kernel.referee import Referee

DONE = Pick("done", "Nothing more")
LEAVE = Pick("disengage", "Disengage now")
MOVE = {
    "walk": Pick("walk", "Walk now"),
    "disengage": LEAVE,
    "force": LEAVE,
}  # announced together with spells or miracles


def activate_next(referee: Referee, battle: Battle) -> None:
    """One fighter of the card being played: what it announces, and all of it; casting and calling go on spell by spell."""
    activation = battle.activation
    assert activation is not None
    if activation.fighter:
        mystic_step(referee, battle, activation, battle.fighter(activation.fighter))
        return
    side = owner_of(battle, activation.card)
    waiting = [
        f for id in side.card(activation.card).fighters if (f := battle.fighter(id)).on_table and not f.activated
    ]
    for fighter in waiting:
        if fighter.routed and battle.is_free(fighter):
            flee(referee, battle, fighter)  # C3-ROUT-02: its whole activation
            return
    if not waiting:
        battle.activation = None
        return
    options = announcements(battle, activation, waiting)
    chosen = options[0]
    if len(options) > 1:
        text = f"{side.card(activation.card).name}: who does what?"
        chosen = referee.choose(side.id, text, options, rule="C3-ACT-01", about=tuple(f.id for f in waiting))
    carry_out(referee, battle, activation, chosen)


def owner_of(battle: Battle, id: str) -> Side:
    """Whose card it is."""
    for side in battle.sides:
        for card in side.cards:
            if card.id == id:
                return side
    raise KeyError(id)


def carry_out(referee: Referee, battle: Battle, activation: Activation, chosen: Announce) -> None:
    """Do what was announced."""
    fighter = battle.fighter(chosen.fighter)
    fighter.activated = True
    actions = chosen.actions
    if not actions:
        activation.cumulative = True
        return
    if actions[-1] in ("charge", "engage"):
        storm(referee, battle, fighter, chosen)
        return
    if actions[0] == "under_cover":
        creep(referee, battle, fighter)
        return
    activation.cumulative = True
    if "cast" in actions or "call" in actions:
        activation.fighter = fighter.id
        activation.move = "" if len(actions) == 1 else "force" if chosen.by_force else actions[0]
        mystic_step(referee, battle, activation, fighter)
        return
    if actions[0] == "disengage":
        if not get_away(referee, battle, fighter, chosen.by_force):
            return  # C3-RULE-26: nothing else
        actions = actions[1:]
    moved = len(actions) < len(chosen.actions)
    if actions == ("walk", "fire"):
        walk_and_fire(referee, battle, fighter)
    elif actions in (("walk",), ("run",)):
        go(referee, battle, fighter, actions[0])
    elif "fire" in actions:
        rapid = actions.count("fire") > 1
        for _ in range(actions.count("fire")):
            fire(referee, battle, fighter, moved=moved, rapid=rapid)


def go(referee: Referee, battle: Battle, fighter: Fighter, verb: str) -> None:
    """A walk or a run (C3-MOVE-01, C3-MOVE-02)."""
    places = Moves(battle, fighter, verb, reach(fighter.profile, fighter.mov, verb))
    spot: Spot = referee.choose(
        fighter.side, f"Where does {fighter.name} {verb}?", places, rule="C3-MOVE-01", about=(fighter.id,)
    )
    make_move(referee, battle, fighter, spot)
    look_around(referee, battle, fighter)


def creep(referee: Referee, battle: Battle, fighter: Fighter) -> None:
    """C3-MOVE-10: move under cover, half MOV, and nothing else until the end of the round."""
    places = Moves(battle, fighter, "hide", reach(fighter.profile, fighter.mov, "under cover"))
    spot = referee.choose(
        fighter.side, f"Where does {fighter.name} take cover?", places, rule="C3-MOVE-10", about=(fighter.id,)
    )
    make_move(referee, battle, fighter, spot)
    fighter.under_cover = fighter.sheltering = True
    if battle.options.under_cover_fights == "all_defence":  # C3-RULE-27, C3-RULE-80
        fighter.defence_marker = True
    referee.tell("moves under cover", fighter, rule="C3-MOVE-10")
    look_around(referee, battle, fighter)


def walk_and_fire(referee: Referee, battle: Battle, fighter: Fighter) -> None:
    """C3-RULE-16: the walk comes before or after the shot; announced together, it makes the shot harder either way."""
    order = (Pick("walk first"), Pick("fire first"))
    text = f"{fighter.name} walks and fires: which first?"
    first = referee.choose(fighter.side, text, order, rule="C3-RULE-16", about=(fighter.id,)).key
    if first == "fire first":
        fire(referee, battle, fighter, moved=True)
        go(referee, battle, fighter, "walk")
    else:
        go(referee, battle, fighter, "walk")
        fire(referee, battle, fighter, moved=True)


def fire(referee: Referee, battle: Battle, fighter: Fighter, *, moved: bool, rapid: bool = False) -> None:
    """C3-FIRE-09: name a target in sight, and shoot; without one the shot is lost."""
    targets = targets_for(battle, fighter) if fighter.on_table and can_shoot(battle, fighter) else []
    if not targets:
        referee.tell("sees nobody to shoot at", fighter, rule="C3-FIRE-01")
        return
    target = targets[0]
    if len(targets) > 1:
        target = referee.choose(
            fighter.side, f"Whom does {fighter.name} shoot at?", targets, rule="C3-FIRE-09", about=(fighter.id,)
        )
    shoot(referee, battle, fighter, battle.fighter(target.id), moved=moved, rapid=rapid)


def storm(referee: Referee, battle: Battle, fighter: Fighter, chosen: Announce) -> None:
    """An assault, with what opens it."""
    target = battle.fighter(chosen.target)
    charging = chosen.actions[-1] == "charge"
    opening = chosen.actions[0] if len(chosen.actions) > 1 else ""
    if opening in ("cast", "call"):
        while mystic_act(referee, battle, fighter) == "artefact":
            pass  # the one spell or miracle is still open
        if not fighter.on_table:
            return
        if not target.on_table:
            go_along(battle, fighter, ((fighter.x, fighter.y), (target.x, target.y)), fighter.mov)
            return
    assault(referee, battle, fighter, target, charging=charging, shoot=_assault_fire if opening == "fire" else None)
    if fighter.on_table:
        look_around(referee, battle, fighter)


def _assault_fire(referee: Referee, battle: Battle, fighter: Fighter, target: Fighter) -> None:
    """C3-RULE-34: one shot at the assault's target, at difficulty 7."""
    shoot(referee, battle, fighter, target, assault_fire=True)


def get_away(referee: Referee, battle: Battle, fighter: Fighter, by_force: bool) -> bool:
    """Disengage; a routed fighter that succeeds flees (C3-RULE-56)."""
    if not (break_away if by_force else slip_away)(referee, battle, fighter):
        return False
    if fighter.routed:
        flee(referee, battle, fighter)
        return True
    enemies = new_enemies(battle, fighter) if battle.options.disengage_engage == "yes" else []
    places = Sallies(battle, fighter, "leave", fighter.mov, enemies, may_stay=False)
    spot = referee.choose(
        fighter.side, f"Where does {fighter.name} go?", places, rule="C3-MOVE-08", about=(fighter.id,)
    )
    sally(referee, battle, fighter, places, spot)
    if fighter.on_table:
        look_around(referee, battle, fighter)
    return True


def new_enemies(battle: Battle, fighter: Fighter) -> list[Fighter]:
    """C3-RULE-25, option `disengage_engage`: enemies that it was not in contact with."""
    left = battle.opponents(fighter)
    return [enemy for enemy in assaultable(battle, fighter) if enemy not in left]


# Casting and calling


def mystic_step(referee: Referee, battle: Battle, activation: Activation, fighter: Fighter) -> None:
    """One spell or miracle, the move that was announced with them, or the end of it (C3-RULE-16: any number of them, the move anywhere between)."""
    chosen = mystic_act(referee, battle, fighter, MOVE.get(activation.move))
    if chosen == "walk":
        activation.move = ""
        go(referee, battle, fighter, "walk")
    elif chosen == "disengage":
        by_force, activation.move = activation.move == "force", ""
        get_away(referee, battle, fighter, by_force)  # C3-RULE-26: held or not, it may still cast or call
    elif chosen == "done":
        activation.fighter = activation.move = ""
    if activation.fighter and (not fighter.on_table or fighter.routed):
        activation.fighter = activation.move = ""


def mystic_act(referee: Referee, battle: Battle, fighter: Fighter, move: Pick | None = None) -> str:
    """Pick a spell or a miracle and cast or call it; "walk", "disengage" or "done" if that was picked instead, "artefact" if one was used."""
    spells = incantation.spell_options(battle, fighter) if fighter.profile.is_magician else []
    miracles = calling.miracle_options(battle, fighter) if fighter.profile.is_faithful else []
    options = [*spells, *miracles, *([move] if move is not None else []), DONE]
    chosen = options[0]
    if len(options) > 1:
        text = f"What does {fighter.name} cast or call?"
        chosen = referee.choose(fighter.side, text, options, rule="C3-ACT-04", about=(fighter.id,))
    if isinstance(chosen, Pick):
        return chosen.key
    if isinstance(chosen, incantation.Cast) or (isinstance(chosen, Use) and spells):
        incantation.cast(referee, battle, fighter, chosen)
    else:
        calling.call(referee, battle, fighter, chosen)
    return "artefact" if isinstance(chosen, Use) else "mystic"
