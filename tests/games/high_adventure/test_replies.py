"""What may come back for an attack."""

from grognard.games.high_adventure.questions import forecast
from grognard.games.high_adventure.replies import reply
from grognard.games.high_adventure.volleys import HOLD, Target
from grognard.kernel.choice import Pick, Question
from tests.games.high_adventure.build import BOW, a_battle, a_figure

AT_WHOM = Question("red", "At whom?", [], "HA-SHO-04", about=("anna",))
FOE = Target("foe", "Foe")


def test_a_target_with_a_bow_shoots_back() -> None:
    """HA-SHO-04: less often than if it had shot first."""
    both = a_battle(a_figure(role="pc", weapon=BOW), a_figure("foe", "blue", at=(10, 17), facing=180, weapon=BOW))
    back = dict(reply(both, AT_WHOM, FOE) or [])
    first = dict(
        forecast(both, Question("blue", "", [], "", about=("foe",)), Target("anna", "Anna")) or [],
    )
    assert 0 < back["hits you"] < first["hits"]
    sword = a_battle(a_figure(role="pc", weapon=BOW), a_figure("foe", "blue", at=(10, 17), facing=180))
    assert reply(sword, AT_WHOM, FOE) is None
    assert reply(both, AT_WHOM, HOLD) is None


def test_a_charge_may_be_lost() -> None:
    """HA-ORD-05."""
    charge = Pick("charge foe", piece="foe")
    near = a_battle(a_figure(role="pc"), a_figure("foe", "blue", at=(10, 18.5)))
    question = Question("red", "What?", [charge], "HA-RULE-12", about=("anna",))
    back = dict(reply(near, question, charge) or [])
    shown = dict(forecast(near, question, charge) or [])
    assert back["wins"] > 0
    assert back["wins"] + shown["then wins"] <= 1
    assert back["kills you"] <= back["puts you out"] <= back["wins"]
