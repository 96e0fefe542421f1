"""Movement."""

import pytest

from grognard.errors import IllegalChoice
from grognard.games.war_and_conquest.battle import Battle, Unit
from grognard.games.war_and_conquest.ends import Ends, ends_known
from grognard.games.war_and_conquest.footprint import body, touches_rough
from grognard.games.war_and_conquest.manoeuvres import Back, Loose, Manoeuvre
from grognard.games.war_and_conquest.movement import allowance, begin_moves, can_move, move, move_next, orders_for
from grognard.ground.gaps import gap
from grognard.ground.ranks import advanced, front_middle, wheeled
from grognard.ground.shapes import Box
from grognard.kernel.choice import Spot, read_spot
from grognard.kernel.game import find_game
from grognard.kernel.referee import SealedDice
from grognard.kernel.run import play_out
from grognard.players import find_player
from tests.games.war_and_conquest.build import a_battle, a_feature, a_unit
from tests.script import scripted


def spears(**given):
    return a_unit("spears", **{"x": 3600, "y": 2000, **given})


@pytest.mark.parametrize(
    ("kind", "weight", "base"),
    [
        ("foot", "heavy", 400),
        ("foot", "medium", 500),
        ("foot", "light", 600),
        ("mounted", "heavy", 700),
        ("mounted", "medium", 800),
        ("mounted", "light", 900),
    ],
)
def test_base_moves(kind, weight, base):
    """WC-OTROOP-02."""
    assert allowance(a_unit(kind=kind, weight=weight), "advance") == base


def test_an_advance_goes_straight_ahead_up_to_the_base_move():
    """WC-OMOVE-02."""
    unit = spears()
    with scripted(answers=["advance 36.00,25.00"]) as referee:
        move(referee, a_battle(unit), unit, "advance")
    assert (unit.x, unit.y, unit.facing, unit.moved, unit.had_move) == (3600, 2500, 0, True, True)


@pytest.mark.parametrize("end", ["advance 36.00,25.01", "advance 41.00,20.00", "advance 36.00,19.00"])
def test_farther_aside_or_back_is_refused(end):
    """WC-OMOVE-02."""
    unit = spears()
    with pytest.raises(IllegalChoice) as refusal:
        Manoeuvre(a_battle(unit), unit, "advance", 500).check(read_spot(end))
    assert refusal.value.rule == "WC-OMOVE-02"


def test_a_wheel_costs_what_its_outer_corner_goes():
    """WC-OMOVE-02: eight inches of front wheel 30 degrees for 4.19 inches."""
    unit = spears()
    moves = Manoeuvre(a_battle(unit), unit, "advance", 500)
    wheel = next(spot for spot in moves if spot.facing == 30 and "wheel" in spot.to)
    assert moves.cost(wheel) == 419
    assert moves.check(wheel) == Spot("advance", wheel.x, wheel.y, (), 30, piece="spears")
    assert not [spot for spot in moves if spot.facing == 45]


def test_a_wheel_at_the_end_counts_too():
    """WC-OMOVE-02: two inches ahead and then 20 degrees to the right."""
    unit = spears()
    moves = Manoeuvre(a_battle(unit), unit, "advance", 500)
    x, y = front_middle(wheeled(advanced(body(unit), 200), 20))
    end = Spot("advance", x, y, (), 20)
    assert abs(moves.cost(end) - (200 + 280)) <= 1
    assert moves.check(end).facing == 20


def test_every_end_that_is_listed_is_lawful_and_keeps_its_distance():
    """WC-OMOVE-02, WC-OMOVE-07: an enemy three inches ahead."""
    unit, enemy = spears(), a_unit("enemy", "blue", x=3600, y=2300, facing=180)
    moves = Manoeuvre(a_battle(unit, enemy), unit, "advance", 500)
    for spot in moves:
        assert moves.find(spot.key) == spot
        if spot.verb != "stay":
            assert moves.check(spot).key == spot.key
            end = a_unit(x=spot.x, y=spot.y, facing=spot.facing)
            assert gap(body(end), body(enemy)) >= 100


def test_nobody_comes_nearer_than_an_inch_to_an_enemy():
    """WC-OMOVE-07."""
    unit, enemy = spears(), a_unit("enemy", "blue", x=3600, y=2300, facing=180)
    moves = Manoeuvre(a_battle(unit, enemy), unit, "advance", 500)
    assert moves.check(read_spot("advance 36.00,22.00")).y == 2200
    with pytest.raises(IllegalChoice) as refusal:
        moves.check(read_spot("advance 36.00,22.05"))
    assert refusal.value.rule == "WC-OMOVE-07"


def test_blocks_do_not_pass_through_friends_but_skirmishers_do():
    """WC-OMOVE-07: friends in ranks of 100 stand two inches ahead."""
    block, light = (
        spears(models=8, files=8),
        a_unit("light", formation="skirmish", models=4, weight="light", x=3600, y=2000),
    )
    friend = a_unit("friend", models=4, files=4, x=3600, y=2260)
    assert max(spot.y for spot in Manoeuvre(a_battle(block, friend), block, "advance", 500) if spot.facing == 0) <= 2160
    through = Loose(a_battle(light, friend), light, "double", 1200)
    assert through.check(read_spot("double 36.00,29.00 facing 0")).y == 2900


def test_a_block_may_pass_through_friendly_skirmishers():
    """WC-OMOVE-07."""
    block = spears(models=8, files=8)
    light = a_unit("light", formation="skirmish", models=4, x=3600, y=2250, facing=180)
    battle = a_battle(block, light)
    light.facing = 0
    far = Manoeuvre(battle, block, "double", 1000)
    assert max(spot.y for spot in far if spot.facing == 0) > 2250


def test_doubling_the_pace_takes_a_command_test_of_battle_formations():
    """WC-OMOVE-03, WC-CMD-01: passed, ten inches; failed, the base move only."""
    unit = spears(mv=7)
    with scripted(dice=[1, 2, 6], answers=["double 36.00,30.00"]) as referee:
        move(referee, a_battle(unit), unit, "double")
    assert (unit.y, unit.done) == (3000, True)
    slow = spears(mv=7)
    with scripted(dice=[6, 5, 6], answers=["advance 36.00,25.00"]) as referee:
        move(referee, a_battle(slow), slow, "double")
    assert (slow.y, slow.done) == (2500, False)


def test_skirmishers_double_without_a_test():
    """WC-OMOVE-03."""
    unit = a_unit("light", formation="skirmish", models=8, x=3600, y=2000)
    with scripted(answers=["double 36.00,30.00 facing 0"]) as referee:
        move(referee, a_battle(unit), unit, "double")
    assert unit.y == 3000


def test_double_pace_is_not_for_those_near_an_enemy_or_in_disorder():
    """WC-OMOVE-03, WC-OMOVE-08: five inches to an enemy who is neither engaged nor fleeing."""
    unit = spears()
    enemy = a_unit("enemy", "blue", x=3600, y=2500, facing=180)
    battle = a_battle(unit, enemy)
    begin_moves(scripted(), battle)
    assert "double" not in [order.pace for order in orders_for(battle, unit)]
    enemy.engaged = True
    begin_moves(scripted(), battle)
    assert "double" in [order.pace for order in orders_for(battle, unit)]
    unit.disordered = True
    assert "double" not in [order.pace for order in orders_for(battle, unit)]


def test_double_pace_does_not_end_within_five_inches_of_an_enemy():
    """WC-OMOVE-03."""
    unit, enemy = spears(), a_unit("enemy", "blue", x=3600, y=3000, facing=180)
    moves = Manoeuvre(a_battle(unit, enemy), unit, "double", 1000)
    assert max(spot.y for spot in moves if spot.facing == 0) < 2500
    with pytest.raises(IllegalChoice) as refusal:
        moves.check(read_spot("double 36.00,25.00"))
    assert refusal.value.rule == "WC-OMOVE-03"


def test_double_pace_allows_one_wheel_of_45_degrees():
    """WC-OMOVE-03."""
    unit = a_unit("riders", kind="mounted", models=10, files=5, x=3600, y=2000)
    moves = Manoeuvre(a_battle(unit), unit, "double", 1600)
    assert {spot.facing for spot in moves} <= {0, 15, 30, 45, 315, 330, 345}


@pytest.mark.parametrize(("pace", "facing"), [("turn right", 90), ("turn left", 270), ("turn about", 180)])
def test_a_turn_leaves_half_the_base_move(pace, facing):
    """WC-OMOVE-04, WC-RULE-41: the block turns about its centre and keeps its files."""
    unit = spears(mv=7)
    battle = a_battle(unit)
    centre = body(unit)
    with scripted(dice=[1, 1, 1], answers=[f"stay {body_front(unit, facing)} facing {facing}"]) as referee:
        move(referee, battle, unit, pace)
    assert (unit.facing, unit.files, body(unit).x, body(unit).y) == (facing, 8, centre.x, centre.y)
    assert allowance(unit, pace) == 250


def body_front(unit: Unit, facing: int) -> str:
    """Where its leader stands when it has turned about its centre."""
    slab = body(unit)
    x = slab.x + {90: 150, 270: -150}.get(facing, 0)
    y = slab.y + {0: 150, 180: -150}.get(facing, 0)
    return f"{x / 100:.2f},{y / 100:.2f}"


def test_a_failed_turn_is_no_move():
    """WC-OMOVE-04."""
    unit = spears(mv=7)
    with scripted(dice=[6, 6, 6]) as referee:
        move(referee, a_battle(unit), unit, "turn about")
    assert (unit.facing, unit.had_move, unit.moved) == (0, True, False)


def test_skirmishers_turn_freely():
    """WC-OMOVE-04, WC-RULE-41: about face and six inches south, without a test."""
    unit = a_unit("light", weight="light", formation="skirmish", models=8, x=3600, y=3000)
    battle = a_battle(unit)
    assert not [order for order in orders_for(battle, unit) if order.pace.startswith("turn")]
    end = Loose(battle, unit, "advance", 600).check(read_spot("advance 36.00,20.00 facing 180"))
    assert (end.y, end.facing) == (2000, 180)


def test_a_step_back_keeps_the_facing_and_is_half_a_move():
    """WC-OMOVE-05."""
    unit = spears()
    with scripted(answers=["back 36.00,17.50 facing 0"]) as referee:
        move(referee, a_battle(unit), unit, "back")
    assert (unit.y, unit.facing) == (1750, 0)
    with pytest.raises(IllegalChoice):
        Back(a_battle(unit), unit, 250).check(read_spot("back 36.00,14.00 facing 0"))
    with pytest.raises(IllegalChoice):
        Back(a_battle(unit), unit, 250).check(read_spot("back 36.00,16.00 facing 90"))


def test_rough_ground_costs_double_and_disorders_a_block():
    """WC-OMOVE-06: two inches of clear ground and one and a half of the wood."""
    wood = a_feature("wood", "wood", Box(0, 2200, 7200, 3000), slow=2)
    unit = spears()
    battle = a_battle(unit, features=[wood])
    with pytest.raises(IllegalChoice):
        Manoeuvre(battle, unit, "advance", 500).check(read_spot("advance 36.00,23.60"))
    with scripted(answers=["advance 36.00,23.50"]) as referee:
        move(referee, battle, unit, "advance")
    assert (unit.in_rough, unit.out_of_order) == (True, True)
    light = a_unit("light", formation="skirmish", models=8, x=3600, y=2700)
    a_battle(light, features=[wood])
    assert not light.in_rough


def test_a_clear_ford_is_no_rough_ground():
    """WC-OMOVE-06: unless the scenario calls it clear."""
    stream = a_feature("stream", "stream", Box(0, 2000, 7200, 2200), slow=2)
    ford = a_feature("ford", "ford", Box(3000, 2000, 4200, 2200), clears_way=True)
    unit = spears(y=2100)
    battle = a_battle(unit, features=[stream, ford])
    assert not touches_rough(battle, body(unit))
    assert touches_rough(battle, body(a_unit(x=2500, y=2100)))


def test_impassable_ground_may_not_be_entered():
    """WC-OMOVE-06."""
    crag = a_feature("crag", "impassable", Box(3000, 2200, 4200, 3000), impassable=True)
    unit = spears()
    moves = Manoeuvre(a_battle(unit, features=[crag]), unit, "advance", 500)
    assert max(spot.y for spot in moves if spot.facing == 0) <= 2200
    with pytest.raises(IllegalChoice):
        moves.check(read_spot("advance 36.00,24.00"))


@pytest.mark.parametrize("state", ["engaged", "fleeing", "had_move"])
def test_who_is_engaged_flees_or_has_moved_does_not_move(state):
    """WC-OMOVE-09."""
    unit = spears()
    setattr(unit, state, True)
    assert not can_move(unit)


def test_units_move_in_any_order_until_their_player_has_done():
    """WC-OMOVE-01."""
    one, two = spears(), a_unit("two", x=1000, y=2000)
    battle = a_battle(one, two, step="move")
    with scripted(answers=["two back", "back 10.00,18.75 facing 0", "no more moves"]) as referee:
        move_next(referee, battle)
        move_next(referee, battle)
    assert (two.had_move, one.had_move, battle.step) == (True, False, "begin_shooting")


def test_the_reach_of_a_move_can_be_drawn():
    """WC-OMOVE-02, WC-OMOVE-04: a fan before a block, a ring about skirmishers."""
    block, light = spears(), a_unit("light", weight="light", formation="skirmish", models=8, x=3600, y=2400)
    (fan,) = Manoeuvre(a_battle(block), block, "advance", 500).region()
    assert fan[0] == (3600, 2000)
    assert (3600, 2500) in fan
    (ring,) = Loose(a_battle(light), light, "advance", 600).region()
    assert len(ring) == 12
    assert (min(y for _, y in ring), max(y for _, y in ring)) == (1800, 3000)


def test_ends_that_are_remembered_are_those_that_would_be_worked_out():
    """Through a battle, with whatever was remembered of all moves before."""

    class Mover:
        plans = True
        looked = 0

        def answer(self, question, outlook):
            for unit in outlook.battle.units:
                if can_move(unit):
                    for remembered, afresh in zip(
                        self.moves(outlook.battle, unit), self.moves(outlook.battle, unit), strict=True
                    ):
                        afresh._known = {}
                        assert list(remembered) == list(afresh)
                        self.looked += 1
            return find_player("recruit", str(self.looked)).answer(question, outlook)

        def moves(self, battle: Battle, unit: Unit) -> list[Ends]:
            kind = Manoeuvre if unit.is_battle else Loose
            return [kind(battle, unit, "advance", 500), kind(battle, unit, "double", 1000), Back(battle, unit, 250)]

    game, mover = find_game("war-and-conquest"), Mover()
    start = game.set_up(game.scenario("low_stane"))
    ends_known.cache_clear()
    play_out(game, start, dict.fromkeys(start.side_ids(), mover), SealedDice("remembered"))
    assert mover.looked > 100
    assert ends_known.cache_info().hits > mover.looked
