"""C3-COMB-01, C3-COMB-02 and C3-PURS: splitting frays, naming combats, pursuit."""

from grognard.games.confrontation.battle import Fight
from grognard.games.confrontation.frays import (
    combats_with,
    contacts_of,
    is_lawful_split,
    linked_to,
    may_be_met,
    may_pursue,
    pursue,
    split_next,
)
from grognard.games.confrontation.turn import combat, end_combat, name_combat, split
from tests.games.confrontation.build import a_battle, a_combatant, a_fighter
from tests.script import scripted

ZIGZAG = [("a1", "b1"), ("a1", "b2"), ("a2", "b2")]


def a_fray():
    """Red a1 touches b1 and b2, a2 touches b2 alone."""
    return a_battle(
        a_fighter("a1", at=(30, 30)),
        a_fighter("a2", at=(35, 30)),
        a_fighter("b1", "blue", at=(27.5, 30)),
        a_fighter("b2", "blue", at=(32.5, 30)),
        phase="splitting",
    )


def test_a_combat_is_one_against_others_that_all_touch_him():
    """C3-RULE-36: everybody in contact fights once, never several against several."""
    assert is_lawful_split(ZIGZAG, [(["a1"], ["b1"]), (["a2"], ["b2"])])
    assert not is_lawful_split(ZIGZAG, [(["a1", "a2"], ["b1", "b2"])])
    assert not is_lawful_split(ZIGZAG, [(["a1"], ["b1", "b2"])])
    assert not is_lawful_split(ZIGZAG, [(["a1"], ["b1"]), (["a2"], ["b1"])])


def test_the_winner_of_the_tactical_roll_splits_every_fray():
    """C3-COMB-01: only lawful splits are offered."""
    battle = a_fray()
    contacts = contacts_of(battle, battle.fighters)
    assert [option.key for option in combats_with(contacts, "a1")] == ["a1 against b1"]
    assert [option.key for option in combats_with(contacts, "b2")] == ["b2 against a2"]
    with scripted() as referee:
        split(referee, battle)
        split(referee, battle)
    assert battle.combats == [("a1", ("b1",)), ("a2", ("b2",))]
    assert battle.phase == "combat"


def test_where_there_is_a_choice_the_winner_is_asked():
    """C3-COMB-01: two that both touch both."""
    battle = a_fray()
    battle.winner = "blue"
    contacts = {"a1": ["b1", "b2"], "a2": ["b1", "b2"], "b1": ["a1", "a2"], "b2": ["a1", "a2"]}
    with scripted(answers=["a1 against b2"]) as referee:
        assert split_next(referee, battle, contacts).against == ("b2",)
        assert referee.asked[0].side == "blue"
        assert [option.key for option in referee.asked[0].options] == ["a1 against b1", "a1 against b2"]


def test_players_take_turns_to_name_the_next_combat():
    """C3-COMB-02, C3-RULE-37: the winner of the tactical roll first."""
    battle = a_fray()
    battle.phase = "combat"
    battle.combats = [("a1", ("b1",)), ("a2", ("b2",)), ("a3", ("b3",))]
    battle.fighters += [a_fighter("a3", at=(60, 30)), a_fighter("b3", "blue", at=(60, 32.5))]
    with scripted(answers=["a2 against b2", "a1 against b1"]) as referee:
        name_combat(referee, battle)
        assert [one.id for one in battle.fight.combatants] == ["a2", "b2"]
        battle.fight = None
        name_combat(referee, battle)
        assert [question.side for question in referee.asked] == ["red", "blue"]
    assert battle.fighter("a1").fought


def test_everybody_linked_by_contact_is_one_fray():
    """C3-COMB-01."""
    battle = a_fray()
    assert sorted(linked_to(contacts_of(battle, battle.fighters), "b1")) == ["a1", "a2", "b1", "b2"]


def test_a_victor_may_pursue_once_a_round():
    """C3-PURS-01, C3-PURS-03, C3-RULE-77: X times more with Implacable/X; not in rout, not rooted."""
    assert may_pursue(1000, routed=False, all_dead=True, done=0, implacable=0)
    assert not may_pursue(1000, routed=False, all_dead=True, done=1, implacable=0)
    assert may_pursue(1000, routed=False, all_dead=True, done=1, implacable=1)
    assert not may_pursue(1000, routed=False, all_dead=False, done=0, implacable=0)
    assert not may_pursue(0, routed=False, all_dead=True, done=0, implacable=0)


def test_survivors_of_a_won_combat_are_asked():
    """C3-PURS-01, C3-RULE-45."""
    battle = a_battle(a_fighter("odo"), a_fighter("ulla", "blue", gone="killed"), phase="combat")
    battle.fight = Fight(combatants=[a_combatant("odo"), a_combatant("ulla", "blue", level="killed")], stage="over")
    with scripted() as referee:
        combat(referee, battle)
    assert battle.pursuers == ["odo"]


def test_while_an_enemy_of_the_combat_lives_nobody_pursues():
    """C3-PURS-01."""
    lost = a_battle(a_fighter("odo"), a_fighter("ulla", "blue"))
    end_combat(lost, Fight(combatants=[a_combatant("odo"), a_combatant("ulla", "blue")]))
    assert lost.pursuers == []


def test_a_pursuer_meets_only_enemies_that_have_not_fought():
    """C3-PURS-02, C3-RULE-45: half MOV; it fights again in a new combat."""
    assert may_be_met(fought=False)
    assert not may_be_met(fought=True)
    odo = a_fighter("odo", at=(30, 30), fought=True)
    una = a_fighter("una", "blue", at=(30, 37))
    battle = a_battle(odo, una)
    with scripted(answers=["assault 30.00,34.50"]) as referee:
        pursue(referee, battle, odo)
    assert battle.opponents(odo) == [una]
    assert not odo.fought
    assert odo.pursuits == 1
    tired = a_battle(a_fighter("odo", at=(30, 30), fought=True), a_fighter("una", "blue", at=(30, 37), fought=True))
    with scripted(answers=["pursue 30.00,30.00"]) as referee:
        pursue(referee, tired, tired.fighter("odo"))
        assert not any(option.key.startswith("assault") for option in referee.asked[0].options)
    assert tired.fighter("odo").pursuits == 0


def test_fear_counts_in_a_pursuit():
    """C3-RULE-45, C3-FEAR-01."""
    odo = a_fighter("odo", at=(30, 30), fought=True)
    battle = a_battle(odo, a_fighter("bull", "blue", at=(30, 37), fear=9))
    with scripted(dice=[2], answers=["assault 30.00,34.50"]) as referee:
        pursue(referee, battle, odo)
    assert odo.routed


def test_what_a_pursuit_touches_is_split_anew():
    """C3-RULE-37: among the combats not yet fought."""
    odo = a_fighter("odo", at=(30, 30), fought=True)
    una, tib = a_fighter("una", "blue", at=(30, 37)), a_fighter("tib", at=(30, 39.5))
    battle = a_battle(odo, una, tib, phase="combat", combats=[("una", ("tib",))], pursuers=["odo"])
    with scripted(answers=["assault 30.00,34.50"]) as referee:
        combat(referee, battle)
        assert battle.phase == "splitting"
        split(referee, battle)
        split(referee, battle)
    assert battle.combats == [("una", ("odo", "tib"))]
