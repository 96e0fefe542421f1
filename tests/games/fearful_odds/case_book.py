"""Golden cases: builds the situation of a case and asks the game; nothing is computed here that the game does not compute."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from grognard.games.fearful_odds import (
    GAME,
    activations,
    advances,
    charging,
    consolidation,
    duels,
    melee,
    missiles,
    morale,
    out_of_turn,
    paths,
    rally,
    retreat,
    turn,
    victory,
    who_fights,
)
from grognard.games.fearful_odds.battle import Ammo, Battle, Character, Order, State, Unit, Victory, Where
from grognard.games.fearful_odds.characters import nearest_units, relocate
from grognard.games.fearful_odds.deployment import arrival_order, entry_hexes
from grognard.games.fearful_odds.options import Options
from grognard.games.fearful_odds.out_of_turn import Slip
from grognard.ground.hexes import hex_distance, to_axial
from grognard.kernel.chains import chain
from grognard.kernel.choice import Question
from grognard.kernel.dice import D10, Dice, Roll
from grognard.kernel.odds import Distribution, odds, outcomes_of
from grognard.kernel.referee import Referee, Scripted

from .build import MIDDLE, Frame, a_battle, a_field, a_hero, a_leader, a_unit
from .case_words import refuse_unknown

Given = dict[str, Any]
SIDES = {"a": "red", "b": "blue"}
LETTER = {"red": "a", "blue": "b", "": "none"}
FATES = ("good", "disorder", "rout", "eliminated")
WOUNDS = ("none", "minor", "severe", "killed")
SIDES_OF_MELEE = ("attacker", "defender")
DIE_FIELDS = ("dice", "die")


def run(given: Given, wanted: list[str]) -> dict[str, Any]:
    """What the game says to a case."""
    op = given.pop("op", None) or given.pop("do")
    options = GAME.read_options(given.pop("options", {}))
    assert isinstance(options, Options)
    refuse_unknown(op, given)
    return OPS[op](given, options, wanted)


# Builders


def unit_of(record: Given, id: str = "unit", side: str = "red", **more: Any) -> Unit:
    """A unit from its record; `leader_ml` and `demoralized` are seen to by `muster`."""
    names = {
        "class": "kind",
        "cev_full": "full",
        "cev_limited": "limited",
        "missile_cev": "missile_cev",
        "type": "code",
    }
    known = ("sp", "sp_start", "ql", "ma", "missile", "order", "ammo", "state")
    fields = {names.get(key, key): value for key, value in record.items() if key in names or key in known}
    return a_unit(id, side, **{**fields, **more})


def muster(*pairs: tuple[Given, Unit], others: Iterable[Unit | Character] = (), **more: Any) -> Battle:
    """A battle with these units, and the leaders and army morale that their records name."""
    leaders = [
        a_leader(f"{unit.id} leader", unit.side, ml=record["leader_ml"], at=unit.at)
        for record, unit in pairs
        if record.get("leader_ml")
    ]
    battle = a_battle(*[unit for _, unit in pairs], *leaders, *others, **more)
    for record, unit in pairs:
        battle.side(unit.side).demoralized |= bool(record.get("demoralized"))
    return battle


def first(question: Question) -> Any:
    """A policy for what the case takes to be possible anyway: the first way back, no turn after an advance, a victory is used."""
    return question.options[0]


class Fixed(Scripted):
    """Dice by side and colour, so that a coloured die that is not needed may lie there; choices by the policy `first`."""

    def __init__(self, white: dict[str, list[int]], coloured: dict[str, list[int]] | None = None) -> None:
        super().__init__()
        self.white, self.coloured = white, coloured or {}

    def roll(self, dice: Dice, reason: str, *, by: str, rule: str, seen_by: tuple[str, ...] | None = None) -> Roll:
        pile = (self.coloured if "coloured" in reason else self.white)[by]
        if reason == "task check" and not pile:
            return dice.read([1])  # on the way back or forward after a melee, which the case takes to be possible
        faces, pile[:] = pile[: dice.count], pile[dice.count :]
        return dice.read(faces)

    def choose(
        self, side: str, text: str, options: Any, *, rule: str, about: tuple[str, ...] = (), because: str = ""
    ) -> Any:
        return options[0]


def has_dice(given: Given) -> bool:
    return any(given.get(field) is not None for field in DIE_FIELDS)


def spread(chances: Distribution[Any], **names: Callable[[Any], bool]) -> dict[str, Fraction]:
    return {name: chances.chance(test) for name, test in names.items()}


def by_word(
    chances: Distribution[Any], words: Iterable[str], see: Callable[[Any], str], prefix: str = "p_"
) -> dict[str, Fraction]:
    """The chance of each word."""
    seen = chances.map(see)
    return {f"{prefix}{word}": seen[word] for word in words}


def order_word(unit: Unit) -> str:
    return "eliminated" if unit.where is Where.GONE else unit.order.value


# The turn


def initiative(given: Given, options: Options, wanted: list[str]) -> Given:
    battle = _rated(given, options)
    if has_dice(given):
        dice = given["dice"]
        turn.throw_for_initiative(Scripted([dice["a"], dice["b"]]), battle)
        return {"winner": LETTER[battle.initiative] if battle.initiative else "reroll"}
    thrown = outcomes_of(
        turn.throw_for_initiative, battle, see=lambda totals, after: (totals[0] == totals[1], after.initiative)
    )
    decided = 1 - thrown.chance(lambda seen: not seen[1])
    return {
        "p_tie": thrown.chance(lambda seen: seen[0]),
        "p_a": thrown.chance(lambda seen: seen[1] == "red") / decided,
        "p_b": thrown.chance(lambda seen: seen[1] == "blue") / decided,
    }


def _rated(given: Given, options: Options) -> Battle:
    battle = a_battle(a_leader("a", "red"), a_leader("b", "blue"), options=options)
    for side, letter in zip(battle.sides, "ab", strict=True):
        side.commander, side.rating = letter, given.get(f"{letter}_oc", 0)
    last = given.get("last", "none")
    battle.initiative = SIDES.get(last, "")
    return battle


def initiative_run(given: Given, options: Options, wanted: list[str]) -> Given:
    p = initiative({**given, "last": given.get("last", "none")}, options, wanted)["p_a"]
    after = initiative({**given, "last": "a"}, options, wanted)["p_a"]
    return {"p_a_all": p * after ** (given["turns"] - 1)}


def impulses(given: Given, options: Options, wanted: list[str]) -> Given:
    battle = a_battle(options=options, acting=SIDES[given["first"]])
    actors, ended = [], False
    for call in given["calls"]:
        actors.append(LETTER[battle.actor])
        ended = activations.note_call(battle, call == "act")
        if ended:
            break
        activations.pass_on(battle)
    return {"ended": ended, "after": len(actors), "next": LETTER[battle.actor], "actors": actors}


def states(given: Given, options: Options, wanted: list[str]) -> Given:
    movers = [who for event in given["events"] if event["do"] == "relocate" for who in event.get("who", [])]
    pieces: dict[str, Unit | Character] = {}
    for n, name in enumerate(given["pieces"]):
        pieces[name] = a_leader(name, at=n) if name in movers or name in ("leader", "hero") else a_unit(name, at=n)
    battle = a_battle(*pieces.values(), a_unit("friend", at=30), options=options)
    for name in given.get("spent", []):
        pieces[name].state = State.SPENT
    legal = []
    for event in given["events"]:
        who = [pieces[name] for name in event.get("who", [])]
        if event["do"] == "activate":
            legal.append(all(activations.can_be_activated(piece) for piece in who))
            for piece in who if legal[-1] else []:
                piece.state = State.ACTIVE
        elif event["do"] == "end_impulse":
            activations.end_impulse(battle)
        elif event["do"] == "ready_phase":
            turn.ready_all(battle)
        else:
            for piece in who:
                assert isinstance(piece, Character)
                relocate(Fixed({}), battle, piece)
    return {
        "legal": legal,
        "states": {name: "spent" if piece.state is State.SPENT else "ready" for name, piece in pieces.items()},
    }


def arrivals(given: Given, options: Options, wanted: list[str]) -> Given:
    frame = Frame((given["entry"] or [[0, 0]])[0], given)
    friends = [a_unit(f"friend {n}", at=frame.number(spot)) for n, spot in enumerate(given.get("occupied", []))]
    enemies = [a_unit(f"enemy {n}", "blue", at=frame.number(spot)) for n, spot in enumerate(given.get("enemies", []))]
    battle = a_battle(*friends, *enemies, options=options, field=frame.field(options))
    battle.initiative = SIDES[given.get("initiative", "a")]
    hexes = entry_hexes(battle, "red", tuple(frame.number(spot) for spot in given["entry"]))
    return {
        "order": [LETTER[side] for side in arrival_order(battle)],
        "hexes": frame.spots(hexes),
        "must_wait": not hexes,
    }


def activation(given: Given, options: Options, wanted: list[str]) -> Given:
    command = given.get("leader_ml")
    lead_record = given.get("lead")
    frame = Frame((0, 0), far=max(given.get("ready", []), default=0))
    middle = frame.number((0, 0))
    lead = unit_of(lead_record, "lead", at=middle, state="spent") if lead_record is not None else None
    row = [a_unit(f"ready {n}", at=frame.number((far, 0))) for n, far in enumerate(given.get("ready", []))]
    pairs = [(lead_record, lead)] if lead_record is not None and lead is not None else []
    battle = muster(*pairs, others=row, options=options, field=frame.field(options))
    radius = activations.group_radius(command or 0)
    limit = activations.group_limit(battle, command or 0, lead)
    in_range = len(activations.ready_units(battle, middle, radius, "red"))
    return {
        "max_units": limit,
        "radius": radius,
        "kinds": list(activations.kinds_for(command is not None)),
        "in_range": in_range,
        "may_activate": min(limit, in_range),
    }


def victory_check(given: Given, options: Options, wanted: list[str]) -> Given:
    a, b = (
        victory.Standing(
            side["start"], side.get("lost", 0), side.get("demoralized", False), side.get("units_left", True)
        )
        for side in (given["a"], given["b"])
    )
    return {"result": victory.standard_result(a, b, given.get("last_turn", False))[0]}


def demoralization(given: Given, options: Options, wanted: list[str]) -> Given:
    lost = victory.lost_strength(given["start_sp"], given["on_map_sp"], given.get("not_arrived_sp", 0))
    level = given.get("level", victory.usual_level(given["start_sp"]))
    return {"lost_sp": lost, "demoralized": victory.is_demoralized(lost, level, given.get("already", False))}


# The map


def hexes(given: Given, options: Options, wanted: list[str]) -> Given:
    frame = Frame(given["at"], given)
    board = frame.field(options).board
    at = frame.number(given["at"])
    sides: dict[str, list[int]] = {"front": [], "flank": [], "rear": []}
    for n in board.next_to[at]:
        sides[board.side_of(at, given["facing"], n)].append(n)
    return {side: frame.spots(found) for side, found in sides.items()}


def distance(given: Given, options: Options, wanted: list[str]) -> Given:
    return {"distance": hex_distance(tuple(given["a"]), tuple(given["b"]))}


def offset(given: Given, options: Options, wanted: list[str]) -> Given:
    return {"axial": list(to_axial(given["col"], given["row"]))}


def side(given: Given, options: Options, wanted: list[str]) -> Given:
    frame = Frame(given["target_at"], given)
    striker = a_unit("striker", at=frame.number(given["striker_at"]))
    target = a_unit("target", "blue", at=frame.number(given["target_at"]), facing=given["target_facing"])
    battle = a_battle(striker, target, options=options, field=frame.field(options))
    bonus = sum(line.value for line in melee.strike_modifiers(battle, striker, target) if line.rule == "FO-MEL-08")
    return {"from": battle.board.side_of(target.at, target.facing, striker.at), "flank_bonus": bonus}


def arc(given: Given, options: Options, wanted: list[str]) -> Given:
    frame = Frame(given["at"], given)
    unit = a_unit(
        at=frame.number(given["at"]), facing=given["facing"], missile=given["missile"], ammo=given.get("ammo", "fresh")
    )
    target = a_unit("target", "blue", at=frame.number(given["target_at"]))
    battle = a_battle(unit, target, options=options, field=frame.field(options))
    weapon = missiles.WEAPONS.get(given["missile"])
    far = battle.board.distances[unit.at][target.at]
    return {
        "distance": far,
        "in_arc": battle.board.in_arc(unit.at, unit.facing, target.at),
        "in_range": weapon is not None and weapon.nearest <= far <= weapon.farthest,
        "can_fire": missiles.may_shoot(battle, unit) and target in missiles.shot_targets(battle, unit),
    }


# Movement


def path(given: Given, options: Options, wanted: list[str]) -> Given:
    record = given["unit"]
    piece: Unit | Character = (
        a_leader(ma=record.get("ma", 6), at=MIDDLE) if record.get("character") else unit_of(record, at=MIDDLE)
    )
    battle = a_battle(piece, options=options, kind="march")
    account = paths.Account(battle, piece)
    whole = account.left
    done = 0
    for step in given["steps"]:
        if not _take_step(account, step):
            break
        done += 1
    return {
        "legal": done == len(given["steps"]),
        "steps_done": done,
        "mp": _halves(whole - account.left),
        "mp_left": _halves(account.left),
        "checks": account.checks,
    }


def _take_step(account: paths.Account, step: Given) -> bool:
    verb = step["do"]
    if verb in ("forward", "side", "rear"):
        climb = {"up": 1, "level": 0, "down": -1}[step.get("slope", "level")]
        return account.step(
            verb,
            ground=ground_of(step, "terrain"),
            climb=climb,
            hexside=step.get("hexside", "none"),
            leaving=ground_of(step, "leaving"),
        )
    if verb == "turn":
        return account.turn(step.get("spines", 1))
    return {"about": account.about_face, "fire": account.fire, "rally": account.rally}[verb]()


def ground_of(given: Given, name: str) -> str:
    """The ground that a case names; a hill is clear ground, and how high it is stands beside it."""
    word: str = given.get(name, "clear")
    return "clear" if word == "hill" else word


def _halves(half_points: int) -> Fraction:
    return Fraction(half_points, 2)


def task_check(given: Given, options: Options, wanted: list[str]) -> Given:
    unit = unit_of(given["unit"], at=MIDDLE)
    battle = muster((given["unit"], unit), options=options)
    quality = morale.adjusted_quality(battle, unit)
    if has_dice(given):
        passed = morale.check_task(Scripted([given["die"]]), battle, unit)
        return {"ql": quality, "result": "pass" if passed else unit.order.value}

    def check(referee: Referee, battle: Battle) -> None:
        morale.check_task(referee, battle, battle.units["unit"])

    ends = chain(
        check,
        battle,
        over=lambda battle: battle.units["unit"].at < 0,
        steps=given.get("checks", 1),
        policy=first,
    )
    return {"ql": quality, **_orders(ends.map(lambda key: key.situation.units["unit"].order))}


def _within(attempts: int, battle: Battle, attempt: Callable[[Referee, Battle], None], done: Order) -> Fraction:
    """The chance that the unit is in that order after so many attempts at most."""
    ends = chain(attempt, battle, over=lambda battle: battle.units["unit"].order is done, steps=attempts, policy=first)
    return ends.chance(lambda key: key.situation.units["unit"].order is done)


def _orders(ends: Distribution[Order]) -> dict[str, Fraction]:
    return {f"p_{order.value}": ends[order] for order in Order}


def _scene(given: Given, options: Options, kind: str) -> tuple[Frame, Battle, Unit]:
    frame = Frame(given["at"], given)
    unit = unit_of(given.get("unit", {}), at=frame.number(given["at"]), facing=given["facing"], state="active")
    enemies = [
        a_unit(f"enemy {n}", "blue", at=frame.number(e["at"]), facing=e["facing"])
        for n, e in enumerate(given.get("enemies", []))
    ]
    friends = [
        a_unit(f"friend {n}", at=frame.number(spot), facing=unit.facing)
        for n, spot in enumerate(given.get("friends", []))
    ]
    return frame, a_battle(unit, *enemies, *friends, options=options, field=frame.field(options), kind=kind), unit


def map_move(given: Given, options: Options, wanted: list[str]) -> Given:
    frame, battle, unit = _scene(given, options, given.get("activation", "charge"))
    walk = paths.follow(
        battle, unit, [frame.number(spot) for spot in given["path"]], withdrew=given.get("withdrew", False)
    )
    return {
        "ends": frame.spot(walk.at),
        "moved": walk.moved,
        "halted": walk.why == "enemy_front_hex",
        "in_contact": walk.in_contact,
        "why": walk.why,
    }


def charge_duty(given: Given, options: Options, wanted: list[str]) -> Given:
    _, battle, unit = _scene(given, options, "charge")
    least = charging.least_charge(battle, unit)
    return {
        "possible": least is not None,
        "must_charge": least is not None and charging.must_charge(unit),
        "may_fire_instead": not charging.must_charge(unit),
        "mp_needed": least,
    }


def consolidate(given: Given, options: Options, wanted: list[str]) -> Given:
    a, b = (
        unit_of(given[letter], letter, at=MIDDLE + n, state="active" if given[letter].get("active", True) else "ready")
        for n, letter in enumerate("ab")
    )
    battle = a_battle(a, b, options=options, kind="march")
    if not consolidation.can_consolidate(a, b):
        return {"allowed": False}
    referee = Fixed({})
    equal = a.strength == b.strength
    result = consolidation.consolidate(referee, battle, a, b)
    return {
        "allowed": True,
        "sp": result.strength,
        "ql": result.counter.quality,
        "sp_start": result.counter.strength,
        "order": result.order.value,
        "ammo": result.ammo.value,
        "survivor": "either" if equal else result.id,
    }


# Out of turn


def react(given: Given, options: Options, wanted: list[str]) -> Given:
    frame = Frame(given["at"], given)
    state = "active" if given.get("active") else "ready"
    unit = a_unit(at=frame.number(given["at"]), facing=given["facing"], state=state, order=given.get("order", "good"))
    if unit.order is Order.ROUT:
        return {"allowed": False}  # it is in the Rout box
    mover = a_unit("mover", "blue", at=frame.number(given["mover_to"]), state="active")
    others = [
        a_unit(f"other {n}", "blue", at=frame.number(e["at"]), facing=e["facing"])
        for n, e in enumerate(given.get("others", []))
    ]
    battle = a_battle(unit, mover, *others, options=options, field=frame.field(options), acting="blue")
    allowed = out_of_turn.is_approached(
        battle, unit, mover, frame.number(given["mover_from"])
    ) and out_of_turn.is_free_of_others(battle, unit, mover)
    facings = sorted([unit.facing, *(turn.facing for turn in out_of_turn.reactions(unit))])
    board = battle.board
    can_face = any(board.fronts[unit.at * 6 + facing] & board.bit[mover.at] for facing in facings)
    return {"allowed": allowed, "facings": facings, "can_face_mover": can_face}


def evade(given: Given, options: Options, wanted: list[str]) -> Given:
    unit = unit_of(given["unit"], at=MIDDLE, facing=4)
    mover = unit_of(given["mover"], "mover", "blue", at=MIDDLE - 9, facing=4, state="active")
    others = [a_unit("other", "blue", at=MIDDLE + 1, facing=2)] if given.get("contact_before") else []
    battle = muster((given["unit"], unit), (given["mover"], mover), others=others, options=options, acting="blue")
    modifier = out_of_turn.speed_modifier(unit.counter.speed, mover.counter.speed)
    result = {
        "eligible": out_of_turn.may_evade(options, unit, mover) and out_of_turn.is_free_of_others(battle, unit, mover),
        "drm": modifier.value,
        "ql": morale.adjusted_quality(battle, unit),
    }
    return {
        **result,
        **_slip(
            given,
            battle,
            unit,
            mover.counter.speed,
            "retreat_2",
            "p_evade",
            may=bool(result["eligible"]),
        ),
    }


def _slip(given: Given, battle: Battle, unit: Unit, enemy_speed: int, word: str, name: str, *, may: bool) -> Given:
    if not may:  # it is not rolled for
        return {
            "result": "stay",
            name: Fraction(0),
            "p_stay": Fraction(1),
            "p_disorder": Fraction(0),
            "p_rout": Fraction(0),
        }

    def roll(referee: Referee, battle: Battle, unit: Unit) -> Slip:
        return out_of_turn.slip_away(referee, battle, unit, enemy_speed, "getting away")

    def seen(slip: Slip, _: Battle, unit: Unit) -> str:
        return {Slip.AWAY: word, Slip.STAYS: "stay", Slip.SHAKEN: unit.order.value}[slip]

    if has_dice(given):
        return {"result": seen(roll(Fixed({unit.side: [given["die"]]}), battle, unit), battle, unit)}
    ends = outcomes_of(roll, battle, unit, see=seen, policy=first)
    return {name: ends[word], "p_stay": ends["stay"], "p_disorder": ends["disorder"], "p_rout": ends["rout"]}


def withdraw(given: Given, options: Options, wanted: list[str]) -> Given:
    unit = unit_of(given["unit"], at=MIDDLE, facing=1, state="active")
    board = a_field(options=options).board
    around = board.next_to[MIDDLE]
    enemies = [
        unit_of(
            record,
            f"enemy {n}",
            "blue",
            at=around[n],
            facing=next(f for f in range(6) if board.fronts[around[n] * 6 + f] & board.bit[MIDDLE]),
        )
        for n, record in enumerate(given["contacts"])
    ]
    kind = given.get("activation", "march")
    battle = muster((given["unit"], unit), others=enemies, options=options, kind=kind)
    contacts = out_of_turn.contacts(battle, unit)
    result: Given = {
        "needed": out_of_turn.is_in_contact(battle, unit),
        "eligible": out_of_turn.may_withdraw(options, unit, contacts, kind),
        "required": out_of_turn.must_withdraw(options, unit, contacts, kind),
        "ql": morale.adjusted_quality(battle, unit),
    }
    if contacts:
        fastest = max(enemy.counter.speed for enemy in contacts)
        result["drm"] = out_of_turn.speed_modifier(unit.counter.speed, fastest).value
        result |= _slip(given, battle, unit, fastest, "move_away", "p_withdraw", may=result["eligible"])
    return result


# Missiles


def _range(given: Given, options: Options) -> tuple[Battle, Unit, Unit]:
    attacker = unit_of(given["attacker"], "attacker", at=MIDDLE, facing=5, state="active")
    target = unit_of(given["target"], "target", "blue", at=MIDDLE + 2)
    field = a_field(
        options=options,
        sheltered=(target.at,) if given.get("cover") else (),
        heights={target.at: 1} if given.get("target_higher") else {},
    )
    battle = muster((given["attacker"], attacker), (given["target"], target), options=options, field=field)
    return battle, attacker, target


def missile(given: Given, options: Options, wanted: list[str]) -> Given:
    battle, attacker, target = _range(given, options)
    if not attacker.can_shoot:
        return {"can_fire": False, "hit": False, "reply": False, **_as_it_was(attacker, target)}
    if has_dice(given):
        white, coloured = given["dice"]
        shot = missiles.shoot(Fixed({"red": [white]}, {"red": [coloured]}), battle, attacker, target)
        return {
            "can_fire": True,
            "cev": shot.value,
            "hit": shot.hit,
            "target_sp": target.strength,
            "target_order": order_word(target),
            "ammo": attacker.ammo.value,
            "reply": False,
        }
    before = target.order
    shots = outcomes_of(
        missiles.shoot,
        battle,
        attacker,
        target,
        see=lambda shot, _, a, t: (shot, order_word(t), a.ammo, t.order is before and t.at >= 0),
        policy=first,
    )
    return {
        "can_fire": True,
        "cev": next(iter(shots))[0].value,
        "reply": False,
        **by_word(shots, FATES, lambda seen: str(seen[1])),
        **spread(
            shots,
            p_hit=lambda seen: seen[0].hit,
            p_low_result=lambda seen: seen[0].low,
            p_out=lambda seen: seen[2] is Ammo.OUT,
            p_hit_and_stands=lambda seen: seen[0].hit and seen[3],
        ),
    }


def _as_it_was(attacker: Unit, target: Unit) -> Given:
    """What a shot that cannot be taken leaves behind: everything as it was."""
    still = {f"p_{word}": Fraction(word == target.order.value) for word in FATES}
    none = dict.fromkeys(("p_hit", "p_low_result", "p_hit_and_stands"), Fraction(0))
    return {
        "target_sp": target.strength,
        "target_order": order_word(target),
        "ammo": attacker.ammo.value,
        "p_out": Fraction(attacker.ammo is Ammo.OUT),
        **still,
        **none,
    }


def missile_series(given: Given, options: Options, wanted: list[str]) -> Given:
    battle, _, target = _range(given, options)
    start = target.strength

    def step(referee: Referee, battle: Battle) -> None:
        missiles.shoot(referee, battle, battle.units["attacker"], battle.units["target"])

    def over(battle: Battle) -> bool:
        return not battle.units["attacker"].can_shoot or battle.units["target"].at < 0

    ends = chain(step, battle, over=over, steps=given["shots"], policy=first).map(
        lambda key: (
            order_word(key.situation.units["target"]),
            key.situation.units["attacker"].ammo,
            key.situation.units["target"].strength,
        )
    )
    return {
        **by_word(ends, FATES, lambda seen: str(seen[0])),
        **spread(ends, p_out=lambda seen: seen[1] is Ammo.OUT, p_no_hit=lambda seen: seen[2] == start),
    }


# Melee


def _line_up(given: Given, options: Options) -> tuple[Battle, Unit, Unit]:
    board = a_field(options=options).board
    defender = unit_of(given["defender"], "defender", "blue", at=MIDDLE)
    attacker = unit_of(given["attacker"], "attacker", at=board.next_to[MIDDLE][4], state="active")
    attacker.facing = next(f for f in range(6) if board.fronts[attacker.at * 6 + f] & board.bit[MIDDLE])
    defender.facing = next(f for f in range(6) if board.side_of(MIDDLE, f, attacker.at) == given.get("from", "front"))
    hexside = given.get("hexside", "none")
    owner, other = (MIDDLE, attacker.at) if given.get("wall_of", "defender") == "defender" else (attacker.at, MIDDLE)
    field = a_field(
        options=options,
        ground={attacker.at: ground_of(given, "attacker_terrain"), MIDDLE: ground_of(given, "defender_terrain")},
        heights={attacker.at: given.get("attacker_level", 0), MIDDLE: given.get("defender_level", 0)},
        hexsides=((owner, board.next_to[owner].index(other), hexside),) if hexside != "none" else (),
        narrow=(MIDDLE,) if given.get("narrow_way") else (),
    )
    battle = muster((given["attacker"], attacker), (given["defender"], defender), options=options, field=field)
    if given.get("charge"):
        attacker.entered = 1
    victor = {"attacker": attacker, "defender": defender}.get(given.get("victor", "none"))
    assert battle.impulse is not None
    if victor is not None and given.get("narrow_way"):
        duels.triumph(Fixed({}), battle, victor, attacker.at, defender.at)
    elif victor is not None:
        battle.impulse.victories.append(Victory(victor.side, victor.id))
    return battle, attacker, defender


def fight(given: Given, options: Options, wanted: list[str]) -> Given:
    battle, attacker, defender = _line_up(given, options)
    if defender not in who_fights.melee_targets(battle, attacker):
        return {"melee": False, **_stood_off(attacker, defender)}
    if has_dice(given):
        dice = given["dice"]
        piles = [{side: [dice[name][n]] for side, name in (("red", "attacker"), ("blue", "defender"))} for n in (0, 1)]
        return {
            "melee": True,
            **_seen(melee.fight(Fixed(piles[0], piles[1]), battle, attacker, defender), battle, attacker, defender),
        }
    ends = outcomes_of(
        melee.fight, battle, attacker, defender, see=lambda *seen: tuple(_seen(*seen).items()), policy=first
    )
    some = dict(next(iter(ends)))
    result: Given = {
        "melee": True,
        **{name: some[name] for name in ("attacker_cev", "defender_cev", "attacker_full", "defender_full")},
    }
    for name in ("attacker", "defender"):
        enemy = "defender" if name == "attacker" else "attacker"
        result |= {
            f"p_{name}_{word}": _chance(ends, f"{name}_order", word)
            for word in ("good", "disorder", "rout", "eliminated")
        }
        result |= {
            f"p_{name}_hit": _chance(ends, f"{enemy}_hits", True),
            f"p_{name}_retreats": sum(_chance(ends, f"{name}_retreats", hexes) for hexes in (1, 2)),
            f"p_{name}_leaves": _share_with(ends.map(_leavers), name),
        }
    result["p_advance"] = _chance(ends, "advance", True)
    result["p_nobody_leaves"] = ends.map(_leavers)[()]
    return result


def _stood_off(attacker: Unit, defender: Unit) -> Given:
    """Both sides of a melee that does not take place: everything as it was."""
    result: Given = {"vacated": False, "advance": False, "p_advance": Fraction(0), "p_nobody_leaves": Fraction(1)}
    for name, unit in (("attacker", attacker), ("defender", defender)):
        result |= {f"{name}_sp": unit.strength, f"{name}_order": order_word(unit), f"{name}_ammo": unit.ammo.value}
        result |= {f"{name}_hits": False, f"{name}_retreats": 0}
        result |= {f"p_{name}_{word}": Fraction(word == unit.order.value) for word in FATES}
        result |= {f"p_{name}_{word}": Fraction(0) for word in ("hit", "retreats", "leaves")}
    return result


def _share_with(chances: Distribution[tuple[str, ...]], name: str) -> Fraction:
    return chances.chance(lambda names: name in names)


def first_or_second(n: int) -> Callable[[Any], str]:
    """How the first or the second fighter of a duel stands."""
    return lambda seen: str(seen[0][n])


def _chance(ends: Distribution[Any], name: str, value: Any) -> Fraction:
    return ends.chance(lambda row: dict(row)[name] == value)


def _leavers(row: tuple[tuple[str, Any], ...]) -> tuple[str, ...]:
    """Who retreats, Routs or is eliminated; FO-MEL-20 and 21 let one retreat at most, but both may Rout."""
    seen = dict(row)
    return tuple(
        name
        for name in SIDES_OF_MELEE
        if seen[f"{name}_retreats"] > 0 or seen[f"{name}_order"] in ("rout", "eliminated")
    )


def _seen(result: melee.Melee, battle: Battle, attacker: Unit, defender: Unit) -> Given:
    seen: Given = {"vacated": result.vacated, "advance": result.advanced}
    for n, (name, unit) in enumerate((("attacker", attacker), ("defender", defender))):
        seen |= {
            f"{name}_cev": result.values[n],
            f"{name}_full": result.full[n],
            f"{name}_hits": result.hits[n],
            f"{name}_sp": unit.strength,
            f"{name}_order": result.fates[n],
            f"{name}_ammo": unit.ammo.value,
            f"{name}_retreats": result.retreats[n],
        }
    return seen


def melee_series(given: Given, options: Options, wanted: list[str]) -> Given:
    def step(referee: Referee, battle: Battle) -> None:
        line = given["attackers"][battle.turn]
        common = {name: value for name, value in given.items() if name != "attackers"}
        fresh, attacker, defender = _line_up({**common, **line, "attacker": line["unit"]}, options)
        old = battle.units["defender"]
        defender.strength, defender.order, defender.ammo = old.strength, old.order, old.ammo
        battle.turn += 1
        if defender not in who_fights.melee_targets(fresh, attacker):
            return
        result = melee.fight(referee, fresh, attacker, defender)
        old.strength, old.ammo, old.where = defender.strength, defender.ammo, defender.where
        old.order = Order(result.fates[1]) if old.where is not Where.GONE else defender.order
        old.at = MIDDLE if not result.vacated else -1

    def over(battle: Battle) -> bool:
        return battle.turn == len(given["attackers"]) or battle.units["defender"].at < 0

    start = a_battle(unit_of(given["defender"], "defender", "blue", at=MIDDLE), options=options)
    start.turn = 0
    ends = chain(step, start, over=over, policy=first).map(
        lambda key: (key.situation.units["defender"].at >= 0, order_word(key.situation.units["defender"]))
    )
    return spread(
        ends,
        p_defender_holds=lambda seen: seen[0],
        p_holds_in_good_order=lambda seen: seen == (True, "good"),
        p_defender_rout=lambda seen: seen[1] == "rout",
        p_defender_retreats=lambda seen: not seen[0] and seen[1] not in ("rout", "eliminated"),
        p_defender_eliminated=lambda seen: seen[1] == "eliminated",
    )


def check_morale(given: Given, options: Options, wanted: list[str]) -> Given:
    unit = unit_of(given["unit"], at=MIDDLE)
    battle = muster((given["unit"], unit), options=options)
    quality, modifier = morale.adjusted_quality(battle, unit), given.get("mod", 0)
    if has_dice(given):
        return {"ql": quality, "result": morale.check_morale(Fixed({}), battle, unit, given["die"], modifier).value}

    def check(referee: Referee, battle: Battle, unit: Unit) -> Order:
        return morale.check_morale(
            referee, battle, unit, referee.roll(D10, "morale", by=unit.side, rule="FO-MEL-05").total, modifier
        )

    return {"ql": quality, **_orders(odds(check, battle, unit, policy=first))}


def who_melees(given: Given, options: Options, wanted: list[str]) -> Given:
    frame = Frame(given["at"], given)
    unit = a_unit(at=frame.number(given["at"]), facing=given["facing"], state="active", missile="javelin", ma=6)
    unit.shots = int(given.get("fired_in_charge", False))
    enemies = [a_unit(f"enemy {n}", "blue", at=frame.number(spot)) for n, spot in enumerate(given.get("enemies", []))]
    battle = a_battle(unit, *enemies, options=options, field=frame.field(options), kind="charge")
    targets = who_fights.melee_targets(battle, unit)
    must = bool(targets) and who_fights.must_fight(battle, unit)
    fought = 0
    while must and (left := who_fights.melee_targets(battle, unit)):
        assert battle.impulse is not None
        unit.fought = True
        battle.impulse.fights.append((unit.id, left[0].id))
        fought += 1
    return {"must_melee": must, "targets": frame.spots(target.at for target in targets), "melees": fought}


def give_ground(given: Given, options: Options, wanted: list[str]) -> Given:
    frame = Frame(given["at"], given)
    unit = a_unit(at=frame.number(given["at"]), sp=given.get("sp", 6), facing=given.get("facing", 1))
    enemy = a_unit("enemy", "blue", at=frame.number(given["enemy_at"]), facing=0)
    others = [a_unit(f"friend {n}", at=frame.number(spot)) for n, spot in enumerate(given.get("occupied", []))]
    others += [
        a_unit(f"enemy {n}", "blue", at=frame.number(e["at"]), facing=e["facing"])
        for n, e in enumerate(given.get("enemies", []))
    ]
    blocked = {frame.number(spot): "river" for spot in given.get("blocked", [])}
    battle = a_battle(unit, enemy, *others, options=options, field=frame.field(options, ground=blocked))
    fronts, there = battle.board.fronts, battle.board.bit[unit.at]
    enemy.facing = next((f for f in range(6) if fronts[enemy.at * 6 + f] & there), enemy.facing)
    hexes_back = given["hexes"]
    ways = retreat.retreat_ways(battle, unit, enemy.at, hexes_back)
    gone = max((len(way) for way in ways), default=0)
    start = unit.strength
    if given.get("evade"):
        if ways:
            retreat.go_back(Fixed({}), battle, unit, ways[0])
    else:
        retreat.retreat(Fixed({}), battle, unit, enemy.at, hexes_back)
    word = "retreats" if gone == hexes_back else "retreats_short" if gone else "stays"
    if unit.at < 0:
        word = "eliminated" if unit.where is Where.GONE else "rout"
    return {
        "first_step": frame.spots(way[0] for way in ways),
        "ends": frame.spots(way[-1] for way in ways) or [given["at"]],  # it stops where it is
        "short": hexes_back - gone,
        "sp_lost": start - unit.strength,
        "result": word,
    }


def relocation(given: Given, options: Options, wanted: list[str]) -> Given:
    frame = Frame(given["at"], given)
    leader = a_leader(at=frame.number(given["at"]))
    friends = [a_unit(f"friend {n}", at=frame.number(spot)) for n, spot in enumerate(given["friends"])]
    battle = a_battle(leader, *friends, options=options, field=frame.field(options))
    choices = [battle.units[id].at for id in nearest_units(battle, leader.at, "red")]
    relocate(Fixed({}), battle, leader)
    if leader.at < 0:
        return {"result": "removed", "choices": []}
    return {"result": "relocates", "choices": frame.spots(choices), "state": leader.state.value}


def follow_up(given: Given, options: Options, wanted: list[str]) -> Given:
    frame = Frame(given["at"], given)
    at, to = frame.number(given["at"]), frame.number(given["to"])
    unit = unit_of(given["unit"], at=at, facing=given["facing"], state="active")
    hexside = given.get("hexside", "none")
    field = frame.field(
        options,
        ground={to: "river"} if given.get("impassable") else {},
        hexsides=((to, frame.grid.next_to[to].index(at), hexside),) if hexside != "none" else (),
    )
    leader = a_leader(at=at, ml=0)
    battle = a_battle(unit, leader, options=options, field=field)
    can = advances.can_advance(battle, unit, to)
    referee = Fixed({"red": [1, 1]})
    if can:
        advances.advance(referee, battle, unit, to)
    return {
        "advance": can,
        "at": frame.spot(unit.at),
        "characters_at": frame.spot(leader.at),
        "facings": sorted(advances.one_turn(given["facing"])) if can else [given["facing"]],
        "task_check": len(referee.white["red"]) < 2,
    }


def overrun(given: Given, options: Options, wanted: list[str]) -> Given:
    board = a_field(options=options).board
    unit = unit_of(given["unit"], at=MIDDLE, facing=1, state="active")
    ahead = board.hexes(board.fronts[MIDDLE * 6 + 1])
    lone = a_hero("lone", "blue", at=ahead[0])
    others: list[Unit | Character] = [lone]
    if given.get("enemy_unit_in_front"):
        others.append(a_unit("enemy", "blue", at=ahead[1]))
    battle = muster((given["unit"], unit), others=others, options=options, kind=given.get("activation", "charge"))
    assert battle.impulse is not None
    if given.get("victorious_there"):
        battle.impulse.victories.append(Victory("blue", lone.id))
    return {"allowed": lone.at in who_fights.overruns(battle, unit)}


def charge_bonus(given: Given, options: Options, wanted: list[str]) -> Given:
    unit = unit_of(given["unit"], at=MIDDLE, facing=0, state="active")
    target = a_unit("target", "blue", at=MIDDLE + 1)
    unit.entered = given.get("hexes_entered", 0)
    unit.beside = (target.id,) if given.get("began_adjacent") else ()
    battle = a_battle(unit, target, options=options, kind=given.get("activation", "charge"))
    return {
        "bonus": sum(line.value for line in melee.strike_modifiers(battle, unit, target) if line.rule == "FO-MEL-09")
    }


# Single Combat


def _fighter(record: Given, id: str, side: str, at: int) -> Unit | Character:
    if "ranker_ql" in record:
        return a_unit(id, side, ql=record["ranker_ql"], sp=record.get("sp", 6), sp_start=record.get("sp_start"), at=at)
    return a_hero(id, side, prowess=record["prowess"], wound=record.get("wound", "none"), at=at)


def duel(given: Given, options: Options, wanted: list[str]) -> Given:
    a, b = _fighter(given["a"], "a", "red", MIDDLE), _fighter(given["b"], "b", "blue", MIDDLE + 1)
    battle = a_battle(a, b, options=options)
    result: Given = {"a_prowess": duels.prowess_of(battle, a), "b_prowess": duels.prowess_of(battle, b)}
    letters = {0: "a", 1: "b", -1: "none"}
    if has_dice(given):
        fought = duels.duel(Fixed({"red": list(given["dice"]["a"]), "blue": list(given["dice"]["b"])}), battle, a, b)
        return {
            **result,
            "a_roll": fought.totals[0],
            "b_roll": fought.totals[1],
            "a_status": fought.wounds[0].value,
            "b_status": fought.wounds[1].value,
            "victor": letters[fought.victor],
        }
    before = tuple(given[name].get("wound", "none") for name in "ab")
    ends = odds(duels.duel, battle, a, b, policy=first).map(
        lambda fought: (tuple(wound.value for wound in fought.wounds), letters[fought.victor])
    )
    gone = ("severe", "killed")
    for n, name in enumerate("ab"):
        mine = ends.map(first_or_second(n))
        result |= {f"p_{name}_{word}": mine[word] for word in WOUNDS}
        result[f"p_{name}_removed"] = mine["severe"] + mine["killed"]
    return {
        **result,
        **by_word(ends, ("a", "b", "none"), lambda seen: str(seen[1]), "p_victor_"),
        "p_both_removed": ends.chance(lambda seen: seen[0][0] in gone and seen[0][1] in gone),
        "p_no_effect": ends.chance(lambda seen: seen[0] == before),
    }


def duel_series(given: Given, options: Options, wanted: list[str]) -> Given:
    a = _fighter(given["a"], "a", "red", MIDDLE)
    start = a_battle(a, options=options)
    start.turn = start.passes = 0

    def step(referee: Referee, battle: Battle) -> None:
        fresh = _fighter(given["b"], "b", "blue", MIDDLE + 1)
        mine = battle.piece("a")
        assert isinstance(mine, Unit | Character)
        fought = duels.duel(referee, battle, mine, fresh)
        battle.turn += 1
        battle.passes += fought.victor == 0

    def over(battle: Battle) -> bool:
        mine = battle.piece("a")
        return battle.turn == given["rounds"] or mine is None or mine.where is Where.GONE

    def seen(key: Any) -> tuple[str, int]:
        mine = key.situation.piece("a")
        return mine.wound.value if isinstance(mine, Character) else "none", key.situation.passes

    ends = chain(step, start, over=over, policy=first).map(seen)
    return spread(
        ends,
        p_a_in_play=lambda end: end[0] in ("none", "minor"),
        p_a_unhurt=lambda end: end[0] == "none",
        p_a_killed=lambda end: end[0] == "killed",
        p_a_wins_all=lambda end: end[1] == given["rounds"],
    )


def ranged_duel(given: Given, options: Options, wanted: list[str]) -> Given:
    record = given["attacker"]
    attacker = unit_of(
        {**record, "class": record.get("class", "engine" if record.get("missile") == "engine" else "foot")},
        "attacker",
        at=MIDDLE,
    )
    target = _fighter(given["target"], "target", "blue", MIDDLE + 2)
    assert isinstance(target, Character)
    battle = muster((record, attacker), others=[target], options=options)
    result: Given = {"can_fire": attacker.can_shoot, "shooter_prowess": missiles.shooter_prowess(battle, attacker)}
    if not attacker.can_shoot:
        still = {f"p_{word}": Fraction(word == target.wound.value) for word in WOUNDS}
        none = dict.fromkeys(("p_removed", "p_low_result", "p_removed_and_low"), Fraction(0))
        same = {"target_status": target.wound.value, "ammo": attacker.ammo.value, "reply": False}
        return {**result, **same, **still, **none}
    if has_dice(given):
        shot = missiles.shoot_character(Fixed({"red": list(given["dice"]), "blue": [1, 1]}), battle, attacker, target)
        return {
            **result,
            "total": shot.total,
            "target_status": target.wound.value,
            "ammo": attacker.ammo.value,
            "reply": shot.replied,
        }
    shots = outcomes_of(
        missiles.shoot_character,
        battle,
        attacker,
        target,
        see=lambda shot, _, a, t: (t.wound.value, shot.low, shot.replied),
        policy=first,
    )
    gone = ("severe", "killed")
    return {
        **result,
        "reply": next(iter(shots))[2],
        **by_word(shots, WOUNDS, lambda seen: str(seen[0])),
        **spread(
            shots,
            p_removed=lambda seen: seen[0] in gone,
            p_low_result=lambda seen: seen[1],
            p_removed_and_low=lambda seen: seen[0] in gone and seen[1],
        ),
    }


def challenge(given: Given, options: Options, wanted: list[str]) -> Given:
    who, there = given["challenger"], given["hex"]
    state = State.ACTIVE if who.get("active") else State.READY
    active = there.get("active", not who.get("active"))
    other = State.ACTIVE if active else State.READY
    if who["kind"] == "hero":
        challenger = a_hero("challenger", at=MIDDLE, state=state)
    else:
        challenger = a_leader("challenger", at=MIDDLE, state=state)
    challenger.fought = who.get("fought", False)
    enemies: list[Unit | Character] = []
    if there.get("unit"):
        enemies.append(a_unit("unit", "blue", at=MIDDLE + 1, state=other.value))
    if there.get("hero"):
        enemies.append(a_hero("their hero", "blue", at=MIDDLE + 1, state=other))
    if there.get("leader"):
        enemies.append(a_leader("their leader", "blue", at=MIDDLE + 1, state=other))
    battle = a_battle(challenger, *enemies, options=options, acting="red" if who.get("active") else "blue")
    able = duels.answerers(battle, MIDDLE + 1, "blue")
    answer = "none" if not able else "ranker" if isinstance(able[0], Unit) else able[0].kind
    duty = duels.duty(challenger, active) if able else "may_not"
    return {
        "duty": duty,
        "answer": answer,
        "may_decline": duty != "may_not" and duels.may_decline(challenger, able[0]),
    }


# Rally


def try_rally(given: Given, options: Options, wanted: list[str]) -> Given:
    unit = unit_of(given["unit"], at=MIDDLE, state="active")
    kind = given.get("activation", "regroup")
    by_leader = given.get("by_leader", False)
    battle = muster((given["unit"], unit), options=options, kind=kind)
    assert battle.impulse is not None
    battle.impulse.leader = "unit leader" if by_leader else ""
    if given.get("rally_used"):
        battle.impulse.rallied = unit.tried = True
    allowed = rally.may_rally_with_leader(battle, unit) if by_leader else rally.may_rally_at_end(battle, unit)
    result: Given = {"allowed": allowed, "ql": morale.adjusted_quality(battle, unit), "order": unit.order.value}
    if not allowed:
        return {**result, "p_rally": Fraction(0)}
    if has_dice(given):
        rally.rally(Scripted([given["die"]]), battle, unit)
        return {**result, "order": unit.order.value}

    def attempt(referee: Referee, battle: Battle) -> None:
        rally.rally(referee, battle, battle.units["unit"])

    return {**result, "p_rally": _within(given.get("attempts", 1), battle, attempt, Order.GOOD)}


def try_regroup(given: Given, options: Options, wanted: list[str]) -> Given:
    unit = unit_of(given["unit"], state="active", order="rout")
    unit.where = {"rout": Where.ROUT_BOX, "regroup": Where.REGROUP_BOX}[given.get("box", "regroup")]
    leader = a_leader(ml=given.get("leader_ml", 0), at=MIDDLE)
    battle = muster(
        (given["unit"], unit),
        others=[leader],
        options=options,
        kind=given.get("activation", "regroup"),
        leader="leader",
    )
    result: Given = {"allowed": rally.may_regroup(battle, unit), "ql": rally.regroup_quality(battle, unit, leader)}
    if not result["allowed"]:
        none = dict.fromkeys(("p_return", "p_return_then_rally"), Fraction(0))
        return {**result, "returns": False, "order": unit.order.value, "state": "none", **none}
    if has_dice(given):
        returns = rally.regroup(Fixed({"red": [given["die"]]}), battle, unit, leader)
        activations.end_impulse(battle)
        return {
            **result,
            "returns": returns,
            "order": unit.order.value,
            "state": unit.state.value if returns else "none",
        }

    def attempt(referee: Referee, battle: Battle) -> None:
        rally.regroup(referee, battle, battle.units["unit"], battle.characters["leader"])

    def then_rally(referee: Referee, battle: Battle, unit: Unit) -> bool:
        return rally.regroup(referee, battle, unit, battle.characters["leader"]) and rally.rally(referee, battle, unit)

    return {
        **result,
        "p_return": _within(given.get("attempts", 1), battle, attempt, Order.DISORDER),
        "p_return_then_rally": odds(then_rally, battle, unit, policy=first)[True],
    }


OPS: dict[str, Callable[[Given, Options, list[str]], Given]] = {
    "activation": activation,
    "advance": follow_up,
    "arc": arc,
    "arrivals": arrivals,
    "challenge": challenge,
    "charge_bonus": charge_bonus,
    "charge_duty": charge_duty,
    "consolidate": consolidate,
    "demoralization": demoralization,
    "distance": distance,
    "duel": duel,
    "duel_series": duel_series,
    "evade": evade,
    "hexes": hexes,
    "impulses": impulses,
    "initiative": initiative,
    "initiative_run": initiative_run,
    "map_move": map_move,
    "melee": fight,
    "melee_series": melee_series,
    "missile": missile,
    "missile_series": missile_series,
    "morale": check_morale,
    "offset": offset,
    "overrun": overrun,
    "path": path,
    "rally": try_rally,
    "ranged_duel": ranged_duel,
    "react": react,
    "regroup": try_regroup,
    "relocate": relocation,
    "retreat": give_ground,
    "side": side,
    "states": states,
    "task_check": task_check,
    "victory": victory_check,
    "who_melees": who_melees,
    "withdraw": withdraw,
}
