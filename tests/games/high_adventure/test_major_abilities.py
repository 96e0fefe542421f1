"""The fourteen major abilities, each cast once and looked at."""

from fractions import Fraction

import pytest

from grognard.errors import IllegalChoice
from grognard.games.high_adventure import control, effects, magic
from grognard.games.high_adventure.aims import can_rise
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.figures import ENEMY, PARTY, Armour, Effect, Figure, State
from grognard.games.high_adventure.points import Points
from grognard.games.high_adventure.things import BoneSite, Casting, Fire, Melee
from grognard.kernel.choice import read_spot
from grognard.kernel.odds import odds
from grognard.kernel.referee import Scripted
from tests.games.high_adventure.magic_build import a_battle, a_figure, a_mage, box, disc


def cast(battle: Battle, mage: Figure, ability: str, dice: list[int], answers: list[str]) -> Scripted:
    """Aim and work one ability; the casting die (a 2) is thrown first."""
    mage.preparing = ability
    referee = Scripted([2, *dice], answers)
    magic.resolve(referee, battle, Casting(mage.id, ability))
    referee.finish()
    return referee


def turns_left(figure: Figure, name: str) -> int:
    effect = figure.effect(name)
    return effect.turns if effect else -1


def test_a_wind_storm_blows_for_d6_turns_and_puts_fires_out():
    """HA-MAJ-01, HA-FIR-07: no roll for the fire."""
    mage = a_mage("mage", "Wind storm")
    battle = a_battle(mage, fires=[Fire("near", 1000, 3000, turns=5), Fire("far", 1000, 4500, turns=5)])
    cast(battle, mage, "Wind storm", [4], [])
    assert turns_left(mage, "wind") == 4
    assert [fire.id for fire in battle.fires] == ["far"]


def test_start_fire_sets_a_wood_alight():
    """HA-MAJ-02, HA-RULE-56: 2D6 turns."""
    mage = a_mage("mage", "Start fire")
    battle = a_battle(mage, features=(disc("copse", "wood", 10, 20, 3), box("pond", "water", 20, 20, 24, 24)))
    referee = cast(battle, mage, "Start fire", [3, 4], ["burn copse"])
    assert [option.key for option in referee.asked[0].options] == ["burn copse", "hold back"]
    assert (battle.fires[0].feature, battle.fires[0].turns) == ("copse", 7)


def test_healing_gives_one_full_wound_back():
    """HA-MAJ-03, HA-RULE-44: within 1"; a disabled figure below its limit can stand again; not the killed."""
    mage = a_mage("mage", "Healing")
    hurt = a_figure("hurt", y=11.5, strength=2, light_wounds=4, state=State.DISABLED)
    dead = a_figure("dead", y=8.5, light_wounds=2, state=State.KILLED)
    battle = a_battle(mage, hurt, dead)
    referee = cast(battle, mage, "Healing", [], ["hurt"])
    assert [option.key for option in referee.asked[0].options] == ["hurt", "hold back"]
    assert (hurt.state, hurt.light_wounds) == (State.ABLE, 2)


def test_healing_frees_the_frozen():
    """HA-RULE-51."""
    mage, friend = a_mage("mage", "Healing"), a_figure("friend", y=11.5, effects=[Effect("frozen", turns=6)])
    battle = a_battle(mage, friend)
    cast(battle, mage, "Healing", [], ["friend"])
    assert not friend.helpless


def test_teleport_frees_from_contact():
    """HA-MAJ-04, HA-RULE-45: friend or foe, to a point in view within 20" and more than 1" from its enemies."""
    mage, friend, foe = a_mage("mage", "Teleport"), a_figure("friend", y=16), a_figure("foe", ENEMY, y=17)
    battle = a_battle(mage, friend, foe)
    friend.engaged, foe.engaged = ["foe"], ["friend"]
    points = Points(battle, mage, "Teleport", mover=friend, radius=50, shy=100)
    with pytest.raises(IllegalChoice, match="HA-MAJ-04"):
        points.check(read_spot("at 10.00,18.90"))
    cast(battle, mage, "Teleport", [], ["friend", "at 20.00,10.00"])
    assert (friend.x, friend.y) == (2000, 1000)
    assert (friend.engaged, foe.engaged) == ([], [])


def test_enemies_may_be_teleported():
    """HA-RULE-45."""
    mage, foe = a_mage("mage", "Teleport"), a_figure("foe", ENEMY, y=17)
    battle = a_battle(mage, foe)
    cast(battle, mage, "Teleport", [], ["foe", "at 10.00,28.00"])
    assert foe.y == 2800


def test_make_invisible():
    """HA-MAJ-05: up to twice man size; a dragon is too large."""
    mage, friend = a_mage("mage", "Make invisible"), a_figure("friend", y=12)
    dragon = a_figure("dragon", y=20, kind="dragon", radius=150)
    battle = a_battle(mage, friend, dragon)
    referee = cast(battle, mage, "Make invisible", [], ["friend"])
    assert "dragon" not in [option.key for option in referee.asked[0].options]
    assert friend.invisible


def test_freeze_holds_a_man():
    """HA-MAJ-06: helpless for D6 turns."""
    mage, foe = a_mage("mage", "Freeze"), a_figure("foe", ENEMY, y=30)
    battle = a_battle(mage, foe)
    cast(battle, mage, "Freeze", [3], ["foe"])
    assert turns_left(foe, "frozen") == 3
    assert foe.helpless


def test_figures_may_be_exempt_from_freezing():
    """HA-RULE-51, `freeze_figures = no`: then only water and fires are offered."""
    mage, foe = a_mage("mage", "Freeze"), a_figure("foe", ENEMY, y=30)
    lake = box("lake", "water", 0, 14, 20, 18, impassable=True)
    battle = a_battle(mage, foe, features=(lake,), options={"freeze_figures": "no"})
    referee = cast(battle, mage, "Freeze", [2], ["ice on lake"])
    assert [option.key for option in referee.asked[0].options] == ["ice on lake", "hold back"]


def test_ice_bears_for_a_while():
    """HA-MAJ-06: water can be walked on for D6 turns."""
    mage = a_mage("mage", "Freeze")
    battle = a_battle(mage, features=(box("lake", "water", 0, 14, 20, 18, impassable=True),))
    assert battle.terrain.is_solid(1000, 1600, 50)
    cast(battle, mage, "Freeze", [1], ["ice on lake"])
    assert not battle.terrain.is_solid(1000, 1600, 50)
    battle.turn = 2
    effects.end_of_turn(Scripted(), battle)
    assert battle.terrain.is_solid(1000, 1600, 50)


def test_freeze_puts_out_a_fire():
    """HA-MAJ-06a, HA-FIR-07: without a roll."""
    mage = a_mage("mage", "Freeze")
    battle = a_battle(mage, fires=[Fire("fire 1", 1000, 2000, turns=9)])
    cast(battle, mage, "Freeze", [], ["put out fire 1"])
    assert battle.fires == []


def test_petrify_lasts_2d6_turns():
    """HA-MAJ-07, HA-DICE-06."""
    mage, foe = a_mage("mage", "Petrify"), a_figure("foe", ENEMY, y=34)
    battle = a_battle(mage, foe)
    cast(battle, mage, "Petrify", [5, 6], ["foe"])
    assert turns_left(foe, "petrified") == 11


def test_the_gods_may_avert_petrification():
    """HA-RULE-34: a PC about to be petrified."""
    evil, hero = a_mage("evil", "Petrify", side=ENEMY), a_figure("hero", y=20)
    battle = a_battle(evil, hero, options={"divine": "on"})
    evil.preparing = "Petrify"
    with Scripted([2, 3, 3, 6], ["yes"]) as referee:
        magic.resolve(referee, battle, Casting("evil", "Petrify"))
    assert not hero.helpless
    assert battle.side(PARTY).appealed


# Reanimate


@pytest.mark.parametrize(
    ("died", "turn", "delay", "may"), [(3, 8, 6, False), (3, 9, 6, True), (3, 4, 0, True), (-99, 1, 6, True)]
)
def test_a_body_must_have_lain_six_turns(died, turn, delay, may):
    """HA-WND-06, HA-RULE-31: from the sixth turn after its death; old bodies at once."""
    body = a_figure("body", ENEMY, state=State.KILLED, died=died)
    assert can_rise(a_battle(body, turn=turn, options={"reanimate_delay": delay}), body) is may


def test_reanimate_raises_a_zombie_that_obeys():
    """HA-MAJ-08: within 8", no sight needed; the body cannot be raised twice."""
    mage = a_mage("mage", "Reanimate")
    body = a_figure("body", ENEMY, y=15, state=State.KILLED)
    battle = a_battle(mage, body)
    cast(battle, mage, "Reanimate", [], ["raise body"])
    zombie = battle.figures[-1]
    assert (zombie.kind, zombie.side, zombie.controller) == ("zombie", PARTY, "mage")
    assert zombie.profile.armour is Armour.PADDED
    assert not can_rise(battle, body)


@pytest.mark.parametrize("deed", ["walked", "acted", "fights", "preparing"])
def test_the_zombie_falls_when_its_master_does_something_else(deed):
    """HA-MAJ-08a, HA-RULE-46: it collapses into a corpse, which could be raised again."""
    mage = a_mage("mage", "Reanimate")
    body = a_figure("body", ENEMY, y=15, state=State.KILLED)
    battle = a_battle(mage, body)
    cast(battle, mage, "Reanimate", [], ["raise body"])
    zombie = battle.figures[-1]
    effects.end_of_turn(Scripted(), battle)  # the casting itself is not something else
    battle.turn = 2
    effects.end_of_turn(Scripted(), battle)
    assert zombie.able
    if deed == "fights":
        battle.melees.append(Melee("mage", "foe"))
    else:
        setattr(mage, deed, {"walked": 100, "acted": True, "preparing": "Healing"}[deed])
    effects.end_of_turn(Scripted(), battle)
    assert zombie.state is State.GONE
    assert can_rise(battle, body)


def test_a_loose_zombie_may_run_wild():
    """HA-RULE-46, `loose_zombie = rampage`: it goes for the nearest living figure."""
    mage = a_mage("mage", "Reanimate")
    body = a_figure("body", ENEMY, y=15, state=State.KILLED)
    battle = a_battle(mage, body, options={"loose_zombie": "rampage"})
    cast(battle, mage, "Reanimate", [], ["raise body"])
    zombie = battle.figures[-1]
    battle.turn, mage.walked = 2, 100
    effects.end_of_turn(Scripted(), battle)
    assert zombie.able
    assert (zombie.side, zombie.controller) == (ENEMY, "")


def test_bound_zombies_need_no_upkeep():
    """HA-RULE-46: those that a scenario gives a magic user."""
    mage = a_mage("mage", side=ENEMY)
    zombie = a_figure("zombie", ENEMY, kind="zombie", controller="mage", bound=True)
    battle = a_battle(mage, zombie, turn=2)
    mage.walked = 300
    effects.end_of_turn(Scripted(), battle)
    assert zombie.able


def test_a_fallen_zombie_can_be_raised_again():
    """HA-RULE-68."""
    mage = a_mage("mage", "Reanimate")
    zombie = a_figure("zombie", ENEMY, y=15, kind="zombie", state=State.DISABLED, light_wounds=2)
    battle = a_battle(mage, zombie)
    cast(battle, mage, "Reanimate", [], ["raise zombie"])
    assert (zombie.able, zombie.side, zombie.light_wounds) == (True, PARTY, 0)


@pytest.mark.parametrize("statue", [True, False])
def test_stone_lives_again(statue):
    """HA-MAJ-08b: from Petrify he is simply free; a statue serves whoever freed it."""
    mage = a_mage("mage", "Reanimate")
    knight = a_figure("knight", ENEMY, y=15)
    if statue:
        knight.state = State.STONE
    else:
        knight.effects.append(Effect("petrified", turns=9))
    battle = a_battle(mage, knight)
    cast(battle, mage, "Reanimate", [], ["free knight"])
    assert knight.able
    assert not knight.helpless
    assert (knight.side, knight.controller) == ((PARTY, "mage") if statue else (ENEMY, ""))


# Those who are called


@pytest.mark.parametrize(("die", "kind"), [(1, "imp"), (2, "small_demon"), (5, "small_demon"), (6, "large_demon")])
def test_what_comes_when_a_demon_is_summoned(die, kind):
    """HA-MAJ-09, HA-MAJ-09a, HA-MAJ-09b: mastered by Cleverness, it serves for D6 turns."""
    mage = a_mage("mage", "Summon", cleverness=4)
    battle = a_battle(mage)
    cast(battle, mage, "Summon", [die, 4, 2], ["at 10.00,14.00"])
    demon = battle.figures[-1]
    assert (demon.kind, demon.side, demon.controller) == (kind, PARTY, "mage")
    for turn in (1, 2, 3):
        battle.turn = turn
        assert demon.able
        effects.end_of_turn(Scripted(), battle)
    assert demon.state is State.GONE  # HA-CRE-10a


def test_a_demon_that_is_not_mastered_attacks_its_summoner():
    """HA-MAJ-09c: in contact, for one turn; then it vanishes."""
    mage = a_mage("mage", "Summon", cleverness=3)
    battle = a_battle(mage)
    cast(battle, mage, "Summon", [6, 4], [])
    demon = battle.figures[-1]
    assert (demon.side, demon.engaged, mage.engaged) == (ENEMY, ["mage"], [demon.id])
    effects.end_of_turn(Scripted(), battle)
    assert demon.state is State.GONE
    assert mage.engaged == []


def test_the_gods_may_send_the_demon_back():
    """HA-RULE-34: a miss-cast Summon is catastrophic."""
    mage = a_mage("mage", "Summon", cleverness=3)
    battle = a_battle(mage, options={"divine": "on"})
    cast(battle, mage, "Summon", [6, 4, 5], ["yes"])
    assert len(battle.figures) == 1


def test_an_avatar_serves_and_vanishes_at_a_wound():
    """HA-MAJ-10, HA-RULE-47: the Human profile, 2D6 turns."""
    from grognard.games.high_adventure.wounds import suffer

    mage = a_mage("mage", "Avatar")
    battle = a_battle(mage)
    cast(battle, mage, "Avatar", [2, 3], ["at 10.00,13.00"])
    avatar = battle.figures[-1]
    assert (avatar.kind, avatar.strength, avatar.weapon.skill, avatar.profile.armour) == (
        "human",
        1,
        0,
        Armour.UNARMOURED,
    )
    assert turns_left(avatar, "avatar") == 5
    suffer(Scripted(), battle, avatar, "LW")
    assert avatar.state is State.GONE


def test_transform_self_changes_the_body_and_not_the_mind():
    """HA-MAJ-11, HA-RULE-48: wounds carry over, no casting in the new shape."""
    mage = a_mage("mage", "Transform self", "Sleep", cleverness=5, light_wounds=1)
    battle = a_battle(mage)
    referee = cast(battle, mage, "Transform self", [], ["become troll"])
    assert "become giant" not in [option.key for option in referee.asked[0].options]
    assert "become dragon" not in [option.key for option in referee.asked[0].options]
    assert (mage.kind, mage.strength, mage.profile.armour, mage.radius, mage.profile.cleverness) == (
        "troll",
        3,
        Armour.MAIL,
        100,
        5,
    )
    assert mage.light_wounds == 1
    assert magic.choices(battle, mage) == [magic.OWN_SHAPE]


def test_dragons_may_be_allowed():
    """HA-RULE-48, `transform_dragon = yes`."""
    mage = a_mage("mage", "Transform self", x=24, y=24)
    battle = a_battle(mage, options={"transform_dragon": "yes"})
    cast(battle, mage, "Transform self", [], ["become dragon"])
    assert mage.profile.fly == 1500


def test_going_back_with_too_many_wounds():
    """HA-RULE-48: reverting is free, but two wounds are too many for Strength 1."""
    mage = a_mage("mage", "Transform self", light_wounds=2)
    battle = a_battle(mage)
    control.take_shape(battle, mage, "troll")
    mage.light_wounds = 4
    magic.announce(Scripted(), battle, mage, magic.OWN_SHAPE)
    assert (mage.kind, mage.state) == ("human", State.DISABLED)


def test_the_gaze_needs_a_face():
    """HA-MAJ-12: only a figure that faces the caster."""
    mage = a_mage("mage", "Hypnotic gaze")
    facing, away = a_figure("facing", ENEMY, y=14, facing=180), a_figure("away", ENEMY, x=12, y=14, facing=0)
    battle = a_battle(mage, facing, away)
    referee = cast(battle, mage, "Hypnotic gaze", [], ["facing"])
    assert [option.key for option in referee.asked[0].options] == ["facing", "hold back"]
    assert turns_left(facing, "entranced") == 3


def test_an_illusion_blocks_only_those_who_believe():
    """HA-MAJ-13, HA-RULE-49: enemies neither see nor walk through it, until their side sees through it."""
    from grognard.games.high_adventure.movement import going_of
    from grognard.games.high_adventure.visibility import sees

    mage, foe, friend = (
        a_mage("mage", "Illusion", power=9),
        a_figure("foe", ENEMY, y=40),
        a_figure("friend", y=39, x=12),
    )
    battle = a_battle(mage, foe, friend)
    assert sees(battle, foe, mage)
    cast(battle, mage, "Illusion", [], ["at 10.00,25.00"])
    assert mage.power == 5
    assert not sees(battle, foe, mage)
    assert sees(battle, mage, foe)
    assert going_of(battle, foe).terrain.is_solid(1000, 2500, 50)
    assert not going_of(battle, friend).terrain.is_solid(1000, 2500, 50)
    battle.side(ENEMY).sees_through.append(battle.clouds[0].name)
    assert sees(battle, foe, mage)


def test_control_wakes_as_many_skeletons_as_there_are_bones():
    """HA-MAJ-14, HA-RULE-50: 2D6, never more than the site holds; one group; none while any stand."""
    mage = a_mage("mage", "Control")
    battle = a_battle(mage, bones=[BoneSite(1000, 2000, 4)])
    cast(battle, mage, "Control", [3, 5], ["bones 1"])
    bones = [figure for figure in battle.figures if figure.kind == "skeleton"]
    assert len(bones) == 4
    assert len({figure.group for figure in bones}) == 1
    assert battle.bones[0].left == 0
    battle.bones[0].left = 6
    mage.preparing = "Control"
    magic.resolve(Scripted(), battle, Casting("mage", "Control"))
    assert mage.power == 6


def test_without_bone_sites_they_rise_anywhere_away_from_enemies():
    """HA-RULE-50: within 48" and more than 8" from any enemy."""
    mage, foe = a_mage("mage", "Control"), a_figure("foe", ENEMY, y=30)
    battle = a_battle(mage, foe)
    points = Points(battle, mage, "Control", radius=50, shy=800)
    with pytest.raises(IllegalChoice):
        points.check(read_spot("at 10.00,22.00"))
    cast(battle, mage, "Control", [1, 2], ["bones anywhere", "at 10.00,14.00"])
    assert sum(figure.kind == "skeleton" for figure in battle.figures) == 3


@pytest.mark.parametrize(("state", "fate"), [(State.KILLED, State.DESTROYED), (State.DISABLED, State.ABLE)])
def test_skeletons_fall_with_their_master(state, fate):
    """HA-RULE-50, HA-CRE-13a: killed, they collapse; disabled, they stand idle."""
    from grognard.games.high_adventure.wounds import take_out

    evil = a_mage("evil", side=ENEMY)
    bones = a_figure("bones", ENEMY, kind="skeleton", controller="evil", y=20)
    battle = a_battle(evil, bones)
    take_out(Scripted(), battle, evil, state, "HA-WND-05")
    assert bones.state is fate
    if fate is State.ABLE:
        assert bones.order == "Stand"


def test_freeze_on_an_ordinary_man():
    """HA-MAJ-06a: the quick odds of the page: 5/6 x 1/2 dies of it."""
    mage, foe = a_mage("mage", "Freeze", power=6), a_figure("foe", ENEMY, y=20)
    battle = a_battle(mage, foe)

    def whole(referee, battle, mage, foe):
        if magic.attempt(referee, battle, mage, 1):
            magic.WORKINGS["Freeze"](referee, battle, mage, Casting("mage", "Freeze", target="foe"))
            for _ in range(6):
                battle.turn += 1
                effects.end_of_turn(referee, battle)
        return foe.able

    assert odds(whole, battle, mage, foe)[False] == Fraction(5, 12)
