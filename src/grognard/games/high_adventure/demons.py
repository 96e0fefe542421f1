"""Demons that have been summoned: those that serve, and those that turn on their summoner (HA-MAJ-09, HA-CRE-10)."""

from grognard.games.high_adventure.abilities import ABILITIES
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.contact import contact_spots, face, stand
from grognard.games.high_adventure.creatures import creature, profile_of
from grognard.games.high_adventure.figures import Effect, Figure, Order, other_side
from grognard.games.high_adventure.orders import asks
from grognard.games.high_adventure.placing import free_spot, new_group, put
from grognard.games.high_adventure.points import Points
from grognard.kernel.referee import Referee


def demon_serves(referee: Referee, battle: Battle, caster: Figure, kind: str, turns: int) -> None:
    """HA-CRE-10a: it obeys for so many turns."""
    profile = profile_of(kind, battle.options)
    spot = _chosen_spot(referee, battle, caster, "Summon", profile.radius)
    if spot is None:
        return
    group = new_group(battle, caster.side, creature(kind).name, Order.ATTACK)
    demon = put(battle, group, creature(kind).name, profile, *spot, facing=caster.facing)
    demon.controller = caster.id
    demon.effects.append(Effect("summoned", by=caster.id, turns=turns, since=battle.turn))
    referee.tell("{0} appears and obeys {1} for {2} turns", demon, caster, turns, rule="HA-MAJ-09b")


def demon_attacks(referee: Referee, battle: Battle, caster: Figure, kind: str) -> None:
    """HA-MAJ-09c: it stands in contact with the caster, fights him for one turn and vanishes."""
    profile = profile_of(kind, battle.options)
    group = new_group(battle, other_side(caster.side), creature(kind).name, Order.ATTACK)
    spot = free_spot(battle, caster.x, caster.y, profile.radius, group.side, 800, gap=0)
    if spot is None:
        return
    demon = put(battle, group, creature(kind).name, profile, *spot)
    demon.effects.append(Effect("unbound", by=caster.id, turns=1, since=battle.turn))
    for x, y in contact_spots(battle, demon, caster)[:1]:
        stand(battle, demon, x, y)
    face(demon, caster.x, caster.y)
    referee.tell("turns on", demon, caster, rule="HA-MAJ-09c")


def _chosen_spot(referee: Referee, battle: Battle, caster: Figure, ability: str, radius: int) -> tuple[int, int] | None:
    """Where a servant appears: the player points, for others it is the nearest free spot to the caster."""
    if asks(battle, caster):
        points = Points(battle, caster, ability, radius=radius, shy=100)
        if not len(points):
            return None
        spot = referee.choose(
            caster.side, f"Where does it appear? ({ability})", points, rule=ABILITIES[ability].rule, about=(caster.id,)
        )
        return spot.x, spot.y
    return free_spot(battle, caster.x, caster.y, radius, caster.side, ABILITIES[ability].reach)
