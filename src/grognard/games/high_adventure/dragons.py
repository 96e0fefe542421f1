"""Dragons: fire from the sky, and a flight that turns slowly (HA-CRE-09)."""

from collections.abc import Iterator

from msgspec import Struct

from grognard.games.high_adventure import fire
from grognard.games.high_adventure.aims_at_things import COMBUSTIBLE
from grognard.games.high_adventure.armour import missile_armour
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.contact import edge_of, pin_near, stand
from grognard.games.high_adventure.cover import cover_of, height_at
from grognard.games.high_adventure.figures import Figure, Order, gap
from grognard.games.high_adventure.melee import is_strong
from grognard.games.high_adventure.movement import after_move, go, going_of
from grognard.games.high_adventure.orders import asks
from grognard.games.high_adventure.placing import has_place
from grognard.games.high_adventure.preparation import disturb
from grognard.games.high_adventure.shields import is_shielded
from grognard.games.high_adventure.shooting import DEFENCE, Aim, band, defend, missile_cell
from grognard.games.high_adventure.visibility import sees
from grognard.games.high_adventure.wounds import dice_left, suffer
from grognard.ground.measure import Spot, bearing, distance, step, turn_between
from grognard.ground.paths import leg_refusal
from grognard.kernel.choice import Pick
from grognard.kernel.dice import D6
from grognard.kernel.referee import Referee
from grognard.kernel.tally import Modifier, Tally

BREATH_ON = 5
BLAST = 200  # HA-CRE-09c: others within 2" of the target
FLIES_BEYOND = 800  # HA-RULE-66
TURN = 45  # HA-CRE-09a
HOLD_BREATH = Pick("hold its breath")


class Scorched(Struct, frozen=True, gc=False):
    """What the fire did to one figure."""

    figure: str
    attack: int
    dead: bool


# Breath


def breathe(referee: Referee, battle: Battle, dragon: Figure) -> list[Scorched]:
    """At the start of step 3a: on a 5 or 6 it may breathe fire at a figure ahead, and at all within 2" of that one
    (HA-RULE-66)."""
    targets = targets_for(battle, dragon)
    if not targets or not draws_breath(referee, dragon):
        return []
    target = _choose(referee, battle, dragon, targets)
    return blast(referee, battle, dragon, target) if target else []


def draws_breath(referee: Referee, dragon: Figure) -> bool:
    """HA-CRE-09c: 5 or 6."""
    return referee.roll(D6, f"{dragon.name} draws breath", by=dragon.side, rule="HA-CRE-09c").total >= BREATH_ON


def in_breath_range(apart: int) -> bool:
    """More than 5" away, by the bands of a weapon hurled by hand."""
    return band("hurled", apart) not in ("too_close", "too_far")


def targets_for(battle: Battle, dragon: Figure) -> list[Figure]:
    """Enemies in its front arc, in sight and in range."""
    return [
        foe
        for foe in battle.enemies(dragon.side)
        if in_breath_range(gap(dragon, foe)) and edge_of(dragon, foe.x, foe.y) == "front" and sees(battle, dragon, foe)
    ]


def caught(battle: Battle, dragon: Figure, target: Figure) -> list[Figure]:
    """The target first, then everybody within 2" of it, friend or foe."""
    near = [
        figure
        for figure in battle.figures
        if figure.able and figure not in (dragon, target) and gap(figure, target) <= BLAST
    ]
    return [target, *near]


def _choose(referee: Referee, battle: Battle, dragon: Figure, targets: list[Figure]) -> Figure | None:
    if asks(battle, dragon):
        picks = [Pick(f"breathe at {foe.id}", f"Breathe at {foe.name}", foe.id) for foe in targets]
        picked = referee.choose(
            dragon.side, f"{dragon.name} may breathe fire", [*picks, HOLD_BREATH], rule="HA-CRE-09c", about=(dragon.id,)
        )
        return battle.figure(picked.piece) if picked.piece else None
    return max(
        targets, key=lambda foe: sum(1 if victim.side != dragon.side else -1 for victim in caught(battle, dragon, foe))
    )


def breath_modifiers(dragon: Figure, aim: Aim) -> Iterator[Modifier]:
    """HA-RULE-66: its Weapon Skill, and no other score modifiers than these."""
    yield Modifier(dragon.profile.hand_weapon.skill, "Weapon Skill", "HA-RULE-66")
    if aim.below:
        yield Modifier(+1, "target below", "HA-SHO-11")
    if aim.cover == "building":
        yield Modifier(-3, "target in a building", "HA-SHO-15")
    elif aim.cover:
        yield Modifier(-1, "soft cover", "HA-SHO-13")
    yield Modifier(-dragon.full_wounds, "its wounds", "HA-SHO-14")


def blast(referee: Referee, battle: Battle, dragon: Figure, target: Figure) -> list[Scorched]:
    """One attack throw against all (or one each, by option); each throws its own defence; any wound kills
    (HA-CRE-09d)."""
    victims = caught(battle, dragon, target)
    reach = band("hurled", gap(dragon, target))
    shared = battle.options.breath_roll == "shared"
    best = throw_breath(referee, battle, dragon) if shared else 0
    done = [
        scorch(referee, battle, dragon, victim, reach, best if shared else throw_breath(referee, battle, dragon))
        for victim in victims
    ]
    for victim, scorched in zip(victims, done, strict=True):
        if scorched.dead:
            _set_alight(referee, battle, dragon, victim)
            suffer(referee, battle, victim, "K", source="fire", by=dragon, rule="HA-CRE-09d")
    return done


def throw_breath(referee: Referee, battle: Battle, dragon: Figure) -> int:
    """Its best Strength die."""
    dice = max(1, dice_left(battle.options, dragon))
    return referee.roll((dice * D6).best(1), f"{dragon.name} breathes fire", by=dragon.side, rule="HA-CRE-09c").total


def scorch(referee: Referee, battle: Battle, dragon: Figure, victim: Figure, reach: str, best: int) -> Scorched:
    """One victim's defence against the attack throw: any wound at all would kill. Nothing is applied yet."""
    below = height_at(battle, dragon) > height_at(battle, victim)
    aim = Aim(
        reach, cover_of(battle, victim, dragon.x, dragon.y), below, is_shielded(battle, victim, dragon.x, dragon.y)
    )
    tally = Tally(breath_modifiers(dragon, aim))
    attack = best + tally.total
    defence = defend(referee, battle.options, victim, DEFENCE[reach], aim.shielded)
    more = is_strong(battle.options, dragon)  # HA-SHO-21
    cell = missile_cell(battle.options, attack - defence + more, missile_armour(victim)) if attack > defence else "-"
    dead = cell != "-"
    referee.tell("burns" if dead else "singes", dragon, victim, because=tally, rule="HA-CRE-09d")
    return Scorched(victim.id, attack, dead)


def _set_alight(referee: Referee, battle: Battle, dragon: Figure, victim: Figure) -> None:
    """HA-CRE-09d, HA-FIR-02: a house or wood about the one who is hit catches fire."""
    burning = [blaze.feature for blaze in battle.fires]
    for feature in battle.terrain.at(victim.x, victim.y):
        if feature.kind in COMBUSTIBLE and feature.name not in burning:
            fire.ignite(referee, battle, feature.name, victim.x, victim.y, dragon.side, "HA-CRE-09d", magical=True)
            return


# Moving (for those whom nobody commands; HA-SOL-56)


def move(referee: Referee, battle: Battle, dragon: Figure, x: int, y: int, order: Order) -> None:
    """HA-CRE-09a: straight on, one turn of up to 45 degrees half-way, straight on; it flies if the enemy is more than
    8" off (HA-RULE-66)."""
    if x < 0:
        return
    flying = distance(dragon.x, dragon.y, x, y) - dragon.radius > FLIES_BEYOND
    if order is Order.STAND:
        turn_towards(dragon, x, y)
        return
    allowance = dragon.profile.fly if flying else dragon.profile.move
    best = distance(dragon.x, dragon.y, x, y)
    chosen: tuple[Spot, Spot] | None = None
    for length in (allowance, allowance * 3 // 4, allowance // 2, allowance // 4):
        for middle, end in _courses(dragon, x, y, length):
            apart = distance(*end, x, y)
            better = apart > best if order is Order.WITHDRAW else apart < best
            if better and _can_go(battle, dragon, middle, end, flying):
                best, chosen = apart, (middle, end)
    if chosen is None:
        turn_towards(dragon, x, y)
    elif flying:
        _fly(referee, battle, dragon, *chosen)
    else:
        go(referee, battle, dragon, ((dragon.x, dragon.y), *chosen))


def _courses(dragon: Figure, x: int, y: int, length: int) -> Iterator[tuple[Spot, Spot]]:
    middle = step(dragon.x, dragon.y, dragon.facing, length // 2)
    wanted = turn_between(dragon.facing, bearing(*middle, x, y))
    for turn in dict.fromkeys((max(-TURN, min(TURN, wanted)), 0, TURN, -TURN)):
        yield middle, step(*middle, (dragon.facing + turn) % 360, length - length // 2)


def _can_go(battle: Battle, dragon: Figure, middle: Spot, end: Spot, flying: bool) -> bool:
    if flying:
        return has_place(battle, *end, dragon.radius)
    going = going_of(battle, dragon)
    return (
        leg_refusal(going, dragon.x, dragon.y, *middle) is None
        and leg_refusal(going, *middle, *end) is None
        and has_place(battle, *end, dragon.radius)
    )


def _fly(referee: Referee, battle: Battle, dragon: Figure, middle: Spot, end: Spot) -> None:
    disturb(battle, dragon)
    dragon.walked += distance(dragon.x, dragon.y, *middle) + distance(*middle, *end)
    dragon.facing = bearing(*middle, *end)
    stand(battle, dragon, *end)
    referee.tell("flies", dragon, rule="HA-CRE-09a")
    pin_near(referee, battle, dragon)
    after_move(referee, battle, dragon)


def turn_towards(dragon: Figure, x: int, y: int) -> None:
    """On the spot, 45 degrees at most."""
    turn = turn_between(dragon.facing, bearing(dragon.x, dragon.y, x, y))
    dragon.facing = (dragon.facing + max(-TURN, min(TURN, turn))) % 360
