"""What may come back for an attack."""

from grognard.games.en_garde.actions import Action
from grognard.games.en_garde.combat import begin_combat
from grognard.games.en_garde.questions import attack, shot
from grognard.games.en_garde.replies import reply
from grognard.kernel.choice import Pick, Question
from tests.games.en_garde.build import a_battle, a_figure, a_foe
from tests.script import scripted

ASKED = Question("red", "what now?", [], "EG-MOVE-01", ("anne",))
SHOOT = Action("shoot", "bow", "odo", "Odo")


def test_a_loaded_target_shoots_back_if_it_still_stands() -> None:
    """EG-SHOOT-02: less often than it would unhurt, by those that the first arrow kills or wounds."""
    anne, odo = a_figure(at=(10, 10), shoot=2, missiles=["bow"]), a_foe(at=(21, 10), shoot=1, missiles=["musket"])
    back = dict(reply(a_battle(anne, odo), ASKED, SHOOT) or [])
    unhurt = shot(1, "musket", 10)
    assert 0 < back["hits you"] < 1 - unhurt["miss"]
    assert 0 < back["kills you"] <= back["wounds you"] <= back["hits you"]


def test_who_has_nothing_to_shoot_with_does_not_answer() -> None:
    """EG-SHOOT-01."""
    anne = a_figure(at=(10, 10), shoot=2, missiles=["bow"])
    assert reply(a_battle(anne, a_foe(at=(21, 10))), ASKED, SHOOT) is None
    empty = a_foe(at=(21, 10), missiles=["musket"])
    empty.reloads["musket"] = 1
    assert reply(a_battle(anne, empty), ASKED, SHOOT) is None
    assert reply(a_battle(anne, empty), ASKED, Action("rest")) is None


def in_combat(his: str):
    battle = a_battle(a_figure(at=(10, 10), fight=2), a_foe(at=(11, 10), fight=2), phase="Combat")
    with scripted(dice=[6, 1], answers=["3 attack 0 defence: anne sword", his]) as referee:
        begin_combat(referee, battle, ["anne", "odo"])
    question = Question("red", "Anne: attack whom?", [], "EG-COMBAT-05", ("anne",))
    return reply(battle, question, Pick("attack odo", piece="odo"))


def test_an_enemy_with_an_attack_counter_strikes_back() -> None:
    """EG-COMBAT-05: one who has put all into Defence does not."""
    back = dict(in_combat("2 attack 1 defence: odo sword") or [])
    plain = attack(2, 2)
    assert 0 < back["hits you"] < 1 - plain["miss"]
    assert 0 < back["kills you"] < plain["critical"]
    assert in_combat("0 attack 3 defence: odo sword") is None
