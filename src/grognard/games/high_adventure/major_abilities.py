"""The fourteen major abilities, one function each: what happens once the casting has worked (HA-MAJ)."""

from msgspec.structs import replace

from grognard.games.high_adventure import control, divine, fire
from grognard.games.high_adventure.abilities import ABILITIES
from grognard.games.high_adventure.aims_at_things import combustibles, fires_in_reach
from grognard.games.high_adventure.attributes import passes
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.contact import lift, stand
from grognard.games.high_adventure.creatures import SUMMONED, creature, profile_of
from grognard.games.high_adventure.demons import demon_attacks, demon_serves
from grognard.games.high_adventure.effects import GAZE_TURNS, lay_on, lift_off, roll_duration
from grognard.games.high_adventure.figures import Effect, Figure, Order, State
from grognard.games.high_adventure.groups import hearers
from grognard.games.high_adventure.placing import free_spot, new_group, put
from grognard.games.high_adventure.things import BoneSite, Casting, Cloud
from grognard.games.high_adventure.visibility import notice
from grognard.games.high_adventure.wounds import heal
from grognard.ground.measure import bearing
from grognard.ground.terrain import Feature
from grognard.kernel.dice import D6
from grognard.kernel.referee import Referee

ILLUSION_RADIUS = 300  # HA-MAJ-13: as large as a house


def wind_storm(referee: Referee, battle: Battle, caster: Figure, casting: Casting) -> None:
    """HA-MAJ-01: no enemy within 30" comes nearer for D6 turns; fires in range go out (HA-FIR-07)."""
    turns = roll_duration(referee, D6, "wind storm", caster.side, "HA-MAJ-01", hearers(battle, caster))
    lay_on(referee, battle, caster, "wind", caster.id, turns)
    referee.tell("{0} raises a wind storm for {1} turns", caster, turns, rule="HA-MAJ-01")
    for burning in fires_in_reach(battle, caster, ABILITIES["Wind storm"]):
        fire.put_out(referee, battle, burning, "HA-FIR-07")


def start_fire(referee: Referee, battle: Battle, caster: Figure, casting: Casting) -> None:
    """HA-MAJ-02: a combustible thing burns; or a frozen figure thaws (HA-RULE-51)."""
    if casting.use == "thaw":
        _release(referee, battle.figure(casting.target), "frozen")
        return
    for feature, x, y in combustibles(battle, caster, ABILITIES["Start fire"]):
        if feature.name == casting.target:
            fire.ignite(referee, battle, feature.name, x, y, caster.side, "HA-MAJ-02", magical=True)


def healing(referee: Referee, battle: Battle, caster: Figure, casting: Casting) -> None:
    """HA-MAJ-03: one full wound back (HA-RULE-44); the frozen are freed (HA-RULE-51)."""
    figure = battle.figure(casting.target)
    if not _release(referee, figure, "frozen"):
        heal(referee, battle, figure)


def _release(referee: Referee, figure: Figure, name: str) -> bool:
    if not lift_off(figure, name):
        return False
    referee.tell("is free again", figure, rule="HA-RULE-51")
    return True


def teleport(referee: Referee, battle: Battle, caster: Figure, casting: Casting) -> None:
    """HA-MAJ-04: at once to any point in clear view; it frees from contact and pins nobody (HA-RULE-17, HA-RULE-45)."""
    figure = battle.figure(casting.target)
    lift(battle, figure)
    stand(battle, figure, casting.x, casting.y)
    referee.tell("is elsewhere in the blink of an eye", figure, rule="HA-MAJ-04")
    notice(battle, figure)


def make_invisible(referee: Referee, battle: Battle, caster: Figure, casting: Casting) -> None:
    """HA-MAJ-05: invisible (HA-INV) until a 6 in a later turn."""
    figure = battle.figure(casting.target)
    lay_on(referee, battle, figure, "invisible", caster.id)
    referee.tell("can be seen no more", figure, rule="HA-MAJ-05")


def freeze(referee: Referee, battle: Battle, caster: Figure, casting: Casting) -> None:
    """HA-MAJ-06: ice that bears, a fire put out (HA-FIR-07), or a figure frozen for D6 turns (HA-RULE-51)."""
    if casting.use == "put out":
        for burning in [burning for burning in battle.fires if burning.id == casting.target]:
            fire.put_out(referee, battle, burning, "HA-FIR-07")
        return
    turns = roll_duration(referee, D6, "frost", caster.side, "HA-MAJ-06")
    if casting.use == "ice on":
        _ice(referee, battle, caster, casting.target, turns)
        return
    victim = battle.figure(casting.target)
    lay_on(referee, battle, victim, "frozen", caster.id, turns)
    referee.tell("{0} is frozen for {1} turns", victim, turns, rule="HA-MAJ-06")


def _ice(referee: Referee, battle: Battle, caster: Figure, water: str, turns: int) -> None:
    feature = battle.terrain.named(water)
    name = f"ice on {water}"
    battle.clouds.append(Cloud(name, "ice", caster.id, caster.side, 0, 0, 0, turns, battle.turn))
    battle.table = battle.table.with_features(Feature(name, feature.shape, "ice", clears_way=True))
    referee.tell("{0} freezes {1} over for {2} turns", caster, water, turns, rule="HA-MAJ-06")


def petrify(referee: Referee, battle: Battle, caster: Figure, casting: Casting) -> None:
    """HA-MAJ-07: stone for 2D6 turns."""
    victim = battle.figure(casting.target)
    turns = roll_duration(referee, 2 * D6, "stone", caster.side, "HA-MAJ-07")
    if divine.averted(referee, battle, victim, "is turned to stone"):
        return
    lay_on(referee, battle, victim, "petrified", caster.id, turns)
    referee.tell("{0} is stone for {1} turns", victim, turns, rule="HA-MAJ-07")


def reanimate(referee: Referee, battle: Battle, caster: Figure, casting: Casting) -> None:
    """HA-MAJ-08: a body rises as a zombie, a fallen zombie gets up, or stone lives again (HA-RULE-46)."""
    figure = battle.figure(casting.target)
    if casting.use == "free":
        _live_again(referee, battle, caster, figure)
    elif figure.state is State.DISABLED:  # HA-RULE-68
        figure.state, figure.light_wounds = State.ABLE, 0
        figure.side, figure.controller = caster.side, caster.id
        battle.group_of(figure).side = caster.side
        figure.effects.append(Effect("reanimated", by=caster.id, since=battle.turn))
        stand(battle, figure, figure.x, figure.y)
        referee.tell("rises again and obeys", figure, caster, rule="HA-MAJ-08")
    else:
        _raise_body(referee, battle, caster, figure)


def _live_again(referee: Referee, battle: Battle, caster: Figure, figure: Figure) -> None:
    """HA-MAJ-08b: from Petrify he is simply freed; a statue serves whoever freed it."""
    if figure.state is State.STONE:
        figure.state, figure.side, figure.controller, figure.bound = State.ABLE, caster.side, caster.id, True
        battle.group_of(figure).side = caster.side
        stand(battle, figure, figure.x, figure.y)
    lift_off(figure, "petrified")
    referee.tell("is alive again", figure, rule="HA-MAJ-08b")


def _raise_body(referee: Referee, battle: Battle, caster: Figure, body: Figure) -> None:
    profile = profile_of("zombie", battle.options)
    spot = free_spot(battle, body.x, body.y, profile.radius, caster.side)
    if spot is None:
        return
    group = new_group(battle, caster.side, f"zombie of {caster.name}", Order.ATTACK)
    zombie = put(battle, group, f"zombie of {body.name}", profile, *spot, facing=body.facing)
    zombie.controller = caster.id
    zombie.effects.append(Effect("reanimated", by=caster.id, since=battle.turn))
    body.effects.append(Effect("raised", by=zombie.id, since=battle.turn))
    referee.tell("rises from the dead and obeys", zombie, caster, rule="HA-MAJ-08")


def summon(referee: Referee, battle: Battle, caster: Figure, casting: Casting) -> None:
    """HA-MAJ-09: D6 for what comes (HA-MAJ-09a), then Cleverness for who is master (HA-MAJ-09b)."""
    kind = SUMMONED[
        referee.roll(D6, "which demon comes", by=caster.side, rule="HA-MAJ-09a", seen_by=hearers(battle, caster)).total
    ]
    mastered = passes(
        referee,
        battle,
        caster,
        caster.profile.cleverness,
        f"Cleverness, to control the {creature(kind).name}",
        "HA-MAJ-09b",
    )
    if mastered:
        turns = roll_duration(
            referee, D6, f"the {creature(kind).name}'s service", caster.side, "HA-MAJ-09b", hearers(battle, caster)
        )
        demon_serves(referee, battle, caster, kind, turns)
    elif divine.averted(referee, battle, caster, f"the {creature(kind).name} turns on its summoner"):
        referee.tell("The {} is gone before it has come", creature(kind).name, rule="HA-RULE-34")
    else:
        demon_attacks(referee, battle, caster, kind)


def avatar(referee: Referee, battle: Battle, caster: Figure, casting: Casting) -> None:
    """HA-MAJ-10: a man who does what the caster wishes for 2D6 turns; any wound ends him (HA-RULE-47)."""
    turns = roll_duration(referee, 2 * D6, "the avatar", caster.side, "HA-MAJ-10", hearers(battle, caster))
    group = new_group(battle, caster.side, f"avatar of {caster.name}", Order.ATTACK)
    profile = profile_of("human", battle.options)
    figure = put(battle, group, f"avatar of {caster.name}", profile, casting.x, casting.y, facing=caster.facing)
    figure.controller = caster.id
    figure.effects.append(Effect("avatar", by=caster.id, turns=turns, since=battle.turn))
    referee.tell("{0} appears for {1} turns", figure, turns, rule="HA-MAJ-10")


def transform_self(referee: Referee, battle: Battle, caster: Figure, casting: Casting) -> None:
    """HA-MAJ-11: the caster takes the shape of a creature (HA-RULE-48)."""
    control.take_shape(battle, caster, casting.target)
    stand(battle, caster, caster.x, caster.y)
    referee.tell("{0} becomes a {1}", caster, creature(casting.target).name, rule="HA-MAJ-11")


def hypnotic_gaze(referee: Referee, battle: Battle, caster: Figure, casting: Casting) -> None:
    """HA-MAJ-12: entranced until a passed Strength test, three turns at most."""
    victim = battle.figure(casting.target)
    lay_on(referee, battle, victim, "entranced", caster.id, GAZE_TURNS)
    referee.tell("is entranced", victim, rule="HA-MAJ-12")


def illusion(referee: Referee, battle: Battle, caster: Figure, casting: Casting) -> None:
    """HA-MAJ-13: a thing that exists in the minds of enemies for the rest of the game (HA-RULE-49)."""
    battle.made += 1
    name = f"illusion {battle.made}"
    battle.clouds.append(
        Cloud(name, "illusion", caster.id, caster.side, casting.x, casting.y, ILLUSION_RADIUS, 0, battle.turn)
    )
    referee.tell("makes others see a great rock where there is none", caster, rule="HA-MAJ-13")


def control_bones(referee: Referee, battle: Battle, caster: Figure, casting: Casting) -> None:
    """HA-MAJ-14: 2D6 skeletons rise and obey, as many as there are bones (HA-RULE-50)."""
    called = referee.roll(2 * D6, "skeletons", by=caster.side, rule="HA-MAJ-14", seen_by=hearers(battle, caster)).total
    site = _bone_site(battle, casting)
    number = called if site is None else min(called, site.left)
    x, y = (casting.x, casting.y) if site is None else (site.x, site.y)
    group = new_group(battle, caster.side, f"skeletons of {caster.name}", Order.ATTACK)
    profile = replace(profile_of("skeleton", battle.options))
    for _ in range(number):
        spot = free_spot(battle, x, y, profile.radius, caster.side)
        if spot is None:
            break
        skeleton = put(
            battle, group, f"skeleton {battle.made + 1}", profile, *spot, facing=bearing(x, y, caster.x, caster.y)
        )
        skeleton.controller = caster.id
        if site is not None:
            site.left -= 1
            site.risen.append(skeleton.id)
    referee.tell("{1} skeletons rise and obey {0}", caster, group.original, rule="HA-MAJ-14")


def _bone_site(battle: Battle, casting: Casting) -> BoneSite | None:
    if not casting.target.isdigit():
        return None
    return battle.bones[int(casting.target) - 1]
