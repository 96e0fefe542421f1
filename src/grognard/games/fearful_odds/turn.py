"""The turn, read top to bottom, cut into pieces that can stand alone."""

from grognard.games.fearful_odds.activations import declare, end_impulse, note_call, pass_on
from grognard.games.fearful_odds.advances import advance
from grognard.games.fearful_odds.battle import Battle, Character, Impulse, State, Unit, Where
from grognard.games.fearful_odds.character_moves import move_character
from grognard.games.fearful_odds.characters import relocate_all
from grognard.games.fearful_odds.deployment import deploy_next, place_next_arrival
from grognard.games.fearful_odds.duels import fight_next_duel
from grognard.games.fearful_odds.melee import fight
from grognard.games.fearful_odds.movement import move_unit
from grognard.games.fearful_odds.out_of_turn import is_in_contact
from grognard.games.fearful_odds.rally import rally_next
from grognard.games.fearful_odds.victory import check_demoralization, check_victory, empty_rout_boxes
from grognard.games.fearful_odds.who_fights import (
    Attack,
    Overrun,
    hexes_of_enemies,
    melee_targets,
    must_fight,
    overruns,
)
from grognard.kernel.choice import Option, Pick
from grognard.kernel.dice import D10
from grognard.kernel.referee import Referee

REST_STAY = Pick("the rest stay", "The rest stay where they are")
NO_MORE = Pick("no more fighting")


class MoveNext(Option, frozen=True, gc=False):
    """Whose move is next."""

    who: str

    @property
    def key(self) -> str:
        return f"move {self.who}"

    @property
    def pieces(self) -> tuple[str, ...]:
        return (self.who,)


def play_on(referee: Referee, battle: Battle) -> None:
    """Play the next piece of the turn: one roll, one arrival, one declaration, one move, one duel, one melee, one rally, one end step."""
    PIECES[battle.phase](referee, battle)


def open_battle(referee: Referee, battle: Battle) -> None:
    """Deployment first, where the scenario leaves it to the players (FO-RULE-69)."""
    if not deploy_next(referee, battle):
        battle.phase = "initiative"


def begin_turn(referee: Referee, battle: Battle) -> None:
    """FO-SEQ-01 and FO-SEQ-02: the Ready Phase, then the dice for the initiative."""
    battle.turn += 1
    referee.tell(f"Turn {battle.turn}", rule="FO-SEQ-01", kind="phase")
    ready_all(battle)
    take_initiative(referee, battle)
    battle.phase = "arrivals"


def ready_all(battle: Battle) -> None:
    """FO-SEQ-01: every Spent unit and character of both sides becomes Ready (FO-RULE-09)."""
    for unit in battle.units.values():
        unit.state = State.READY
    for one in battle.characters.values():
        one.state = State.READY


def initiative_rating(battle: Battle, side: str) -> int:
    """FO-RULE-08: the OC's rating, 0 while he is out of play."""
    army = battle.side(side)
    commander = battle.characters.get(army.commander)
    return army.rating if commander is not None and commander.where is not Where.GONE else 0


def initiative_holder(first: int, second: int, last: int) -> int:
    """FO-SEQ-02, FO-SEQ-03: 0 or 1, whose total is higher; equal totals keep it where it was; -1: roll again (FO-RULE-08)."""
    if first != second:
        return 0 if first > second else 1
    return last


def throw_for_initiative(referee: Referee, battle: Battle) -> tuple[int, int]:
    """FO-SEQ-02: D10 and the OC's rating for each side; notes who holds the initiative, unless nobody does yet. The totals."""
    first, second = battle.sides
    mine = referee.roll(D10, "initiative", by=first.id, rule="FO-SEQ-02").total + initiative_rating(battle, first.id)
    theirs = referee.roll(D10, "initiative", by=second.id, rule="FO-SEQ-02").total + initiative_rating(
        battle, second.id
    )
    last = -1 if not battle.initiative else 0 if battle.initiative == first.id else 1
    holder = initiative_holder(mine, theirs, last)
    if holder >= 0:
        battle.initiative = battle.sides[holder].id
    return mine, theirs


def take_initiative(referee: Referee, battle: Battle) -> None:
    """Throw until somebody holds the initiative: only the first turn can need more than one throw (FO-RULE-08)."""
    throw_for_initiative(referee, battle)
    while not battle.initiative:
        throw_for_initiative(referee, battle)
    battle.actor, battle.passes = battle.initiative, 0
    referee.tell("{} has the initiative", battle.side(battle.initiative), rule="FO-SEQ-02")


def bring_arrivals(referee: Referee, battle: Battle) -> None:
    """FO-SEQ-04, FO-SEQ-05: one arrival after the other, the initiative player's first."""
    if not place_next_arrival(referee, battle):
        battle.phase = "impulse"


def begin_impulse(referee: Referee, battle: Battle) -> None:
    """FO-SEQ-06, FO-SEQ-07: activate or pass; two passes in a row end the Action Sequence."""
    acts = declare(referee, battle)
    if note_call(battle, acts):
        battle.phase = "end"
    elif acts:
        battle.phase = "move"
    else:
        pass_on(battle)


def move_next(referee: Referee, battle: Battle) -> None:
    """FO-ACT-18, first step: one Active piece after the other moves."""
    impulse = battle.impulse
    assert impulse is not None
    waiting = still_to_move(battle, impulse)
    if not waiting:
        battle.phase = "duels"
        fight_duels(referee, battle)
        return
    piece = waiting[0]
    if len(waiting) > 1:
        options: list[Option] = [MoveNext(one.id) for one in waiting]
        if may_all_stay(battle, waiting):
            options.append(REST_STAY)
        picked = referee.choose(impulse.side, "Who moves next?", options, rule="FO-ACT-18")
        if not isinstance(picked, MoveNext):
            battle.phase = "duels"
            return
        piece = battle.units.get(picked.who) or battle.characters[picked.who]
    if type(piece) is Character:
        move_character(referee, battle, piece)
    elif type(piece) is Unit:
        move_unit(referee, battle, piece)


def still_to_move(battle: Battle, impulse: Impulse) -> list[Unit | Character]:
    """The Active pieces on the map that have not moved yet."""
    units, characters = battle.units, battle.characters
    active = State.ACTIVE  # looked up once: that is slow in Python 3.11, and this is asked for in every future
    found = []
    for id in impulse.group:
        piece: Unit | Character = units.get(id) or characters[id]
        if not piece.moved and piece.at >= 0 and piece.state is active:
            found.append(piece)
    return found


def may_all_stay(battle: Battle, waiting: list[Unit | Character]) -> bool:
    """Whether nobody who waits has a duty to move: to charge (FO-ACT-07), to withdraw (FO-ACT-15), or a leader's to get out of the enemy's way."""
    impulse = battle.impulse
    assert impulse is not None
    for piece in waiting:
        if type(piece) is Unit:
            if impulse.kind == "charge" and not piece.can_shoot:
                return False
            if impulse.kind == "regroup" and is_in_contact(battle, piece):
                return False
        elif type(piece) is Character and piece.kind == "leader" and battle.unit_in(piece.at) is None:
            return False
    return True


def fight_duels(referee: Referee, battle: Battle) -> None:
    """FO-ACT-18, second step: one Single Combat after the other."""
    if not fight_next_duel(referee, battle):
        battle.phase = "melee"
        fight_melees(referee, battle)


def fight_melees(referee: Referee, battle: Battle) -> None:
    """FO-ACT-18, third step, FO-MEL-03: the acting player picks the next melee, or an overrun; whoever must fight has to before it ends."""
    impulse = battle.impulse
    assert impulse is not None
    options, bound = fights_to_come(battle, impulse)
    if not options:
        battle.phase = "rally" if impulse.kind == "regroup" else "spent"
        PIECES[battle.phase](referee, battle)
        return
    if not bound:
        options.append(NO_MORE)
    picked = (
        options[0]
        if len(options) == 1
        else referee.choose(impulse.side, "Which melee is next?", options, rule="FO-MEL-03")
    )
    if isinstance(picked, Attack):
        attacker, defender = battle.units[picked.attacker], battle.units[picked.defender]
        attacker.fought = True
        impulse.fights.append((attacker.id, defender.id))
        fight(referee, battle, attacker, defender)
    elif isinstance(picked, Overrun):
        unit = battle.units[picked.attacker]
        unit.fought = True
        referee.tell(f"overruns {picked.name}", unit, rule="FO-RULE-31")
        relocate_all(referee, battle, picked.hex, battle.enemy_of(unit.side))
        advance(referee, battle, unit, picked.hex)
    else:
        battle.phase = "spent"


def fights_to_come(battle: Battle, impulse: Impulse) -> tuple[list[Option], bool]:
    """The melees and overruns that can be fought now, and whether one of them must be (FO-MEL-01)."""
    board, side = battle.board, impulse.side
    foes, alone = hexes_of_enemies(battle, side)
    if impulse.kind != "charge":
        alone = 0
    options: list[Option] = []
    bound = False
    for id in impulse.group:
        unit = battle.units.get(id)
        if unit is None or unit.at < 0:
            continue
        front = board.fronts[unit.at * 6 + unit.facing]
        targets = melee_targets(battle, unit) if front & foes else []
        if targets:
            options += [Attack(unit.id, target.id) for target in targets]
            bound = bound or must_fight(battle, unit)
        elif front & alone:
            options += [Overrun(unit.id, n, board.name(n)) for n in overruns(battle, unit)]
    return options, bound


def rally_all(referee: Referee, battle: Battle) -> None:
    """FO-ACT-18, fourth step: Rally and Regroup attempts, in a Regroup activation only."""
    if not rally_next(referee, battle):
        battle.phase = "spent"
        close_impulse(referee, battle)


def close_impulse(referee: Referee, battle: Battle) -> None:
    """FO-ACT-19: everything activated is Spent, and the other player acts."""
    end_impulse(battle)
    pass_on(battle)
    battle.phase = "impulse"


def end_turn(referee: Referee, battle: Battle) -> None:
    """FO-SEQ-08 to FO-SEQ-10: army morale, the boxes, the Victory Check."""
    check_demoralization(referee, battle)
    empty_rout_boxes(battle)
    check_victory(referee, battle)
    battle.phase = "initiative"


PIECES = {
    "": open_battle,
    "initiative": begin_turn,
    "arrivals": bring_arrivals,
    "impulse": begin_impulse,
    "move": move_next,
    "duels": fight_duels,
    "melee": fight_melees,
    "rally": rally_all,
    "spent": close_impulse,
    "end": end_turn,
}
