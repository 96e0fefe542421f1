"""The turn: its steps in order, orders revealed together, and what each piece leaves behind."""

import pytest

from grognard.games.high_adventure import turn
from grognard.games.high_adventure.figures import Order, State
from grognard.games.high_adventure.melees import begin, blows, part, pushes, rides
from grognard.games.high_adventure.slots import act, charge, drive, slot, walk
from grognard.games.high_adventure.things import Casting, Task
from grognard.games.high_adventure.turn import play_on, refresh, the_turn
from grognard.games.high_adventure.volleys import aim, declarations, hits, shoot
from tests.games.high_adventure.build import BOW, a_battle, a_figure, a_wood
from tests.script import scripted


@pytest.mark.parametrize(
    ("option", "last"), [("before_melee", ["magic", "melee", "end"]), ("after_melee", ["melee", "magic", "end"])]
)
def test_the_steps_of_a_turn(option, last):
    """HA-TURN-01, HA-TURN-02, HA-TURN-03, HA-TURN-05, HA-TURN-06, HA-TURN-07, HA-RULE-06."""
    steps = [task.kind for task in the_turn(a_battle(a_figure(), options={"magic_step": option}))]
    assert steps == ["begin", "release", "spot", "sneak", "arrive", "orders", "move", "shooting", *last]


def test_a_new_turn_forgets_the_last_but_not_its_running():
    """HA-RULE-12, HA-MOVE-05."""
    battle = a_battle(a_figure())
    anna = battle.figure("anna")
    anna.halves, anna.walked, anna.running, anna.busy = 0, 500, True, "dispatch"
    refresh(battle, anna)
    assert (anna.halves, anna.walked, anna.running, anna.busy, anna.ran) == (2, 0, False, "", [True])
    anna.running = True
    refresh(battle, anna)
    assert anna.ran == [True, True]


def test_orders_of_two_players_are_revealed_together():
    """HA-TURN-02, HA-RULE-95: chosen in secret, then all at once."""
    battle = a_battle(
        a_figure(role="pc", order=Order.MARCH), a_figure("foe", "blue", role="pc", at=(30, 30), order=Order.MARCH)
    )
    with scripted(answers=["Attack", "Flee"]) as referee:
        turn.order(referee, battle, Task("order", "anna's"))
        turn.order(referee, battle, Task("order", "foe's"))
        assert [group.order for group in battle.groups] == [Order.MARCH, Order.MARCH]
        turn.reveal(referee, battle, Task("reveal"))
    assert [group.order for group in battle.groups] == [Order.ATTACK, Order.FLEE]
    assert [figure.order for figure in battle.figures] == [Order.ATTACK, Order.FLEE]


def test_a_magic_user_announces_what_it_prepares():
    """HA-RULE-38, HA-ORD-03: it stands still for it."""
    mage = a_figure(role="pc", abilities=("Sleep",), wizard="Wizard")
    mage.power = 6
    battle = a_battle(mage)
    with scripted(answers=["prepare Sleep"]) as referee:
        turn.order(referee, battle, Task("order", "anna's"))
        turn.reveal(referee, battle, Task("reveal"))
    assert (mage.preparing, mage.order) == ("Sleep", Order.STAND)
    with scripted(answers=["March"]) as referee:
        turn.order(referee, battle, Task("order", "anna's"))
        turn.reveal(referee, battle, Task("reveal"))
    assert mage.preparing == ""


def test_the_spotting_die_is_a_piece_of_its_own():
    """HA-RULE-53, HA-VIS-05."""
    battle = a_battle(a_figure(at=(10, 10)), a_figure("foe", "blue", at=(10, 14.5)), features=(a_wood((0, 0, 20, 12)),))
    with scripted(lots=["4"]) as referee:
        assert not turn.spot(referee, battle, Task("spot"))
        assert battle.queue == [Task("spot", "anna's")]
        assert turn.spot(referee, battle, battle.queue.pop())
    assert battle.group("anna's").spot_range == 4


def test_a_slot_is_the_players_or_the_rules():
    """HA-TURN-03, HA-ORD-13."""
    battle = a_battle(
        a_figure(role="pc", leadership=1), a_figure("foe", "blue", at=(30, 30), leadership=3), solo=("blue",)
    )
    with scripted() as referee:
        slot(referee, battle, Task("slot"))
        assert [task.kind for task in battle.queue] == ["act", "sneak", "slot"]
        battle.queue = []
        slot(referee, battle, Task("slot"))
        assert [task.kind for task in battle.queue] == ["drive", "sneak", "slot"]
        assert not slot(referee, battle, Task("slot"))


def test_driven_archers_load():
    """HA-SOL-53, HA-MOVE-13."""
    archer = a_figure("foe", "blue", at=(30, 30), weapon=BOW)
    archer.loaded = False
    battle = a_battle(a_figure(at=(30, 45)), archer, solo=("blue",))
    with scripted() as referee:
        drive(referee, battle, Task("drive", "foe's"))
    assert archer.loaded


def test_walking_half_leaves_half_a_turn():
    """HA-RULE-12, HA-MOVE-01: it then faces the nearest enemy it knows of."""
    battle = a_battle(a_figure(role="pc", order=Order.MARCH), a_figure("foe", "blue", at=(10, 40)))
    anna = battle.figure("anna")
    anna.facing = 180
    with scripted(answers=["move 12.50,10.00"]) as referee:
        walk(referee, battle, anna, 500, "move")
    assert (anna.x, anna.halves) == (1250, 1)
    assert anna.facing not in (90, 180)
    with scripted(answers=["move 12.50,14.00 facing 90"]) as referee:
        walk(referee, battle, anna, 500, "move")
    assert (anna.halves, anna.facing) == (-1, 90)


def test_a_run_adds_its_roll():
    """HA-MOVE-04, HA-RULE-14."""
    battle = a_battle(a_figure(role="pc", order=Order.MARCH), a_figure("foe", "blue", at=(50, 50)))
    with scripted(dice=[6], answers=["run", "run 18.00,10.00"]) as referee:
        act(referee, battle, Task("act", "anna"))
    anna = battle.figure("anna")
    assert (anna.x, anna.running, anna.halves) == (1800, True, 0)


def test_a_charge_is_declared_then_rolled():
    """HA-ORD-05, HA-RULE-09: a short one stops where it ends and still counts."""
    for face, contact in ((6, True), (1, False)):
        battle = a_battle(a_figure(role="pc", order=Order.ATTACK), a_figure("foe", "blue", at=(10, 19.9)))
        anna = battle.figure("anna")
        with scripted(dice=[face]) as referee:
            charge(referee, battle, anna, battle.figure("foe"))
        assert bool(anna.engaged) is contact
        assert anna.charged
        assert anna.halves == 0


def test_leaving_by_the_exit():
    """HA-RULE-94."""
    battle = a_battle(a_figure(role="pc", at=(10, 3), order=Order.MARCH))
    battle.side("red").exits = ("south",)
    with scripted(answers=["leave 10.00,0.50"]) as referee:
        walk(referee, battle, battle.figure("anna"), 500, "move")
    assert battle.figure("anna").state is State.LEFT


def test_all_shots_are_declared_before_any_is_thrown():
    """HA-TURN-05, HA-SHO-04, HA-MOVE-14: one who is shot down in this step still shoots."""
    battle = a_battle(a_figure(role="pc", weapon=BOW), a_figure("foe", "blue", role="pc", weapon=BOW, at=(10, 20)))
    assert [task.who for task in declarations(battle)] == ["anna", "foe"]
    with scripted(dice=[6, 1, 6, 1], answers=["shoot at foe", "shoot at anna"]) as referee:
        aim(referee, battle, Task("aim", "anna"))
        aim(referee, battle, Task("aim", "foe"))
        shoot(referee, battle, Task("shot", number=0))
        assert battle.figure("foe").able
        shoot(referee, battle, Task("shot", number=1))
        hits(referee, battle, Task("hits"))
    assert [figure.state for figure in battle.figures] == [State.GRIEVOUS, State.GRIEVOUS]


def test_a_shooter_may_hold():
    """HA-SHO-04."""
    battle = a_battle(a_figure(role="pc", weapon=BOW), a_figure("foe", "blue", at=(10, 20)))
    with scripted(answers=["hold"]) as referee:
        aim(referee, battle, Task("aim", "anna"))
    assert battle.shots == []


def test_oppose_is_resolved_before_other_castings():
    """HA-TURN-06, HA-RULE-06."""
    battle = a_battle(a_figure())
    battle.castings = [Casting("anna", "Sleep"), Casting("foe", "Oppose")]
    turn.workings(scripted(), battle, Task("workings"))
    assert [task.number for task in battle.queue] == [1, 0]


def test_wounds_of_all_melees_apply_together():
    """HA-TURN-07, HA-RULE-19, HA-RULE-74: then push backs, follow-ups, break-offs and ride-ons."""
    people = [
        a_figure("a", group="party", skill=2),
        a_figure("x", "blue", at=(10, 11), group="foes"),
        a_figure("b", group="party", at=(20, 10)),
        a_figure("y", "blue", at=(20, 11), group="foes", skill=1),
    ]
    battle = a_battle(*people, solo=("red", "blue"))
    with scripted(dice=[6, 1, 1, 6]) as referee:
        begin(referee, battle, Task("melee"))
        assert [task.kind for task in battle.queue] == ["split", "fights", "blows", "pushes", "part", "rides"]
        for n in range(2):
            turn.STEPS["fight"](referee, battle, Task("fight", number=n))
        blows(referee, battle, Task("blows"))
    assert battle.figure("x").state is State.KILLED
    assert battle.figure("b").state is State.DISABLED
    assert (battle.group("foes").lw_taken, battle.group("foes").lw_dealt) == (2, 2)
    assert not pushes(scripted(), battle, Task("pushes"))
    assert not part(scripted(), battle, Task("part"))
    assert not rides(scripted(), battle, Task("rides"))


def test_breaking_off_instead_of_hitting():
    """HA-RULE-23."""
    battle = a_battle(
        a_figure(role="pc"), a_figure("foe", "blue", at=(10, 11)), options={"break_off": "instead"}, solo=("blue",)
    )
    with scripted(dice=[6, 1], answers=["break off"]) as referee:
        begin(referee, battle, Task("melee"))
        turn.STEPS["fight"](referee, battle, Task("fight", number=0))
        blows(referee, battle, Task("blows"))
        part(referee, battle, Task("part"))
        part(referee, battle, battle.queue.pop(0))
    assert battle.figure("foe").able
    assert battle.figure("anna").y == 900


def test_a_rider_who_charged_rides_on_after_the_round():
    """HA-MNT-02."""
    rider = a_figure(mounted=True, at=(20, 20))
    rider.charged = True
    battle = a_battle(rider, a_figure("foe", "blue", at=(20, 21.25)), solo=("red", "blue"))
    with scripted(dice=[1, 2, 5]) as referee:
        begin(referee, battle, Task("melee"))
        turn.STEPS["fight"](referee, battle, Task("fight", number=0))
        rides(referee, battle, Task("rides"))
    assert rider.y == 2500


def test_a_whole_turn_of_two_players():
    """HA-TURN-02, HA-RULE-95: nothing but what is asked and thrown."""
    battle = a_battle(
        a_figure(role="pc", leadership=4), a_figure("foe", "blue", role="pc", at=(10, 50), leadership=2), last_turn=3
    )
    battle.turn = 0
    answers = ["March", "March", "wait", "walk", "move 10.00,45.50", "walk", "stay 10.00,10.00"]
    with scripted(answers=answers) as referee:
        while battle.turn < 2:
            play_on(referee, battle)
            if battle.phase == "End":
                break
    assert battle.figure("foe").y == 4550


def test_events_when_they_are_played():
    """HA-SET-03."""
    battle = a_battle(a_figure(), options={"event_deck": "on"})
    with scripted(lots=["Omen"]) as referee:
        assert turn.begin(referee, battle, Task("begin"))
    assert battle.omen
