"""The solo system: the risk of every group that nobody commands, the order that comes of it, and players' characters
taking over (HA-SOL)."""

from collections.abc import Sequence

from msgspec import Struct

from grognard.games.high_adventure import visibility
from grognard.games.high_adventure.attributes import passes
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.charts import (
    FALLING_BACK,
    Result,
    Retreat,
    Seen,
    Standing,
    breaks_off,
    follows_up,
    read_chart,
    risk_factors,
    split_dice,
    throw,
)
from grognard.games.high_adventure.contact import edge_of
from grognard.games.high_adventure.cover import cover_of
from grognard.games.high_adventure.creatures import UNDEAD, is_man_sized
from grognard.games.high_adventure.figures import INCH, Figure, Group, Order, State, gap
from grognard.games.high_adventure.groups import facing_of, group_gap, heard_by, leadership, majority
from grognard.games.high_adventure.options import Options
from grognard.games.high_adventure.orders import COMMAND, give, is_uncommanded, open_orders
from grognard.games.high_adventure.shooting import TOO_CLOSE, TOO_CLOSE_IN_WOOD
from grognard.games.high_adventure.solo_moves import move_group
from grognard.games.high_adventure.targeting import declare_shots
from grognard.kernel.choice import Pick
from grognard.kernel.referee import Referee
from grognard.kernel.tally import Tally

OUT = (State.KILLED, State.GRIEVOUS, State.DISABLED, State.DESTROYED, State.PRISONER, State.ESCAPED, State.FLED)
CLOSE_BY = 2 * INCH  # HA-SOL-05: a hero within this is with the group


# Reading the table (HA-SOL-40: everything is judged on the same snapshot; nothing is applied before all are judged)


def standing_of(battle: Battle, group: Group) -> Standing:
    """Everything that the chart wants to know of a group."""
    members = battle.members(group)
    lost = [figure for figure in battle.figures if figure.group == group.id and figure.state in OUT]
    foes = visibility.seen_by(battle, members)
    typical = majority(battle, group)
    return Standing(
        original=group.original,
        lost=len(lost),
        wounded=sum(figure.light_wounds > 0 for figure in members),
        light_wounds=sum(figure.light_wounds for figure in members),
        strength_lost=sum(figure.strength for figure in lost),
        strength=group.original_strength,
        skills=tuple(figure.weapon.skill for figure in members),
        hero=has_hero(battle, group, members),
        ranged=is_ranged(battle, group),
        order=group.order,
        in_cover=is_all_in_cover(battle, group, members, foes),
        advancing=group.advancing and group.order in (Order.MARCH, Order.ATTACK),
        man_sized=typical is None or is_man_sized(typical.kind),
        fortified=group.fortified,
        mindless=typical is not None and typical.kind in UNDEAD,
        wounds_taken=group.lw_taken,
        wounds_dealt=group.lw_dealt,
        omen=battle.omen,
        seen=tuple(_seen(battle, group, members, foe) for foe in foes),
        retreats=tuple(retreats_near(battle, group, members)),
        knows_enemy=bool(visibility.known_spots(battle, group.side)),
    )


def has_hero(battle: Battle, group: Group, members: list[Figure]) -> bool:
    """HA-SOL-05: a PC or a figure of WSk 3 in the group or within 2" of it (HA-RULE-04)."""
    heroes = [figure for figure in battle.able(group.side) if figure.is_pc or figure.weapon.skill >= 3]
    return any(hero.group == group.id or any(gap(hero, member) <= CLOSE_BY for member in members) for hero in heroes)


def is_ranged(battle: Battle, group: Group) -> bool:
    """HA-SOL-16: does the majority carry a usable missile weapon, or is it a magic user?"""
    members = battle.members(group)
    armed = sum(
        (figure.profile.missile is not None and not group.hand_to_hand) or bool(figure.profile.wizard)
        for figure in members
    )
    return 2 * armed > len(members)


def is_all_in_cover(battle: Battle, group: Group, members: list[Figure], foes: list[Figure]) -> bool:
    """HA-SOL-06: every able figure is in cover from the nearest enemy in sight or last known (HA-RULE-103)."""
    spots = [(foe.x, foe.y) for foe in foes] or visibility.known_spots(battle, group.side) or [(-1, -1)]
    for figure in members:
        x, y = min(spots, key=lambda spot: (spot[0] - figure.x) ** 2 + (spot[1] - figure.y) ** 2)
        if not cover_of(battle, figure, x, y):
            return False
    return bool(members)


def _seen(battle: Battle, group: Group, members: list[Figure], foe: Figure) -> Seen:
    watcher = min(members, key=lambda member: gap(member, foe))
    front = facing_of(battle, group, foe.x, foe.y) or watcher  # HA-RULE-72
    return Seen(
        gap(watcher, foe), bool(cover_of(battle, foe, watcher.x, watcher.y)), edge_of(front, foe.x, foe.y), foe.kind
    )


def retreats_near(battle: Battle, group: Group, members: list[Figure]) -> list[Retreat]:
    """Friendly groups with Withdraw or Flee; a lone PC does not count (HA-RULE-72)."""
    found = []
    for other in battle.groups:
        if other.side != group.side or other is group or other.order not in FALLING_BACK:
            continue
        friends = battle.members(other)
        if not friends or (len(friends) == 1 and friends[0].is_pc):
            continue
        near = min(gap(member, friend) for member in members for friend in friends)
        sight = any(visibility.line_of_sight(battle, m.x, m.y, f.x, f.y) for m in members for f in friends)
        found.append(Retreat(near, sight))
    return found


def mind_the_range(referee: Referee, battle: Battle, group: Group) -> None:
    """HA-SOL-53: archers with an enemy at their throats draw hand weapons until nobody in sight is so near."""
    members = battle.members(group)
    if not any(figure.profile.missile for figure in members):
        return
    foes = visibility.seen_by(battle, members)
    close = any(gap(member, foe) <= _too_close(battle, member, foe) for member in members for foe in foes)
    if close == group.hand_to_hand:
        return
    group.hand_to_hand = close
    for figure in members:
        weapon = figure.profile.hand_weapon if close else figure.profile.missile
        if weapon is not None and figure.profile.missile is not None and not figure.profile.wizard:
            figure.hand = weapon.name if weapon in figure.profile.weapons else ""
            figure.halves -= 1  # HA-MOVE-15
    words = "draws hand weapons" if close else "takes up missile weapons again"
    referee.tell(words, group, rule="HA-SOL-53", seen_by=heard_by(battle, group))


def _too_close(battle: Battle, member: Figure, foe: Figure) -> int:
    wood = visibility.concealed_in(battle.terrain, member.x, member.y)
    same = wood is not None and wood is visibility.concealed_in(battle.terrain, foe.x, foe.y)
    return TOO_CLOSE_IN_WOOD if same else TOO_CLOSE


# Judging


def judge(referee: Referee, battle: Battle, group: Group) -> None:
    """Risk, die and chart for one group that nobody commands (HA-CRE-14), and the command test.

    The result waits until all groups are judged (HA-SOL-03, HA-SOL-45).
    """
    members = battle.members(group)
    if not members:
        return
    if bidden(battle, group, members):
        return
    mind_the_range(referee, battle, group)
    standing = standing_of(battle, group)
    risk = Tally(risk_factors(battle.options, standing))
    hears = heard_by(battle, group)
    die = throw(referee, group.side, group.name, hears)
    result = read_chart(battle.options, standing, risk.total, die)
    group.risk, group.die, group.result = risk.total, die, "Halt" if result.halted else result.order
    words = "{0}: risk {1}, so {2}"
    referee.tell(words, group, risk.total, result.order, because=risk, rule="HA-SOL-43", seen_by=hears)
    if not battle.side(group.side).solo:
        take_command(referee, battle, group, result)


def bidden(battle: Battle, group: Group, members: list[Figure]) -> bool:
    """HA-SOL-57: creatures under magical control never roll: Attack, or Stand while their master lies disabled; loose
    zombies Attack."""
    master = battle.piece(members[0].controller) if members[0].controller else None
    if isinstance(master, Figure):
        group.result = Order.ATTACK if master.able else Order.STAND
        return True
    if any(figure.effect("rampage") or figure.effect("unbound") for figure in members if figure.effects):
        group.result = Order.ATTACK
        return True
    return False


def apply(referee: Referee, battle: Battle) -> None:
    """All results take effect at once (HA-SOL-45)."""
    for group in battle.groups:
        judged = group.commanded == battle.turn or is_uncommanded(battle, group)
        if judged and group.result and battle.members(group):
            give(battle, group, Order.STAND if group.result == "Halt" else Order(group.result))


# Command


class Commander(Struct, frozen=True, gc=False):
    """A PC as a group sees him: Leadership, and how far off he is."""

    leadership: int
    distance: int
    id: str = ""


def who_may_command(group_leadership: int, pcs: Sequence[Commander]) -> list[Commander]:
    """HA-SOL-44: PCs in or within 6" of the group whose Leadership is higher than its own."""
    return [pc for pc in pcs if pc.distance <= COMMAND and pc.leadership > group_leadership]


def is_open(options: Options, result: Result, by_pc: bool) -> bool:
    """May this result be changed? Only green ones (HA-RULE-77); for own initiative that is an option (HA-RULE-78)."""
    return result.green or (not by_pc and options.own_initiative == "any")


def take_command(referee: Referee, battle: Battle, group: Group, result: Result) -> None:
    """HA-SOL-20, HA-SOL-21: a PC, or the group by itself, may test Leadership; then the player names its order and
    moves it."""
    pcs = [
        Commander(pc.profile.leadership, group_gap(battle, group, pc), pc.id)
        for pc in battle.able(group.side)
        if pc.is_pc and not pc.helpless
    ]
    able = who_may_command(leadership(battle, group), pcs)
    if not is_open(battle.options, result, bool(able)):
        return
    options = [Pick(f"{pc.id} tests", piece=pc.id) for pc in able] or [Pick("the group tests")]
    text = f"{group.name} is to {result.order}: test Leadership to take it in hand?"
    picked = referee.choose(
        group.side, text, [*options, Pick("let it be")], rule="HA-SOL-20" if able else "HA-SOL-21", about=(group.id,)
    )
    if picked.key == "let it be":
        return
    group.tested = battle.turn
    if leads(referee, battle, group, battle.figure(picked.piece) if picked.piece else None):
        choice = referee.choose(
            group.side,
            f"Which order for {group.name}?",
            open_orders(battle, group),
            rule="HA-SOL-20",
            about=(group.id,),
        )
        group.result, group.commanded = choice.key, battle.turn


def leads(referee: Referee, battle: Battle, group: Group, pc: Figure | None) -> bool:
    """One Leadership test, of the PC or on the group's majority type."""
    tester = pc or majority(battle, group)
    if tester is None:
        return False
    rule = "HA-SOL-20" if pc else "HA-SOL-21"
    return passes(referee, battle, tester, tester.profile.leadership, f"Leadership, to command {group.name}", rule)


__all__ = ["apply", "breaks_off", "declare_shots", "follows_up", "judge", "move_group", "split_dice", "standing_of"]
