"""What a charge may come to once it is in contact, for both sides."""

from grognard.games.war_and_conquest.charges import Declare
from grognard.games.war_and_conquest.questions import forecast
from grognard.games.war_and_conquest.replies import reply
from grognard.kernel.choice import Pick, Question
from tests.games.war_and_conquest.build import a_battle, a_unit

ASKED = Question("red", "?", (), "WC-OCHARGE-01", ("spears",))
CHARGE = Declare("charge", "spears", "foe")


def test_a_charge_shows_its_first_round_and_never_how_far_it_is() -> None:
    """WC-PHASE-05: the same beside an enemy a foot away and one at the far edge."""
    far = a_battle(a_unit("spears", x=3600, y=500), a_unit("foe", "blue", x=3600, y=4400))
    near = a_battle(a_unit("spears", x=3600, y=500), a_unit("foe", "blue", x=3600, y=1400))
    assert forecast(far, ASKED, CHARGE) == forecast(near, ASKED, CHARGE)
    assert reply(far, ASKED, CHARGE) == reply(near, ASKED, CHARGE)


def test_whoever_does_not_win_may_lose() -> None:
    """WC-OFIGHT-05."""
    battle = a_battle(a_unit("spears"), a_unit("foe", "blue"))
    shown, back = dict(forecast(battle, ASKED, CHARGE) or []), dict(reply(battle, ASKED, CHARGE) or [])
    assert 0 < back["wins"] < shown["wins in contact"], "equal units, one of them charging"
    assert shown["wins in contact"] + back["wins"] <= 1
    assert back["you break"] < back["wins"]


def test_nothing_comes_back_from_those_who_flee_or_are_only_glanced_at() -> None:
    """WC-OGLANCE-01."""
    fleeing = a_battle(a_unit("spears"), a_unit("foe", "blue", fleeing=True))
    assert reply(fleeing, ASKED, CHARGE) is None
    battle = a_battle(a_unit("spears"), a_unit("foe", "blue"))
    assert reply(battle, ASKED, Declare("glance at", "spears", "foe")) is None
    assert reply(battle, ASKED, Pick("no charge")) is None
