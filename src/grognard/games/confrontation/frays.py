"""Frays: who is linked to whom by contact, how a fray is split into combats, and pursuit after one."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from grognard.games.confrontation.battle import Battle, Fighter
from grognard.games.confrontation.sallies import Sallies, sally
from grognard.games.confrontation.scouts import look_around
from grognard.games.confrontation.sizes import has_room
from grognard.kernel.choice import Option
from grognard.kernel.referee import Referee

Contacts = Mapping[str, Sequence[str]]


class Combat(Option, frozen=True, gc=False):
    """One fighter against one or more enemies that all touch him (C3-RULE-36)."""

    one: str
    against: tuple[str, ...]

    @property
    def key(self) -> str:
        return f"{self.one} against {' and '.join(self.against)}"

    @property
    def pieces(self) -> tuple[str, ...]:
        return self.one, *self.against

    @property
    def fighters(self) -> tuple[str, ...]:
        return self.one, *self.against


def is_lawful_split(
    contacts: Sequence[tuple[str, str]], combats: Sequence[tuple[Sequence[str], Sequence[str]]]
) -> bool:
    """C3-COMB-01, C3-RULE-36: never several against several, all touch the one, and everybody in contact fights in exactly one combat."""
    touching = {(a, b) for a, b in contacts} | {(b, a) for a, b in contacts}
    everybody = sorted({fighter for pair in contacts for fighter in pair})
    fighting: list[str] = []
    for ours, theirs in combats:
        if not ours or not theirs or (len(ours) > 1 and len(theirs) > 1):
            return False
        if any((a, b) not in touching for a in ours for b in theirs):
            return False
        fighting += [*ours, *theirs]
    return sorted(fighting) == everybody


def contacts_of(battle: Battle, fighters: Sequence[Fighter]) -> dict[str, list[str]]:
    """Which of these fighters touch which enemies among them."""
    ids = [fighter.id for fighter in fighters]
    found = {}
    for fighter in fighters:
        touched = [enemy.id for enemy in battle.opponents(fighter) if enemy.id in ids]
        if touched:
            found[fighter.id] = touched
    return found


def combats_with(contacts: Contacts, fighter: str) -> Iterator[Combat]:
    """Every combat that a fighter could be put into so that all the others still find one."""
    near = contacts[fighter]
    for size in range(1, len(near) + 1):
        for against in combinations(near, size):
            if _leaves_nobody(contacts, (fighter, *against)):
                yield Combat(fighter, against)
    for one in near:
        friends = [other for other in contacts[one] if other != fighter]
        for size in range(1, len(friends) + 1):
            for more in combinations(friends, size):
                if _leaves_nobody(contacts, (one, fighter, *more)):
                    yield Combat(one, (fighter, *more))


def _leaves_nobody(contacts: Contacts, taken: Sequence[str]) -> bool:
    """Whether everybody who is not taken still touches somebody who is not."""
    return all(any(enemy not in taken for enemy in near) for fighter, near in contacts.items() if fighter not in taken)


def without(contacts: Contacts, taken: Sequence[str]) -> dict[str, list[str]]:
    """The contacts that are left when these fighters are in a combat."""
    return {
        fighter: [enemy for enemy in near if enemy not in taken]
        for fighter, near in contacts.items()
        if fighter not in taken
    }


def linked_to(contacts: Contacts, fighter: str) -> list[str]:
    """Everybody in the fray of a fighter: linked to it by contact, directly or through others."""
    found = [fighter]
    for member in found:
        found += [enemy for enemy in contacts.get(member, ()) if enemy not in found]
    return found


def split_next(referee: Referee, battle: Battle, contacts: Contacts) -> Combat:
    """C3-COMB-01: the winner of the tactical roll settles the combat of the first fighter that has none yet."""
    fighter = next(iter(contacts))
    options = list(combats_with(contacts, fighter))
    if len(options) == 1:
        return options[0]
    text = f"Split the fray: in which combat does {battle.fighter(fighter).name} fight?"
    return referee.choose(battle.winner, text, options, rule="C3-COMB-01", about=(fighter,))


# Pursuit


def may_pursue(mov: int, *, routed: bool, all_dead: bool, done: int, implacable: int) -> bool:
    """C3-PURS-01, C3-PURS-03, C3-ROUT-09: once per round, X times more with Implacable/X (C3-RULE-77)."""
    return all_dead and not routed and mov > 0 and done < 1 + implacable


def pursuit_length(mov: int) -> int:
    """C3-PURS-01: half the MOV."""
    return mov // 2


def may_be_met(fought: bool) -> bool:
    """C3-PURS-02: only an enemy that has not fought yet this phase."""
    return not fought


def new_enemies(battle: Battle, fighter: Fighter) -> list[Fighter]:
    """Enemies that a pursuer may reach: on the ground, not yet fought, with room about them."""
    far = pursuit_length(fighter.mov)
    return [
        enemy
        for enemy in battle.enemies(fighter.side)
        if may_be_met(enemy.fought)
        and not enemy.altitude
        and battle.within(fighter, enemy, far)
        and has_room(enemy.profile.base, len(battle.opponents(enemy)))
    ]


def pursue(referee: Referee, battle: Battle, fighter: Fighter) -> None:
    """C3-RULE-45: the survivor's owner decides whether and where; having met a new enemy it fights again, with fresh dice."""
    far = pursuit_length(fighter.mov)
    places = Sallies(battle, fighter, "pursue", far, new_enemies(battle, fighter))
    spot = referee.choose(fighter.side, f"Does {fighter.name} pursue?", places, rule="C3-PURS-01", about=(fighter.id,))
    if (spot.x, spot.y) == (fighter.x, fighter.y):
        return
    fighter.pursuits += 1
    if sally(referee, battle, fighter, places, spot):
        fighter.fought = False
    if fighter.on_table:
        look_around(referee, battle, fighter)
