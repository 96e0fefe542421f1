"""Who moves next."""

from grognard.games.high_adventure.figures import Order
from grognard.games.high_adventure.initiative import Mover, best_of, lowest, next_mover, pre_empters
from tests.games.high_adventure.build import a_battle, a_figure, there
from tests.script import scripted


def two_sides(red=(("anna", 4),), blue=(("foe", 2),), solo=("blue",), **options):
    figures = [a_figure(id, at=(5 + 3 * n, 5), leadership=ld, role="pc") for n, (id, ld) in enumerate(red)]
    figures += [a_figure(id, "blue", at=(5 + 3 * n, 40), leadership=ld, role="npc") for n, (id, ld) in enumerate(blue)]
    return a_battle(*figures, solo=solo, options=options)


def test_the_lowest_leadership_first():
    """HA-TURN-03, HA-ATTR-07e."""
    waiting = [Mover("a", 3), Mover("b", 1), Mover("c", 1)]
    assert [mover.id for mover in lowest(waiting)] == ["b", "c"]
    assert [mover.id for mover in pre_empters(waiting)] == ["a"]
    assert best_of([Mover("a", 3), Mover("d", 5)]).id == "d"


def test_a_better_leader_may_go_ahead():
    """HA-TURN-04: then it does not move again this turn."""
    battle = two_sides()
    with scripted(answers=["anna's"]) as referee:
        assert there(next_mover(referee, battle)).id == "anna's"
    battle.group("anna's").moved = True
    with scripted() as referee:
        assert there(next_mover(referee, battle)).id == "foe's"
    waits = two_sides()
    with scripted(answers=["wait"]) as referee:
        assert there(next_mover(referee, waits)).id == "foe's"


def test_ties_between_sides_are_diced_for():
    """HA-RULE-05: re-roll ties; the higher die chooses, an NPC goes first itself."""
    battle = two_sides(red=(("anna", 2),))
    with scripted(dice=[3, 3, 5, 2], answers=["blue"]) as referee:
        assert there(next_mover(referee, battle)).id == "foe's"
    with scripted(dice=[2, 5]) as referee:
        assert there(next_mover(referee, battle)).id == "foe's"


def test_ties_on_one_side():
    """HA-RULE-05: the owner's choice; NPCs at random."""
    battle = two_sides(red=(("anna", 2), ("bert", 2)), blue=())
    with scripted(answers=["bert's"]) as referee:
        assert there(next_mover(referee, battle)).id == "bert's"
    npcs = two_sides(red=(), blue=(("x", 2), ("y", 2)), solo=("red", "blue"))
    with scripted(lots=["y's"]) as referee:
        assert there(next_mover(referee, npcs)).id == "y's"


def test_npc_chargers_pre_empt_if_that_is_played():
    """HA-RULE-05."""
    for option, first in (("never", "anna's"), ("chargers", "foe's")):
        battle = two_sides(red=(("anna", 2),), blue=(("foe", 4),), npc_preempt=option)
        battle.group("foe's").order = Order.ATTACK
        with scripted() as referee:
            assert there(next_mover(referee, battle)).id == first


def test_rivals_of_equal_leadership_roll_off():
    """HA-RULE-05: two figures that both want to pre-empt."""
    figures = [
        a_figure("anna", leadership=4, role="pc"),
        a_figure("slow", leadership=1, role="pc", at=(20, 10)),
        a_figure("foe", "blue", leadership=4, role="pc", at=(30, 30)),
    ]
    battle = a_battle(*figures)
    with scripted(dice=[2, 6], answers=["anna's", "foe's", "blue"]) as referee:
        assert there(next_mover(referee, battle)).id == "foe's"


def test_nobody_left():
    """HA-TURN-03."""
    battle = two_sides()
    for group in battle.groups:
        group.moved = True
    assert next_mover(scripted(), battle) is None
