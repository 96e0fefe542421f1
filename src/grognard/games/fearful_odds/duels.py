"""Single Combat: who must, who may, who answers, and what a duel leaves behind."""

from collections.abc import Iterator
from typing import NamedTuple

from grognard.games.fearful_odds.battle import Battle, Character, State, Unit, Victory, Wound
from grognard.games.fearful_odds.characters import combined, is_removed, wound
from grognard.games.fearful_odds.morale import lose_strength, own_quality
from grognard.kernel.chart import Chart
from grognard.kernel.choice import Option, Pick
from grognard.kernel.dice import D10
from grognard.kernel.referee import Referee
from grognard.kernel.tally import Modifier

BLOW = Chart((12, Wound.NONE), (16, Wound.MINOR), (19, Wound.SEVERE), above=Wound.KILLED)  # FO-DUEL-07
Fighter = Character | Unit  # a unit fights by its ranker (FO-DUEL-05)


class Duel(NamedTuple):
    """What came of a Single Combat: adjusted totals, and how each fighter stands now (old wounds included)."""

    totals: tuple[int, int]
    wounds: tuple[Wound, Wound]
    victor: int  # 0 or 1: the first or second fighter was Victorious; -1: nobody


def champion_prowess(battle: Battle, unit: Unit) -> int:
    """FO-DUEL-05: half its own QL, rounded down (FO-RULE-05, FO-RULE-06)."""
    return own_quality(battle, unit) // 2


def prowess_of(battle: Battle, fighter: Fighter) -> int:
    """A character's own, or that of a unit's ranker."""
    return fighter.prowess if isinstance(fighter, Character) else champion_prowess(battle, fighter)


def duel(referee: Referee, battle: Battle, first: Fighter, second: Fighter) -> Duel:
    """Fight one Single Combat (FO-DUEL-06); both blows take effect together (FO-RULE-48)."""
    edge = prowess_of(battle, first) - prowess_of(battle, second)
    mine = referee.roll(2 * D10, "Single Combat", by=first.side, rule="FO-DUEL-06").total + edge
    theirs = referee.roll(2 * D10, "Single Combat", by=second.side, rule="FO-DUEL-06").total - edge
    referee.tell("fights", first, second, because=(Modifier(edge, "Prowess", "FO-DUEL-06"),), rule="FO-DUEL-06")
    wounds = (_stands(first, BLOW[theirs]), _stands(second, BLOW[mine]))
    suffer_blow(referee, battle, first, BLOW[theirs])
    suffer_blow(referee, battle, second, BLOW[mine])
    fallen = (is_removed(wounds[0]), is_removed(wounds[1]))
    victor = -1 if fallen[0] == fallen[1] else 0 if fallen[1] else 1  # FO-DUEL-12
    return Duel((mine, theirs), wounds, victor)


def _stands(fighter: Fighter, blow: Wound) -> Wound:
    """How a fighter stands after a blow; a ranker had no wound before (FO-RULE-49)."""
    return combined(fighter.wound, blow) if isinstance(fighter, Character) else blow


def suffer_blow(referee: Referee, battle: Battle, fighter: Fighter, blow: Wound) -> None:
    """Wound a character; a ranker costs his unit nothing, unless the group plays that one who falls costs 1 SP (FO-RULE-49)."""
    if isinstance(fighter, Character):
        wound(referee, fighter, blow)
    elif is_removed(blow):
        referee.tell("loses its champion", fighter, rule="FO-RULE-49")
        if battle.options.ranker_loss == "one_sp":
            lose_strength(referee, battle, fighter, "FO-RULE-49")


class Challenge(Option, frozen=True, gc=False):
    """A character names an enemy hex."""

    who: str
    hex: int
    words_of_hex: str

    @property
    def key(self) -> str:
        return f"{self.who} challenges {self.words_of_hex}"

    @property
    def pieces(self) -> tuple[str, ...]:
        return (self.who,)


class Answer(Option, frozen=True, gc=False):
    """The character who answers."""

    who: str

    @property
    def key(self) -> str:
        return f"{self.who} answers"

    @property
    def pieces(self) -> tuple[str, ...]:
        return (self.who,)


NO_CHALLENGE = Pick("no more challenges")


def answerers(battle: Battle, at: int, side: str) -> list[Fighter]:
    """Who of a side can answer from a hex: its heroes, else a leader, else the unit's ranker (FO-RULE-46); nobody who has fought (FO-RULE-47)."""
    here = [one for one in battle.characters.values() if one.at == at and one.side == side]
    free = [one for one in here if not one.fought]
    heroes = [one for one in free if one.kind == "hero"]
    if heroes:
        return list(heroes)
    if here:
        return list(free)  # FO-DUEL-05: a ranker fights only for a unit without characters
    unit = battle.unit_in(at)
    return [unit] if unit is not None and unit.side == side and not unit.sent_champion else []


def enemy_hexes(battle: Battle, character: Character, *, active: bool = False) -> list[int]:
    """The adjacent hexes that a character can name: with an enemy who can answer; for inactive heroes, with an Active enemy (FO-RULE-45)."""
    side, ring = character.side, battle.board.next_to[character.at]
    found = []
    for piece in _active(battle) if active else battle.pieces():
        at = piece.at
        if at in ring and at >= 0 and piece.side != side and at not in found:
            found.append(at)
    if not found:
        return found
    enemy = battle.enemy_of(side)
    return [at for at in found if answerers(battle, at, enemy)]


def _active(battle: Battle) -> Iterator[Unit | Character]:
    """FO-STAT-10: what was activated in the impulse under way, and still is."""
    for id in battle.impulse.group if battle.impulse is not None else ():
        piece: Unit | Character = battle.units.get(id) or battle.characters[id]
        if piece.state is State.ACTIVE:
            yield piece


def duty(character: Character, hex_active: bool) -> str:
    """FO-DUEL-01 to 03: "must", "may" or "may_not" for a character beside an enemy hex that can answer."""
    if character.fought or character.called:
        return "may_not"  # FO-RULE-47
    if character.state is State.ACTIVE:
        return "must" if character.kind == "hero" else "may"  # FO-DUEL-01, FO-DUEL-02
    return "must" if character.kind == "hero" and hex_active else "may_not"  # FO-DUEL-03


def may_decline(challenger: Character, answerer: Fighter) -> bool:
    """FO-DUEL-04: only an inactive leader, and only an Active leader's challenge."""
    return (
        isinstance(answerer, Character)
        and answerer.kind == "leader"
        and answerer.state is not State.ACTIVE
        and challenger.kind == "leader"
        and challenger.state is State.ACTIVE
    )


def challenges(battle: Battle, side: str, kind: str) -> list[Challenge]:
    """What a side's characters of that kind can name now: Active ones, or inactive heroes of the other side beside Active enemies."""
    acting = battle.impulse is not None and battle.impulse.side == side
    found = []
    for one in battle.characters.values():
        if one.at < 0 or one.kind != kind or one.side != side or one.fought or one.called:
            continue
        if (one.state is State.ACTIVE) is acting:
            name = battle.board.name
            found += [Challenge(one.id, at, name(at)) for at in enemy_hexes(battle, one, active=not acting)]
    return found


def fight_next_duel(referee: Referee, battle: Battle) -> bool:
    """Name and fight the next Single Combat of the impulse, in the order of FO-RULE-45; False when there is no more."""
    impulse = battle.impulse
    assert impulse is not None
    if not _any_can_meet(battle, impulse.side):
        return False
    named = _name_actively(referee, battle, impulse.side) or _name_in_answer(referee, battle, impulse.side)
    if named is None:
        return False
    challenge(referee, battle, battle.characters[named.who], named.hex)
    return True


def _any_can_meet(battle: Battle, side: str) -> bool:
    """Whether a character who may have to fight stands beside an enemy at all: mostly nobody does, and nothing more need be asked."""
    bit, ring = battle.board.bit, battle.board.ring
    mine = theirs = beside_mine = beside_theirs = 0
    for one in battle.characters.values():
        at = one.at
        if at >= 0:
            if one.side != side:
                theirs |= bit[at]
                if one.kind == "hero":
                    beside_theirs |= ring[at]
            else:
                mine |= bit[at]
                if one.state is State.ACTIVE:
                    beside_mine |= ring[at]
    if not (beside_mine or beside_theirs):
        return False
    for unit in battle.units.values():
        at = unit.at
        if at >= 0:
            if unit.side != side:
                theirs |= bit[at]
            else:
                mine |= bit[at]
    return bool(beside_mine & theirs or beside_theirs & mine)


def _name_actively(referee: Referee, battle: Battle, side: str) -> Challenge | None:
    """Active heroes must name a hex each (FO-DUEL-01), then Active leaders may (FO-DUEL-02)."""
    heroes = challenges(battle, side, "hero")
    if heroes:
        if len(heroes) == 1:
            return heroes[0]
        return referee.choose(side, "Which hero challenges whom?", heroes, rule="FO-DUEL-01")
    leaders = challenges(battle, side, "leader")
    if not leaders:
        return None
    named = referee.choose(side, "Does a leader challenge?", [*leaders, NO_CHALLENGE], rule="FO-DUEL-02")
    if isinstance(named, Challenge):
        return named
    for one in battle.characters.values():
        if one.side == side and one.kind == "leader":
            one.called = True  # he has had his say, but may still have to answer
    return None


def _name_in_answer(referee: Referee, battle: Battle, side: str) -> Challenge | None:
    """FO-DUEL-03: inactive heroes beside Active enemies must fight too."""
    enemy = battle.enemy_of(side)
    inactive = challenges(battle, enemy, "hero")
    if len(inactive) > 1:
        return referee.choose(enemy, "Which hero challenges whom?", inactive, rule="FO-DUEL-03")
    return inactive[0] if inactive else None


def challenge(referee: Referee, battle: Battle, challenger: Character, at: int) -> Duel | None:
    """A character has named a hex: see who answers, and fight; None if a leader declines."""
    enemy = battle.enemy_of(challenger.side)
    able = answerers(battle, at, enemy)
    challenger.called = True
    answerer = able[0]
    if len(able) > 1:
        options = [Answer(one.id) for one in able]
        answerer = battle.characters[
            referee.choose(enemy, "Who answers the challenge?", options, rule="FO-RULE-46", about=(challenger.id,)).who
        ]
    if may_decline(challenger, answerer) and not referee.may(
        enemy,
        f"Does {answerer.name} accept the challenge of {challenger.name}?",
        rule="FO-DUEL-04",
        about=(answerer.id, challenger.id),
    ):
        referee.tell("declines the challenge of", answerer, challenger, rule="FO-DUEL-04")
        return None
    challenger.fought = True
    if isinstance(answerer, Unit):
        answerer.sent_champion = True
    else:
        answerer.fought = True
    home, away = challenger.at, answerer.at
    result = duel(referee, battle, challenger, answerer)
    if result.victor >= 0:
        triumph(referee, battle, (challenger, answerer)[result.victor], home, away)
    return result


def triumph(referee: Referee, battle: Battle, victor: Fighter, home: int, away: int) -> None:
    """FO-DUEL-12: note who was Victorious; FO-DUEL-15: at a Narrow Way the inactive side's victory stops the melee there."""
    impulse = battle.impulse
    assert impulse is not None
    referee.tell("is victorious", victor, rule="FO-DUEL-12")
    impulse.victories.append(Victory(victor.side, victor.id))
    if victor.side != impulse.side and battle.board.is_narrow(home, away):
        impulse.barred.append((home, away) if home < away else (away, home))
        referee.tell("holds the narrow way: no melee there", victor, rule="FO-DUEL-15")
