"""How well a side stands, in points: all that the computer opponents know of the game."""

from math import hypot, sqrt

from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.cover import cover_of
from grognard.games.high_adventure.figures import PARTY, Figure, Order, State
from grognard.games.high_adventure.melee import skill_of
from grognard.games.high_adventure.movement import charge_reach, move_of
from grognard.games.high_adventure.things import Melee
from grognard.games.high_adventure.victory import points
from grognard.games.high_adventure.ways_home import way_between, way_left
from grognard.games.high_adventure.wounds import dice_left


def worth(battle: Battle, side: str) -> float:
    """Own strength and position less the enemy's."""
    if battle.outcome is not None:
        won = battle.outcome.winner
        decided = 1000.0 if won == side else -1000.0 if won else 0.0
        return decided + sum(battle.outcome.score.get(side, 0) - n for n in battle.outcome.score.values())
    total = 0.0
    for each in battle.sides:
        value = side_worth(battle, each.id)
        total += value if each.id == side else -value
    return total


def side_worth(battle: Battle, side: str) -> float:
    """What a side has: its figures as they stand, what it has scored, and how near it is to its goal."""
    value = 3.0 * points(battle, side)
    enemies = list(battle.enemies(side))
    for figure in battle.figures:
        if figure.side != side:
            continue
        if figure.state is State.ABLE:
            value += (
                figure_worth(battle, figure)
                + place_worth(battle, figure, enemies)
                + intent_worth(battle, figure, enemies)
            )
        elif figure.state is State.LEFT and battle.goal.kind == "escape" and figure.is_pc:
            value += figure_worth(battle, figure) + 60.0
    value += sum(2.5 for shot in battle.shots if not shot.victim and battle.figure(shot.shooter).side == side)
    if side == PARTY:
        value += goal_worth(battle) + sum(melee_worth(battle, melee) for melee in battle.melees if not melee.thrown)
    return value


def figure_worth(battle: Battle, figure: Figure) -> float:
    """A figure by its Strength, skill and wounds; characters are worth more, the helpless less."""
    profile = figure.profile
    health = max(0.15, 1.0 - 0.5 * figure.light_wounds / max(1, profile.strength))
    value = (
        2.0 + 2.0 * profile.strength + profile.weapons[0].skill if profile.weapons else 2.0 + 2.0 * profile.strength
    ) * health
    value += 0.8 * int(profile.armour) + 0.4 * figure.power
    if figure.role == "pc":
        value = 2.0 * value + 4.0
    elif figure.role == "hench":
        value *= 1.4
    if figure.helpless:
        value *= 0.5
    if not figure.loaded and figure.loading != battle.turn:
        value -= 0.8
    if figure.profile.missile is not None and not figure.weapon.is_missile and not figure.engaged:
        value -= 0.6
    if figure.mounted:
        value += 1.5
    return value


def place_worth(battle: Battle, figure: Figure, enemies: list[Figure]) -> float:
    """Fights at good odds are worth having; shooters want range and cover; nobody wants to stand alone among enemies."""
    if not enemies:
        return 0.0
    if figure.engaged:
        return fight_worth(battle, figure)
    x, y = figure.x, figure.y
    near, apart = enemies[0], 10.0**9
    for foe in enemies:
        square = (foe.x - x) ** 2 + (foe.y - y) ** 2
        if square < apart:
            near, apart = foe, float(square)
    inches = sqrt(apart) / 100
    if figure.profile.abilities:
        return (0.0 if inches > 7 else -1.5) - 0.04 * inches
    if figure.weapon.is_missile:
        value = 1.0 - 0.05 * abs(inches - 9)
        if inches < 6:
            value -= 1.0
        return value + (0.8 if cover_of(battle, figure, near.x, near.y) else 0.0)
    return threat_worth(figure, enemies) - 0.05 * inches


def threat_worth(figure: Figure, enemies: list[Figure]) -> float:
    """How a fight would stand with everybody who could charge it now."""
    near = [
        foe
        for foe in enemies
        if not foe.engaged
        and (foe.x - figure.x) ** 2 + (foe.y - figure.y) ** 2 <= (charge_reach(foe) + foe.radius + figure.radius) ** 2
    ]
    if not near:
        return 0.0
    return max(-5.0, min(2.0, 0.6 * (edge(figure) - max(edge(foe) for foe in near) - 0.9 * (len(near) - 1))))


def edge(figure: Figure) -> float:
    """How well it fights, roughly in points of score."""
    blade = figure.blade
    dice = max(0, figure.strength - figure.full_wounds)
    return 0.7 * dice + (0 if blade.unfamiliar else blade.skill) + 0.6 * int(figure.profile.armour) + figure.mounted


def fight_worth(battle: Battle, figure: Figure) -> float:
    """Half of what the melee promises: its own edge and numbers against the enemies in contact."""
    foes = [battle.figure(id) for id in figure.engaged]
    best = max(edge(foe) for foe in foes)
    friends = sum(1 for foe in foes for id in foe.engaged if id != figure.id)
    balance = edge(figure) - best - 0.9 * (len(foes) - 1) + 0.9 * min(friends, 2)
    if figure.order is Order.FLEE or figure.helpless:
        balance -= 3.0
    return max(-6.0, min(6.0, 1.2 * balance))


BEST_OF = (0.0, 3.5, 4.47, 4.96, 5.24)  # what the best of so many dice shows on average


def melee_worth(battle: Battle, melee: Melee) -> float:
    """What a melee that is yet to be thrown promises the first of the two."""
    one, other = battle.figure(melee.one), battle.figure(melee.other)
    ahead = BEST_OF[min(melee.dice_one, 4)] + skill_of(one.blade) + len(melee.supporters_one) + one.mounted
    ahead -= BEST_OF[min(melee.dice_other, 4)] + skill_of(other.blade) + len(melee.supporters_other) + other.mounted
    gain = max(0.0, ahead + 2.0 - int(other.profile.armour)) * (1.0 + 0.5 * other.strength)
    loss = max(0.0, 2.0 - ahead - int(one.profile.armour)) * (1.0 + 0.5 * one.strength)
    return 0.5 * (gain - loss)


def intent_worth(battle: Battle, figure: Figure, enemies: list[Figure]) -> float:
    """What an order promises before anybody has moved: an attack with somebody in reach, a march with none, standing to shoot or cast."""
    group = battle.group(figure.group)
    chosen = group.chosen or str(figure.order)
    if figure.moved or figure.engaged or battle.side(figure.side).solo:
        return 0.0
    nearest = min(((foe.x - figure.x) ** 2 + (foe.y - figure.y) ** 2 for foe in enemies if foe.seen), default=10**9)
    inches = sqrt(nearest) / 100
    if chosen.startswith("prepare "):
        return prepare_worth(battle, figure, chosen.removeprefix("prepare "), inches)
    in_reach = inches * 100 <= charge_reach(figure) + 2 * figure.radius
    if chosen == Order.ATTACK:
        return 1.5 if in_reach and edge(figure) >= 2.5 else 0.2
    if chosen == Order.MARCH:
        return 1.0 if not (in_reach and edge(figure) >= 2.5) else 0.5
    if chosen == Order.STAND:
        shooter = figure.weapon.is_missile and inches < 24
        return 0.6 if shooter and not needs_to_go(battle, figure) else 0.0
    if chosen == Order.WITHDRAW:
        return 0.8 if inches < 8 and edge(figure) < 1.5 else -0.5
    return -2.0


def needs_to_go(battle: Battle, figure: Figure) -> bool:
    """Is time short for what the scenario wants of it?"""
    if battle.goal.kind == "points":
        return False
    return figure.is_pc and battle.turn * 2 > battle.last_turn


def prepare_worth(battle: Battle, figure: Figure, name: str, inches: float) -> float:
    """Whether magic is worth its time now."""
    if name == "Healing":
        hurt = [
            f
            for f in battle.figures
            if f.side == figure.side and f.light_wounds > 1 and f.state in (State.ABLE, State.DISABLED)
        ]
        close = [
            f for f in hurt if (f.x - figure.x) ** 2 + (f.y - figure.y) ** 2 <= (200 + f.radius + figure.radius) ** 2
        ]
        return 2.5 if close else -1.0
    if name in ("Sleep", "Hypnotic gaze"):
        return 2.0 if inches <= 6 else -1.0
    if name in ("Knock back", "Oppose"):
        return 1.2 if inches <= 12 else -1.0
    if name in ("Petrify", "Freeze", "Start fire", "Summon", "Control", "Wind storm") or name.startswith(
        ("read ", "use ")
    ):
        return 2.0 if inches <= 24 else -0.5
    if name == "Make invisible":
        return 1.0 if inches <= 14 and figure.power >= 4 else -0.5
    return -0.5


# The goal


def goal_worth(battle: Battle) -> float:
    """How near the party is to what the scenario asks for."""
    goal = battle.goal
    if goal.kind == "escape":
        return sum(escape_worth(battle, f) for f in battle.figures if f.is_pc and f.side == PARTY and f.able)
    if goal.kind != "carry":
        return 0.0
    for item in battle.items:
        if item.id == goal.item:
            if item.holder:
                return carrier_worth(battle, battle.figure(item.holder))
            return seeker_worth(battle, item.x, item.y)
    return 0.0


def escape_worth(battle: Battle, figure: Figure) -> float:
    """The nearer to the way out the better, and the more so the less time there is; whoever is held in a fight gets nowhere."""
    jump = 0 if figure.mounted else 100 * dice_left(battle.options, figure)
    left = way_left(battle, figure.x, figure.y, battle.goal.exits, jump) / 100
    time = (battle.last_turn - battle.turn) * move_of(figure) / 100
    late = max(0.0, left - time + 5.0)
    return 25.0 - 1.4 * left - 0.8 * late - 5.0 * bool(figure.engaged)


def carrier_worth(battle: Battle, bearer: Figure) -> float:
    """Whoever has it should go home by the quickest way; a rider near by should take it over."""
    if bearer.side != PARTY:
        return -20.0
    if bearer.state is State.LEFT:
        return 500.0
    pace = move_of(bearer) / 100
    turns = way_left(battle, bearer.x, bearer.y, battle.goal.exits) / 100 / pace
    late = max(0.0, turns - (battle.last_turn - battle.turn))
    value = 110.0 - 6.0 * turns - 4.0 * late - 4.0 * bool(bearer.engaged)
    if not bearer.mounted:
        value -= min(
            (0.25 * hypot(f.x - bearer.x, f.y - bearer.y) / 100 for f in battle.able(PARTY) if f.mounted), default=0.0
        )
    return value


def seeker_worth(battle: Battle, x: int, y: int) -> float:
    """The nearer the nearest two of the party are to it, by the ways that are open, the better; shut doors are in the way."""
    walkers = [f for f in battle.able(PARTY) if f.role != "npc"]
    ways = sorted(way_between(battle, f.x, f.y, x, y) / 100 for f in walkers)
    if not ways:
        return -50.0
    shut = sum(4.0 if door.locked else 1.0 for door in battle.doors if door.shut)
    forced = sum(1.5 * (3 - door.strength_left) for door in battle.doors if door.locked)
    second = ways[1] if len(ways) > 1 else ways[0]
    crowd = sum(ways) / len(ways)
    hurry = 1.0 + battle.turn / battle.last_turn
    return 40.0 - hurry * (0.8 * ways[0] + 0.4 * second + 0.15 * crowd) - shut + forced
