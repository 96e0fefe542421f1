"""What a side may know, what is drawn, and how well it stands."""

from grognard.games.high_adventure.figures import Order, State
from grognard.games.high_adventure.scene import marks, role, scene
from grognard.games.high_adventure.things import Item, Marker
from grognard.games.high_adventure.view import imagine, is_shown, view
from grognard.games.high_adventure.weapons import weapon
from grognard.games.high_adventure.worth import worth
from tests.games.high_adventure.build import a_battle, a_figure, a_rock, a_scenario


def hidden_foe():
    battle = a_battle(
        a_figure(role="pc"),
        a_figure("foe", "blue", at=(10, 30)),
        a_figure("seen", "blue", at=(20, 10)),
        features=(a_rock(10, 20, 2),),
    )
    battle.items = [Item("bell", "blue", "the Bell", holder="foe")]
    return battle


def test_figures_out_of_sight_are_not_there():
    """HA-RULE-90, HA-VIS-01: hidden figures and what they carry."""
    battle = hidden_foe()
    shown = view(battle, "red")
    assert [figure.id for figure in shown.figures] == ["anna", "seen"]
    assert [group.id for group in shown.groups] == ["anna's", "seen's"]
    assert shown.items[0].holder == ""
    assert [figure.id for figure in view(battle, "blue").figures] == ["anna", "foe", "seen"] or not battle.figure(
        "anna"
    ).seen
    assert not is_shown(battle.figure("foe"), "red")


def test_what_is_hidden_does_not_change_a_view():
    """HA-RULE-53, HA-RULE-54, HA-RULE-95: spot ranges, Stealth, orders not yet revealed, and where an unseen figure stands."""
    battle = hidden_foe()
    before = view(battle, "red")
    foe = battle.figure("foe")
    foe.x, foe.y, foe.light_wounds, foe.stealth = 1100, 3100, 1, ""
    battle.group("seen's").spot_range = 5
    assert view(battle, "red") == before
    battle.group("seen's").chosen = "Flee"
    assert view(battle, "red").group("seen's").chosen == "?"
    assert imagine(view(battle, "red"), "red", lambda n: 0).group("seen's").chosen == "Attack"


def test_a_scene_shows_what_is_seen():
    """HA-RULE-60."""
    battle = hidden_foe()
    battle.markers = [Marker("portal 1", "blue", "portal 1", x=100, y=100)]
    drawn = scene(battle, "red")
    ids = [token.id for token in drawn.tokens]
    assert "anna" in ids
    assert "foe" not in ids
    assert "portal 1" in ids
    assert (drawn.width, drawn.height, drawn.unit) == (60, 60, "inch")


def test_marks_and_roles():
    """HA-WND-01, HA-ORD-10."""
    hurt = a_figure(light_wounds=3, order=Order.FLEE, effects=("sleep",))
    assert [mark.letter for mark in marks(hurt)] == ["W1", "F", "S"]
    assert role(a_figure(kind="ogre")) == "monster"
    assert role(a_figure(weapon=weapon("bow", 1))) == "archer"
    assert role(a_figure(abilities=("Sleep",))) == "mage"


def test_worth_knows_wounds_and_goals():
    """HA-RULE-93."""
    battle = a_battle(a_figure(role="pc"), a_figure("foe", "blue", at=(20, 20)))
    before = worth(battle, "red")
    assert worth(battle, "blue") == -before
    battle.figure("anna").light_wounds = 1
    assert worth(battle, "red") < before
    battle.figure("foe").state = State.KILLED
    battle.figure("foe").died = 1
    assert worth(battle, "red") > before


def test_worth_draws_the_party_to_its_goal():
    """HA-RULE-94."""
    battle = a_scenario("toll_at_cragford")
    before = worth(battle, "red")
    battle.figure("berra").y += 400
    assert worth(battle, "red") > before
