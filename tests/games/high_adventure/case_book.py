"""Golden cases of this game: builds the situation that a case gives, calls the game's own functions, and reads off what came."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from grognard.games.high_adventure import (
    attributes,
    groups,
    loading,
    melees,
    movement,
    pairing,
    prisoners,
    push_back,
    shields,
    shooting,
    victory,
)
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.contact import PIN, edge_of, stand
from grognard.games.high_adventure.figures import INCH, Effect, Figure, Order, State, Weapon
from grognard.games.high_adventure.initiative import Mover, best_of, lowest, pre_empters
from grognard.games.high_adventure.melee import fight, melee_cell, modified_difference, score_modifiers, throws
from grognard.games.high_adventure.mounted import may_pivot, rides_on
from grognard.games.high_adventure.options import Options
from grognard.games.high_adventure.things import Melee, Shot, Task
from grognard.games.high_adventure.visibility import sees, sneak, sneakers, throw_spot_range
from grognard.games.high_adventure.volleys import hits
from grognard.games.high_adventure.weapons import weapon
from grognard.games.high_adventure.wounds import dice_left, heal, suffer
from grognard.ground.shapes import Box, Disc, Wall
from grognard.ground.terrain import Feature
from grognard.kernel.chains import Situation, chain
from grognard.kernel.choice import Question
from grognard.kernel.odds import Distribution, odds, outcomes_of
from grognard.kernel.referee import Referee, Scripted
from grognard.kernel.tally import Tally
from tests.games.high_adventure.build import ARMOUR, a_battle, a_figure, a_wall
from tests.games.high_adventure.case_book_magic import HANDLERS as MAGIC
from tests.games.high_adventure.case_words import check

Given = dict[str, Any]
Answer = dict[str, Any]
KEY = {"none": "-", "PB": "PB", "LW": "LW", "WPB": "W+PB", "W": "W", "K": "K", "LWPB": "LW+PB"}
OUT = (State.DISABLED, State.KILLED, State.GRIEVOUS, State.DESTROYED)
DEAD = (State.KILLED, State.GRIEVOUS, State.DESTROYED)


def run(given: Given, wanted: list[str]) -> Answer:
    """What the game says to a case; a word that the vocabulary does not have is refused."""
    check(given)
    op = given["op"]
    handler = HANDLERS.get(op) or MAGIC[op]
    return handler(given, wanted)


def options_of(given: Given) -> Options:
    return Options(**given.get("options", {}))


# Figures


def arms(name: str, wsk: int, unfamiliar: bool) -> Weapon:
    """The weapon words of a case."""
    made = weapon({"hand": "sword", "magic_sword": "magic sword", "smashing": "mace"}.get(name, name), wsk)
    unfamiliar = unfamiliar and made.kind != "improvised"  # HA-RULE-100
    return Weapon(made.name, made.kind, wsk, unfamiliar, made.smashing, made.magic, made.two_handed)


def figure_of(
    line: Given, id: str, side: str, *, missile: str = "", at: tuple[float, float] = (30, 30), facing: int = 0
) -> Figure:
    """A figure as a case describes it."""
    kind = "elf" if line.get("elf") else line.get("kind", "human")
    name = (
        "two-handed sword"
        if line.get("two_handed") and line.get("weapon", "hand") == "hand"
        else line.get("weapon", "hand")
    )
    own = arms(name, line.get("wsk", 0), line.get("unfamiliar", False))
    if missile:
        own = arms({"hurled": "javelins"}.get(missile, missile), line.get("wsk", 0), line.get("unfamiliar", False))
    names = [name for name in ("invisible",) if line.get(name)]
    if line.get("helpless"):
        names.append("sleep")
    made = a_figure(
        id, side, kind=kind, at=at, facing=facing, role="pc" if line.get("pc") else "npc",
        order=Order.FLEE if line.get("fleeing") else Order.STAND, light_wounds=line.get("lw", 0), weapon=own,
        mounted=line.get("mounted", False), effects=tuple(names), strength=line.get("str", 1),
        armour=ARMOUR[line.get("armour", "U")], shield=line.get("shield", False), ring=line.get("ring", False),
        belt=line.get("belt", False),
    )  # fmt: skip
    made.charged = line.get("charged", False)
    if line.get("two_handed"):
        made.two_handed = 1
    return made


def pick_none(question: Question) -> str:
    """A policy: follow up, and nothing else that a case did not name."""
    keys = [option.key for option in question.options]
    for key in ("fight on", "no", "hold", "wait"):
        if key in keys:
            return key
    return keys[0]


# Figures, orders, movement


def test_op(given: Given, wanted: list[str]) -> Answer:
    options = options_of(given)
    battle = a_battle(a_figure(), options=given.get("options"))
    figure = battle.figure("anna")
    reaction = given.get("kind", "task") == "reaction"
    helpers = given.get("helpers", 0)

    def rule(referee: Referee, battle: Battle, figure: Figure) -> bool:
        if reaction:
            return attributes.passes(referee, battle, figure, given["value"], "a test", "HA-ATTR-04")
        return attributes.attempt(referee, battle, figure, given["value"], "a test", "HA-ATTR-05", helpers)

    came: Answer = {"attempts": 1 if reaction else attributes.attempts(options, helpers)}
    if "rolls" in given:
        came["passed"] = rule(Scripted(dice=given["rolls"]), battle, figure)
    else:
        came["p_pass"] = odds(rule, battle, figure)[True]
    return came


def character(given: Given, wanted: list[str]) -> Answer:
    least = given["at_least"]
    diced = outcomes_of(
        attributes.dice_character, "red", see=lambda came, by: all(came[name] >= n for name, n in least.items())
    )
    return {"p_all": diced[True]}


def jump(given: Given, wanted: list[str]) -> Answer:
    width = round(given["width"] * INCH)
    if "figure" in given:
        battle = a_battle(figure_of(given["figure"], "anna", "red"), options=given.get("options"))
        return {"clears": movement.can_jump(battle, battle.figures[0], width)}

    def rule(referee: Referee) -> bool:
        strength = attributes.dice_character(referee, "red")["strength"]
        battle = a_battle(a_figure(strength=strength))
        return movement.can_jump(battle, battle.figures[0], width)

    return {"p_clears": odds(rule)[True]}


WHO = {"demon": "large_demon", "rider": "human"}


def walker(given: Given, features: tuple[Feature, ...] = ()) -> tuple[Battle, Figure]:
    kind: str = WHO.get(given["who"], str(given["who"]))
    figure = a_figure(kind=kind, at=(5, 30), facing=90, options=options_of(given), mounted=given["who"] == "rider")
    battle = a_battle(figure, options=given.get("options"), features=features)
    return battle, figure


def move(given: Given, wanted: list[str]) -> Answer:
    features: list[Feature] = []
    if given.get("difficult"):
        features.append(Feature("scrub", Box(0, 0, 6000, 6000), "scrub", slow=2))
    if given.get("obstacle"):
        features.append(a_wall((5.1, 0), (5.1, 60)))
    battle, figure = walker(given, tuple(features))
    allowance = movement.move_of(figure)
    if given.get("pace", "walk") != "walk":
        allowance += attributes.pace_bonus(Scripted(dice=[given["d6"]]), figure, "pace", "HA-ORD-05")
    if given.get("stand"):
        allowance = movement.STEP
    gone = movement.straight_reach(battle, figure, 90, allowance)
    stopped = given.get("obstacle") and gone < INCH // 10  # the wall stands a tenth of an inch ahead
    return {"inches": Fraction(0 if stopped else gone, INCH)}


def charge(given: Given, wanted: list[str]) -> Answer:
    _battle, figure = walker(given)
    path = round(given["path"] * INCH)
    in_reach = path <= movement.charge_reach(figure)

    def rule(referee: Referee, figure: Figure) -> bool:
        bonus = attributes.pace_bonus(referee, figure, "charge", "HA-ORD-05")
        return bool(path <= movement.move_of(figure) + bonus + PIN)

    return {"in_reach": in_reach, "p_contact": odds(rule, figure)[True] if in_reach else Fraction(0)}


def run_op(given: Given, wanted: list[str]) -> Answer:
    figure = a_figure()
    figure.ran = list(given["ran"])
    return {"may_run": movement.may_run(figure)}


def ride(given: Given, wanted: list[str]) -> Answer:
    first, second = given["pivots"]
    moved = round(given["moved"] * INCH)
    return {"legal": moved <= movement.RIDE and may_pivot(moved, first, second)}


def move_order(given: Given, wanted: list[str]) -> Answer:
    waiting = [Mover(line["name"], line["ld"]) for line in given["movers"]]
    wants = given.get("preempt", [])
    order = []
    while waiting:
        eager = [mover for mover in pre_empters(waiting) if mover.id in wants]
        mover = best_of(eager) if eager else lowest(waiting)[0]
        order.append(mover.id)
        waiting.remove(mover)
    return {"order": order}


def coherent(given: Given, wanted: list[str]) -> Answer:
    discs = [Disc(round(x * INCH), round(y * INCH), 50) for x, y in given["points"]]
    return {"linked": groups.is_linked(discs)}


COMPASS = {"north": 0, "north-east": 45, "northeast": 45, "east": 90, "south-east": 135, "southeast": 135, "south": 180, "south-west": 225,
           "southwest": 225, "west": 270, "north-west": 315, "northwest": 315}  # fmt: skip


def edge(given: Given, wanted: list[str]) -> Answer:
    (x, y), (px, py) = given["at"], given["point"]
    figure = a_figure(at=(x + 30, y + 30), facing=COMPASS[given["facing"]], shield=True)
    battle = a_battle(figure)
    px, py = round((px + 30) * INCH), round((py + 30) * INCH)
    return {"edge": edge_of(figure, px, py), "shield_counts": shields.covers(battle, figure, px, py)}


def points(given: Given, wanted: list[str]) -> Answer:
    return {"points": victory.points_of(given.get("out", []), given.get("held", []))}


# Melee


def melee_battle(given: Given) -> Battle:
    """Two figures in contact, each with its supporters about the other, and a rock behind whoever is blocked.

    Who stands behind a figure would block its way back, which a case says with `blocked`: a third supporter stands elsewhere.
    """
    a = figure_of(given["a"], "a", "red", at=(30, 30), facing=0)
    touch = (a.radius + figure_of(given["b"], "b", "blue").radius) / INCH
    b = figure_of(given["b"], "b", "blue", at=(30, 30 + touch), facing=180)
    figures = [a, b]
    for name, line, side, foe in (("a", given["a"], "red", b), ("b", given["b"], "blue", a)):
        for n in range(line.get("supporters", 0)):
            reach = foe.radius / INCH + 0.5
            at = (foe.x / INCH + (-reach, reach)[n], foe.y / INCH) if n < 2 else (5 + 2 * n, 5 if side == "red" else 10)
            helper = a_figure(f"{name}{n}", side, at=at, facing=0)
            helper.effects.append(Effect("helper"))
            figures.append(helper)
    features = [rock_behind(f, way) for f, way in ((a, -1), (b, +1)) if given[f.id].get("blocked")]
    return a_battle(*figures, options=given.get("options"), features=tuple(features), solo=("red", "blue"))


def set_melee(battle: Battle) -> None:
    """The melee of the two, with whoever supports them."""
    one, other = battle.figure("a"), battle.figure("b")
    battle.melees = [
        Melee(
            "a", "b", throws(battle, one), throws(battle, other),
            supporters_one=[f.id for f in battle.figures if f.side == "red" and f.id != "a"],
            supporters_other=[f.id for f in battle.figures if f.side == "blue" and f.id != "b"],
        )
    ]  # fmt: skip


def melee_round(referee: Referee, battle: Battle, breaks_off: tuple[bool, bool] = (False, False)) -> dict[str, Any]:
    """One round of the melee step as it is played: dice, wounds, push back, and what the winner may do."""
    set_melee(battle)
    melee = battle.melees[0]
    fight(referee, battle, melee)
    instead = battle.options.break_off == "instead"
    may = False
    if melee.winner:
        winner = battle.figure(melee.winner)
        may = push_back.beat_all(battle, winner, battle.melees) and push_back.way_off(battle, winner) is not None
        if may and breaks_off[winner.id == "b"] and instead:
            melee.cell = "off"
    cell = "-" if melee.cell in ("", "off") else melee.cell
    was_mounted = {id: battle.figure(id).mounted for id in ("a", "b")}
    before = {id: (battle.figure(id).x, battle.figure(id).y) for id in ("a", "b")}
    options = battle.options
    if instead:
        battle.options = Options(**{**_plain(options), "break_off": "additional"})
    task = Task("blows")
    melees.blows(referee, battle, task)
    battle.options = options
    melees.pushes(referee, battle, task)
    loser = battle.figure(melee.loser) if melee.loser else None
    pushed = loser is not None and before[loser.id] != (loser.x, loser.y) and not was_mounted[loser.id]
    return {
        "melee": melee, "cell": cell, "pushed": pushed, "may": may,
        "dismounted": loser is not None and was_mounted[loser.id] and not loser.mounted and loser.able,
    }  # fmt: skip


def _plain(options: Options) -> dict[str, Any]:
    return {name: getattr(options, name) for name in options.__struct_fields__}


def melee(given: Given, wanted: list[str]) -> Answer:
    battle = melee_battle(given)
    offs = (given["a"].get("breaks_off", False), given["b"].get("breaks_off", False))
    if "dice" in given:
        return melee_played(battle, given, offs)
    lw = {id: battle.figure(id).light_wounds for id in ("a", "b")}

    def see(came: dict[str, Any], battle: Battle, offs: Any) -> tuple[Any, ...]:
        one, other, fought = battle.figure("a"), battle.figure("b"), came["melee"]
        states = tuple((f.state, f.light_wounds - lw[f.id]) for f in (one, other))
        return fought.winner, fought.loser, came["cell"], states, came["pushed"], came["dismounted"]

    seen = outcomes_of(melee_round, battle, offs, see=see)
    return melee_odds(seen)


def melee_odds(seen: Distribution[Any]) -> Answer:
    came: Answer = {
        "p_a_wins": seen.chance(lambda o: o[0] == "a"),
        "p_b_wins": seen.chance(lambda o: o[0] == "b"),
        "p_tie": seen.chance(lambda o: o[0] == ""),
    }
    for place, id in enumerate(("a", "b")):
        came |= {f"p_{id}_{name}": chance for name, chance in one_side(seen, place, id).items()}
    return came


def one_side(seen: Distribution[Any], place: int, id: str) -> Answer:
    """What may befall one of the two."""
    cells = seen.map(lambda o: o[2] if o[1] == id else "-")
    fates = seen.map(lambda o: o[3][place])
    return {
        **{word: cells[cell] for word, cell in KEY.items()},
        "out": fates.chance(lambda f: f[0] in OUT),
        "killed": fates.chance(lambda f: f[0] in DEAD),
        "disabled": fates.chance(lambda f: f[0] is State.DISABLED),
        "hurt": fates.chance(lambda f: f[1] > 0 or f[0] in OUT),
        "pushed": seen.chance(lambda o: o[1] == id and o[4]),
        "dismounted": seen.chance(lambda o: o[1] == id and o[5]),
    }


def melee_played(battle: Battle, given: Given, offs: tuple[bool, bool]) -> Answer:
    one, other = battle.figure("a"), battle.figure("b")
    came: Answer = {"dice_a": throws(battle, one), "dice_b": throws(battle, other)}
    dice = [face for id in ("a", "b") for face in given["dice"].get(id, [])[: came[f"dice_{id}"]]]
    referee = Scripted(dice=dice)
    played = melee_round(referee, battle, offs)
    fought = played["melee"]
    winner = battle.figure(fought.winner) if fought.winner else None
    came |= {
        "score_a": fought.score_one, "score_b": fought.score_other, "winner": fought.winner or "none",
        "difference": modified_difference(battle.options, winner, abs(fought.score_one - fought.score_other)) if winner else 0,
        "result": played["cell"], "pushed": played["pushed"], "dismounted": played["dismounted"], "may_break_off": played["may"],
    }  # fmt: skip
    for id, figure in (("a", one), ("b", other)):
        came[f"lw_{id}"] = figure.light_wounds
        came[f"state_{id}"] = str(figure.state)
        came[f"dice_after_{id}"] = dice_left(battle.options, figure)
        came[f"rides_on_{id}"] = rides_on(battle, figure)
    return came


def melee_rounds(given: Given, wanted: list[str]) -> Answer:
    battle = melee_battle(given)
    offs = (False, False)

    def step(referee: Referee, battle: Battle) -> None:
        melee_round(referee, battle, offs)
        for figure in battle.figures:  # push backs are followed up: the same two stay in contact
            figure.x, figure.y = figure.home_x, figure.home_y
            figure.disturbed = False
        if all(battle.figure(id).able for id in ("a", "b")):
            for figure in battle.figures:
                stand(battle, figure, figure.x, figure.y)
        battle.melees, battle.queue = [], []
        for group in battle.groups:
            group.lw_taken = group.lw_dealt = 0

    def over(battle: Battle) -> bool:
        return not all(battle.figure(id).able for id in ("a", "b"))

    seen: Distribution[Situation] = chain(step, battle, over=over, steps=given["rounds"])
    state = seen.map(lambda s: (s.situation.figure("a").state, s.situation.figure("b").state))
    return {
        "p_a_out": state.chance(lambda o: o[0] in OUT), "p_b_out": state.chance(lambda o: o[1] in OUT),
        "p_a_killed": state.chance(lambda o: o[0] in DEAD), "p_b_killed": state.chance(lambda o: o[1] in DEAD),
        "p_both_able": state.chance(lambda o: o == (State.ABLE, State.ABLE)),
    }  # fmt: skip


def split_battle(given: Given) -> tuple[Battle, list[Figure]]:
    """One figure and its foes, all on the same side of it, so that nobody's way back is blocked but by what the case says."""
    one = figure_of(given["one"], "one", "red", at=(30, 10))
    foes = []
    for n, line in enumerate(given["foes"]):
        reach = (one.radius + figure_of(line, "x", "blue").radius) / INCH
        foes.append(figure_of(line, f"foe{n}", "blue", at=(30, 10 + reach + 8 * n)))
    features = [rock_behind(foe, +1) for foe, line in zip(foes, given["foes"], strict=True) if line.get("blocked")]
    if given["one"].get("blocked"):
        features.append(rock_behind(one, -1))
    battle = a_battle(one, *foes, options=given.get("options"), features=tuple(features), solo=("red", "blue"))
    return battle, foes


def rock_behind(figure: Figure, way: int) -> Feature:
    near, far = figure.y + way * (figure.radius + 20), figure.y + way * (figure.radius + 70)
    return Feature(f"rock behind {figure.id}", Box(2800, min(near, far), 3200, max(near, far)), "rock", True, True)


def melee_split(given: Given, wanted: list[str]) -> Answer:
    battle, foes = split_battle(given)
    one = battle.figure("one")
    whole = Melee(
        "one", foes[0].id, throws(battle, one), throws(battle, foes[0]), supporters_other=[f.id for f in foes[1:]]
    )
    battle.melees = pairing.divided(battle, pairing.Outnumbered(one, foes, whole), list(given["allot"]))
    if given.get("plan_only"):
        plan = []
        for m in battle.melees:
            foe = battle.figure(m.other)
            bonus = Tally(score_modifiers(one, len(m.supporters_one))).total
            theirs = Tally(score_modifiers(foe, len(m.supporters_other))).total
            plan.append([foes.index(foe), m.dice_one, bonus, m.dice_other, theirs])
        return {"melees": plan}
    if "dice" in given:
        return split_played(given, battle, foes)
    return split_odds(battle)


def split_played(given: Given, battle: Battle, foes: list[Figure]) -> Answer:
    """The separate melees with these dice, their wounds together, then the push backs."""
    one, thrown = battle.figure("one"), given["dice"]
    faces = [face for own, theirs in zip(thrown["one"], thrown["foes"], strict=True) for face in (*own, *theirs)]
    referee = Scripted(dice=faces)
    for m in battle.melees:
        fight(referee, battle, m)
    may = push_back.beat_all(battle, one, battle.melees) and push_back.way_off(battle, one) is not None
    strike_all(referee, battle)
    return {
        "scores": [[m.score_one, m.score_other] for m in battle.melees],
        "results": [[who_suffers(m), m.cell or "-"] for m in battle.melees],
        "state_one": str(one.state), "lw_one": one.light_wounds, "states": [str(f.state) for f in foes], "may_break_off": may,
    }  # fmt: skip


def who_suffers(fought: Melee) -> str:
    if not fought.loser or fought.cell in ("", "-"):
        return "none"
    return "one" if fought.loser == "one" else "foe"


def strike_all(referee: Referee, battle: Battle) -> None:
    melees.blows(referee, battle, Task("blows"))
    melees.pushes(referee, battle, Task("pushes"))


def split_odds(battle: Battle) -> Answer:
    """The dice of every melee are thrown before any wound, so each melee has chances of its own; then all wounds together."""
    plans: dict[tuple[Any, ...], Fraction] = {(): Fraction(1)}
    for n in range(len(battle.melees)):
        plans = _joined(plans, outcomes_of(_one_melee, battle, n, see=_how_it_went))
    before = battle.figure("one").light_wounds
    ends: dict[tuple[Any, ...], Fraction] = {}
    for plan, chance in plans.items():
        for end, share in odds(_land, battle, plan).items():
            ends[end] = ends.get(end, Fraction(0)) + chance * share
    seen: Distribution[tuple[Any, ...]] = Distribution(ends)
    return {
        "p_one_out": seen.chance(lambda o: o[0] in OUT),
        "p_one_hurt": seen.chance(lambda o: o[0] in OUT or o[1] > before),
        "p_any_foe_out": seen.chance(lambda o: any(s in OUT for s in o[2])),
        "p_all_foes_out": seen.chance(lambda o: all(s in OUT for s in o[2])),
        "p_beats_all": seen.chance(lambda o: o[3]),
    }


def _one_melee(referee: Referee, battle: Battle, n: int) -> None:
    fight(referee, battle, battle.melees[n])


def _how_it_went(_: None, battle: Battle, n: int) -> tuple[str, str, str]:
    return battle.melees[n].winner, battle.melees[n].loser, battle.melees[n].cell


def _land(referee: Referee, battle: Battle, plan: tuple[Any, ...]) -> tuple[Any, ...]:
    for m, (winner, loser, cell) in zip(battle.melees, plan, strict=True):
        m.thrown, m.winner, m.loser, m.cell = True, winner, loser, cell
    strike_all(referee, battle)
    one = battle.figure("one")
    states = tuple(battle.figure(m.other).state for m in battle.melees)
    return one.state, one.light_wounds, states, all(m.winner == "one" for m in battle.melees)


def pairing_op(given: Given, wanted: list[str]) -> Answer:
    figures: list[Figure] = []
    for line in given["figures"]:
        side = "red" if line["side"] == "party" else "blue"
        made = figure_of(line, line["name"], side, at=(1 + 3 * len(figures), 30))
        made.name = line["name"]
        figures.append(made)
    battle = a_battle(*figures, options=given.get("options"), solo=("red", "blue"))
    for first, second in given["touching"]:
        battle.figure(first).engaged.append(second)
        battle.figure(second).engaged.append(first)
    found = pairing.pair_up(Scripted(), battle)
    supports: dict[str, str] = {}
    for m in found:
        supports |= dict.fromkeys(m.supporters_one, m.one) | dict.fromkeys(m.supporters_other, m.other)
    return {"pairs": [[m.one, m.other] for m in found], "supports": supports}


def break_off(given: Given, wanted: list[str]) -> Answer:
    may = push_back.may_break_off(
        [(own, theirs) for own, theirs in given["scores"]], round(given.get("room", 1) * INCH)
    )
    return {"may_break_off": may, "inches": push_back.BREAK_OFF // INCH if may else 0}


# Shooting and wounds


def range_op(given: Given, wanted: list[str]) -> Answer:
    band = shooting.band(
        given["weapon"], round(given["distance"] * INCH), given.get("same_wood", False), given.get("belt", False)
    )
    die = shooting.DEFENCE.get(band)
    return {"band": band, "die": die.sides if die else 0}


def table(given: Given, wanted: list[str]) -> Answer:
    options, armour = options_of(given), ARMOUR[given["armour"]]
    if given["table"] == "melee":
        return {"cells": [melee_cell(options, n, armour) for n in range(1, 11)]}
    return {"cells": [shooting.missile_cell(options, n, armour) for n in range(1, 9)]}


FROM = {"front": 0, "right": 90, "rear": 180, "left": 270}


def shot_battle(given: Given, more: list[Figure] | None = None) -> tuple[Battle, Figure, Figure, shooting.Aim]:
    line = given.get("target", {})
    shooter = figure_of(given.get("shooter", {}), "shooter", "red", missile=given["weapon"], at=(30, 30))
    facing = (180 - FROM[given.get("from", line.get("from", "front"))]) % 360
    gap = given["distance"] + shooter.radius / INCH + 0.5
    target = figure_of(line, "target", "blue", at=(30, 30 + min(gap, 60)), facing=facing)
    battle = a_battle(shooter, target, *(more or []), options=given.get("options"), size=(90, 120))
    band = shooting.band(
        given["weapon"], round(given["distance"] * INCH), given.get("same_wood", False), line.get("belt", False)
    )
    cover = "building" if given.get("building") else "soft" if given.get("soft_cover") else ""
    aim = shooting.Aim(
        band, cover, given.get("target_below", False), shields.is_shielded(battle, target, shooter.x, shooter.y)
    )
    return battle, shooter, target, aim


def shoot_once(referee: Referee, battle: Battle, aims: list[tuple[str, str, shooting.Aim]]) -> list[shooting.Flight]:
    """Every shot of a step: dice first, then wounds together, as `volleys` plays it."""
    flights = []
    battle.shots = []
    for shooter_id, target_id, aim in aims:
        shooter, target = battle.figure(shooter_id), battle.figure(target_id)
        flight = shooting.loose(referee, battle, shooter, target, aim)
        flights.append(flight)
        battle.shots.append(Shot(shooter_id, target_id, shooter.weapon.name, flight.cell, flight.victim))
    hits(referee, battle, Task("hits"))
    return flights


SHOT_ODDS = ("hit", "LW", "W", "K", "hurt", "out", "disabled", "killed", "out_after_divine")


def may_shoot(battle: Battle, shooter: Figure, target: Figure, band: str) -> bool:
    return band in shooting.DEFENCE and not target.invisible and shooting.can_shoot_at_all(battle, shooter)


def shot(given: Given, wanted: list[str]) -> Answer:
    battle, shooter, target, aim = shot_battle(given)
    legal = may_shoot(battle, shooter, target, aim.band)
    came: Answer = {"legal": legal, "band": aim.band, "attack_dice": dice_left(battle.options, shooter)}
    if not legal:
        none = dict.fromkeys((f"p_{word}" for word in SHOT_ODDS), Fraction(0)) | {"p_none": Fraction(1)}
        return came | none | {"hit": False, "result": "-", "lw": target.light_wounds, "state": str(target.state)}
    if "dice" in given:
        given_dice = given["dice"]
        dice = [*given_dice["attack"], given_dice["defence"], *([given_dice["shield"]] if aim.shielded else [])]
        flight = shoot_once(Scripted(dice=dice), battle, [("shooter", "target", aim)])[0]
        return came | {
            "attack_score": flight.attack, "defence_score": flight.defence, "hit": flight.hit,
            "difference": flight.difference, "result": flight.cell, "lw": target.light_wounds, "state": str(target.state),
        }  # fmt: skip
    return came | shot_odds(given, battle, aim)


def shot_odds(given: Given, battle: Battle, aim: shooting.Aim) -> Answer:
    before = battle.figure("target").light_wounds

    def see(flights: list[shooting.Flight], battle: Battle, _: Any) -> tuple[Any, ...]:
        target = battle.figure("target")
        return flights[0].hit, flights[0].cell, target.state, target.light_wounds - before

    def no_appeal(question: Question) -> str:
        return "no"

    aims = [("shooter", "target", aim)]
    seen = outcomes_of(shoot_once, battle, aims, see=see, policy=no_appeal)
    came = {
        "p_hit": seen.chance(lambda o: o[0]), "p_none": seen.chance(lambda o: o[1] == "-"),
        "p_out": seen.chance(lambda o: o[2] in OUT), "p_killed": seen.chance(lambda o: o[2] in DEAD),
        "p_disabled": seen.chance(lambda o: o[2] is State.DISABLED), "p_hurt": seen.chance(lambda o: o[3] > 0 or o[2] in OUT),
    }  # fmt: skip
    cells = seen.map(lambda o: o[1])
    came |= {f"p_{cell}": cells[cell] for cell in ("LW", "W", "K")}
    if given.get("divine"):
        blessed = battle.copy()
        blessed.options = Options(**{**_plain(battle.options), "divine": given.get("options", {}).get("divine", "on")})
        blessed.figure("target").role = "pc"  # HA-RULE-34: the appeal is for a PC
        saved = outcomes_of(shoot_once, blessed, aims, see=see, policy=lambda question: "yes")
        came["p_out_after_divine"] = saved.chance(lambda o: o[2] in OUT)
    return came


def volley(given: Given, wanted: list[str]) -> Answer:
    """Shooters stand so that each shot comes through the edge that the case names."""
    target = figure_of(given.get("target", {}), "target", "blue", at=(60, 60), facing=0)
    figures, aims = [target], []
    for n, line in enumerate(given["shots"]):
        degrees = FROM[line.get("from", given.get("target", {}).get("from", "front"))]
        dx, dy = {0: (0, 1), 90: (1, 0), 180: (0, -1), 270: (-1, 0)}[degrees]
        gap = min(line["distance"] + 1, 50)
        shooter = figure_of(
            line.get("shooter", {}), f"shooter{n}", "red", missile=line["weapon"], at=(60 + dx * gap, 60 + dy * gap)
        )
        figures.append(shooter)
    battle = a_battle(*figures, options=given.get("options"), size=(120, 120))
    for n, line in enumerate(given["shots"]):
        shooter = battle.figure(f"shooter{n}")
        band = shooting.band(
            line["weapon"], round(line["distance"] * INCH), line.get("same_wood", False), target.profile.belt
        )
        if not may_shoot(battle, shooter, target, band):
            continue
        cover = "building" if line.get("building") else "soft" if line.get("soft_cover") else ""
        shielded = shields.is_shielded(battle, target, shooter.x, shooter.y)
        aims.append((shooter.id, "target", shooting.Aim(band, cover, line.get("target_below", False), shielded)))
    before = target.light_wounds
    start: Distribution[tuple[str, ...]] = Distribution({(): Fraction(1)})
    cells: dict[tuple[str, ...], Fraction] = dict(start.items())
    for aim in aims:  # the dice of every shot are thrown before any wound: one shot at a time gives the same chances
        seen = outcomes_of(_loose, battle, aim, see=lambda flight, battle, aim: flight.cell)
        cells = _joined(cells, seen)

    def apply(referee: Referee, battle: Battle, chosen: tuple[str, ...]) -> tuple[State, int]:
        battle.shots = [
            Shot(shooter_id, target_id, battle.figure(shooter_id).weapon.name, cell, target_id)
            for cell, (shooter_id, target_id, _) in zip(chosen, aims, strict=True)
        ]
        hits(referee, battle, Task("hits"))
        return battle.figure("target").state, battle.figure("target").light_wounds

    ends: dict[tuple[State, int], Fraction] = {}
    for chosen, chance in cells.items():
        for end, share in odds(apply, battle, chosen, policy=pick_none).items():
            ends[end] = ends.get(end, Fraction(0)) + chance * share
    result: Distribution[tuple[State, int]] = Distribution(ends)
    return {
        "p_out": result.chance(lambda o: o[0] in OUT), "p_killed": result.chance(lambda o: o[0] in DEAD),
        "p_disabled": result.chance(lambda o: o[0] is State.DISABLED),
        "p_unhurt": result.chance(lambda o: o[0] is State.ABLE and o[1] == before),
    }  # fmt: skip


def _loose(referee: Referee, battle: Battle, aim: tuple[str, str, shooting.Aim]) -> shooting.Flight:
    return shooting.loose(referee, battle, battle.figure(aim[0]), battle.figure(aim[1]), aim[2])


def _joined(cells: dict[tuple[Any, ...], Fraction], seen: Distribution[Any]) -> dict[tuple[Any, ...], Fraction]:
    joined: dict[tuple[Any, ...], Fraction] = {}
    for before, chance in cells.items():
        for cell, share in seen.items():
            key = (*before, cell)
            joined[key] = joined.get(key, Fraction(0)) + chance * share
    return joined


def stray(given: Given, wanted: list[str]) -> Answer:
    line = given["invisible"]
    hidden = figure_of(
        {**line, "invisible": True}, "hidden", "blue", facing=(180 - FROM[line.get("from", "front")]) % 360
    )
    _, _, target, _ = shot_battle(given)
    hidden.x, hidden.y = target.x - target.radius - hidden.radius - INCH // 2, target.y  # near it, not in contact
    battle, shooter, target, aim = shot_battle(given, [hidden])
    if not may_shoot(battle, shooter, target, aim.band):
        none = dict.fromkeys(("p_target_hit", "p_invisible_hit", "p_invisible_hurt", "p_invisible_out"), Fraction(0))
        still = {"lw": hidden.light_wounds, "state": str(hidden.state)}
        return {"hit": False, "stray": False, "result": "-"} | still | none
    near = shields.covers(battle, hidden, shooter.x, shooter.y)
    if "dice" in given:
        d = given["dice"]
        dice = [
            *d["attack"],
            d["defence"],
            *([d["shield"]] if aim.shielded else []),
            *([d["stray"]] if "stray" in d else []),
        ]
        dice += [d["stray_defence"]] if "stray_defence" in d else []
        dice += [d["stray_shield"]] if near and "stray_shield" in d else []
        flight = shoot_once(Scripted(dice=dice), battle, [("shooter", "target", aim)])[0]
        cell = flight.cell if flight.victim == "hidden" else "-"
        return {
            "hit": flight.hit,
            "stray": flight.stray,
            "result": cell,
            "lw": hidden.light_wounds,
            "state": str(hidden.state),
        }
    before = hidden.light_wounds

    def see(flights: list[shooting.Flight], battle: Battle, _: Any) -> tuple[Any, ...]:
        victim = battle.figure("hidden")
        return flights[0].hit, flights[0].victim == "hidden", victim.state, victim.light_wounds - before

    seen = outcomes_of(shoot_once, battle, [("shooter", "target", aim)], see=see, policy=pick_none)
    return {
        "p_target_hit": seen.chance(lambda o: o[0]), "p_invisible_hit": seen.chance(lambda o: o[1]),
        "p_invisible_hurt": seen.chance(lambda o: o[3] > 0 or o[2] in OUT), "p_invisible_out": seen.chance(lambda o: o[2] in OUT),
    }  # fmt: skip


def loading_op(given: Given, wanted: list[str]) -> Answer:
    """Turn by turn: move as given, load if there is time, shoot if it can."""
    figure = figure_of({}, "anna", "red", missile=given["weapon"])
    battle = a_battle(figure, options=given.get("options"))
    full = round(given.get("move", 5) * INCH)
    shots = []
    referee = Scripted()
    for turn, inches in enumerate(given["moved"], 1):
        battle.turn = turn
        figure.halves, figure.walked = 2, round(inches * INCH)
        loading.finish_loading(battle, figure)
        if figure.walked:
            figure.halves -= 1 if figure.walked <= full // 2 else 2
        if loading.can_load(figure):
            loading.load(referee, battle, figure)
        if shooting.can_shoot_at_all(battle, figure):
            shots.append(turn)
            loading.empty(battle, figure)
    return {"shots": shots}


def wounds(given: Given, wanted: list[str]) -> Answer:
    figure = figure_of(given["figure"], "anna", "red")
    battle = a_battle(figure, options=given.get("options"))
    referee = Scripted(answers=["no"] * 20)
    trail = []
    for cell, source in given["hits"]:
        if cell == "heal":
            heal(referee, battle, figure)
        else:
            suffer(referee, battle, figure, cell, source=source)
        trail.append(str(figure.state))
    return {
        "lw": figure.light_wounds, "full_wounds": figure.full_wounds, "dice": dice_left(battle.options, figure),
        "state": str(figure.state), "trail": trail,
    }  # fmt: skip


# Sight and prisoners


def sight_battle(given: Given) -> tuple[Battle, Figure, Figure]:
    where, apart = given["where"], given["distance"]
    if where == "wood":  # the observer stands outside
        apart = max(apart, given.get("depth", 1)) if given.get("depth", 1) > 6 else apart
    observer = a_figure("observer", "blue", at=(20, 1))
    target = a_figure(
        "target", "red", at=(20, 2 + apart), stealth=given.get("stealth", False), cleverness=given.get("cleverness", 3)
    )
    y = target.y
    features: tuple[Feature, ...] = ()
    more: dict[str, Any] = {}
    if where == "wood":
        edge = max(y - round(given.get("depth", 1) * INCH), observer.y + 1)  # the observer stands outside
        features = (Feature("wood", Box(0, edge, 4000, 9000), "wood", slow=2, cover="soft"),)
    elif where == "in_wood":
        features = (Feature("wood", Box(0, 0, 4000, 9000), "wood", slow=2, cover="soft"),)
    elif where == "building":
        edge = y - 75
        ring = Wall(((1000, edge), (3000, edge), (3000, edge + 1000), (1000, edge + 1000), (1000, edge)))
        features = (
            Feature("house", Box(1000, edge, 3000, edge + 1000), "building"),
            Feature("walls", ring, "building wall", True, True, tags=("window",)),
        )
    elif where in ("unlit", "lit"):
        features = (Feature("room", Box(0, 0, 4000, 9000), "room"),)
        more = {"dark": True, "lit": ("room",) if where == "lit" else (), "dungeon": True}
    battle = a_battle(observer, target, options=given.get("options"), features=features, size=(40, 90), **more)
    if given.get("shot"):
        target.shot = battle.turn
    return battle, observer, target


def sight(given: Given, wanted: list[str]) -> Answer:
    battle, _observer, _target = sight_battle(given)

    def rule(referee: Referee, battle: Battle) -> bool:
        if given["where"] == "wood":
            throw_spot_range(referee, battle, battle.group("target's"))
        target = battle.figure("target")
        for figure in sneakers(battle):
            if figure is target:
                sneak(referee, battle, figure)
        return sees(battle, battle.figure("observer"), target)

    if given.get("fixed") or "spot" in given or "test" in given:
        lots = [str(given["spot"])] if "spot" in given else ["1"] if given["where"] == "wood" else []
        lots += [str(given["test"])] if "test" in given else []
        return {"seen": rule(Scripted(lots=lots), battle)}
    return {"p_seen": odds(rule, battle)[True]}


def prisoners_op(given: Given, wanted: list[str]) -> Answer:
    held = given["prisoners"]
    return {
        "guards_needed": prisoners.guards_needed(held),
        "turns_to_dispatch": prisoners.turns_to_dispatch(held, given.get("dispatchers", 1)),
    }


HANDLERS: dict[str, Callable[[Given, list[str]], Answer]] = {
    "test": test_op, "character": character, "jump": jump, "move": move, "charge": charge, "run": run_op, "ride": ride,
    "move_order": move_order, "coherent": coherent, "edge": edge, "points": points, "melee": melee, "melee_rounds": melee_rounds,
    "melee_split": melee_split, "pairing": pairing_op, "break_off": break_off, "range": range_op, "table": table, "shot": shot,
    "volley": volley, "stray": stray, "loading": loading_op, "wounds": wounds, "sight": sight, "prisoners": prisoners_op,
}  # fmt: skip
