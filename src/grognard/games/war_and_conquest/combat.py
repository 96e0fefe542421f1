"""Combat: who fights whom, how many dice each has, and the blows."""

from collections.abc import Iterator

from grognard.games.war_and_conquest.battle import Battle, Blow, Face, Fray, Unit
from grognard.games.war_and_conquest.blows import strike_dice, strikes_kill
from grognard.games.war_and_conquest.combat_result import settle
from grognard.games.war_and_conquest.contact import face_to, files_in_contact
from grognard.games.war_and_conquest.glancing import glance_next
from grognard.games.war_and_conquest.numbers import Numbers
from grognard.kernel.choice import Pick
from grognard.kernel.referee import Referee


def begin_combat(referee: Referee, battle: Battle) -> None:
    """Everybody in contact fights; who is linked by contact fights in one combat (WC-OFIGHT-01, WC-OFIGHT-09)."""
    battle.phase = "Combat"
    battle.frays = [Fray(members, stage="waiting") for members in linked(battle)]
    battle.charges = [charge for charge in battle.charges if charge.glancing]
    battle.step = "fight"


def linked(battle: Battle) -> list[list[str]]:
    """The units of each combat, in the order of the armies."""
    left = [unit.id for unit in battle.units if unit.engaged and unit.where == "table"]
    found = []
    while left:
        group = [left.pop(0)]
        for member in group:
            for foe in battle.foes(battle.unit(member)):
                if foe.id in left:
                    left.remove(foe.id)
                    group.append(foe.id)
        if len(group) > 1:
            found.append(group)
    return found


def fight_next(referee: Referee, battle: Battle) -> None:
    """The next piece of the Combat Phase: a glancing attack, the choice of a combat, a blow, or a combat's result."""
    if battle.charges:
        glance_next(referee, battle)
    elif not battle.frays:
        end_combat(battle)
    elif battle.frays[0].stage == "waiting":
        open_next(referee, battle)
    else:
        fray_step(referee, battle)


def end_combat(battle: Battle) -> None:
    """All combats are fought: who charged has no more good of it."""
    for unit in battle.units:
        unit.charged = False
    battle.step = "resolve"


def open_next(referee: Referee, battle: Battle) -> None:
    """The player with Strategic Advantage picks the next combat, and its dice are dealt out (WC-OFIGHT-01)."""
    if len(battle.frays) > 1:
        options = [Pick(f"fight {fray.members[0]}", fray_name(battle, fray), fray.members[0]) for fray in battle.frays]
        picked = referee.choose(battle.advantage, "Which combat is fought next?", options, rule="WC-OFIGHT-01")
        battle.frays.sort(key=lambda fray: fray.members[0] != picked.piece)
    open_fray(referee, battle, battle.frays[0])


def fray_name(battle: Battle, fray: Fray) -> str:
    """Who is in a combat, in words."""
    return ", ".join(battle.unit(id).name for id in fray.members)


def open_fray(referee: Referee, battle: Battle, fray: Fray) -> None:
    """Every unit's dice are counted and divided among its enemies."""
    fray.blows = [blow for id in fray.members for blow in blows_of(referee, battle, battle.unit(id))]
    fray.stage = "blows"


def fray_step(referee: Referee, battle: Battle) -> None:
    """One blow, or one step of the result; blows fall at the same time, so nobody is taken off before the last."""
    fray = battle.frays[0]
    for n, blow in enumerate(fray.blows):
        if blow.killed < 0:
            fray.blows[n] = strike(referee, battle, blow)
            if n == len(fray.blows) - 1:
                fray.stage = "losses"
            return
    settle(referee, battle, fray)
    if fray.stage == "over":
        battle.frays.pop(0)


# Dice (WC-OFIGHT-02)


def blows_of(referee: Referee, battle: Battle, unit: Unit) -> Iterator[Blow]:
    """The dice of each face that is in contact, divided among the enemies there by the unit's player (WC-OFIGHT-09)."""
    faces: dict[Face, list[Unit]] = {}
    for foe in battle.foes(unit):
        faces.setdefault(face_to(battle, unit, foe) if unit.is_battle else "front", []).append(foe)
    for face, foes in faces.items():
        in_contact = max(files_in_contact(battle, unit, foe) for foe in foes)
        left = strike_dice(unit, face, in_contact)
        for foe in foes[:-1]:
            text = f"How many of {left} dice of {unit.name} strike {foe.name}?"
            given = (
                referee.choose(unit.side, text, Numbers(0, left), rule="WC-OFIGHT-09", about=(unit.id, foe.id)).value
                if left
                else 0
            )
            left -= given
            yield Blow(unit.id, foe.id, face, given)
        yield Blow(unit.id, foes[-1].id, face, left)


# Blows (WC-OFIGHT-03)


def strike(referee: Referee, battle: Battle, blow: Blow) -> Blow:
    """Throw a unit's dice at an enemy; the blow with what it killed."""
    unit, target = battle.unit(blow.unit), battle.unit(blow.target)
    killed = strikes_kill(referee, unit, target, blow.dice)
    referee.tell("{} strikes {} with {} dice and kills {}", unit, target, blow.dice, killed, rule="WC-OFIGHT-03")
    return Blow(blow.unit, blow.target, blow.face, blow.dice, killed)
