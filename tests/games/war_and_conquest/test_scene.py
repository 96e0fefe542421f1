"""How a battle is drawn."""

import pytest

from grognard.games.war_and_conquest import GAME
from grognard.games.war_and_conquest.scene import marks, scene
from tests.games.war_and_conquest.build import a_battle, a_unit, with_general


def test_nobody_may_measure():
    """WC-PHASE-05."""
    drawn = GAME.scene(GAME.set_up(GAME.scenario("low_stane")), "red")
    assert not drawn.measuring
    assert "WC-PHASE-05" in drawn.notes[0]


def test_a_unit_is_drawn_in_its_ranks():
    """WC-OTROOP-05."""
    unit = a_unit("spears", x=3600, y=2000, models=20, start=24, facing=90)
    token = scene(with_general(a_battle(unit), unit), None).tokens[0]
    assert (token.width, token.height, token.files, token.ranks, token.models, token.facing) == (8, 3, 8, 3, 20, 90)
    assert (token.x, token.y, token.role, token.strength) == (34.5, 20, "leader", "20")
    assert token.stats[0].printed == "24"


def test_a_unit_at_half_strength_is_marked():
    """WC-TEST-05."""
    unit = a_unit(models=12, start=24, fleeing=True, disordered=True)
    assert [mark.letter for mark in marks(a_battle(unit), unit)] == ["F", "½", "D"]


@pytest.mark.parametrize("name", ["low_stane", "red_barrow_field", "crown_wavers", "at_your_table", "companion_roster"])
def test_every_scenario_can_be_drawn(name):
    battle = GAME.set_up(GAME.scenario(name))
    drawn = GAME.scene(battle, None)
    assert len({token.id for token in drawn.tokens}) == len(drawn.tokens)
    assert bool(drawn.ground) is (name in ("low_stane", "red_barrow_field", "crown_wavers"))
    assert len(drawn.sides) == 2


def test_where_a_scenario_is_decided_is_outlined():
    """WC-OFIELD-06 at the ford, WC-RULE-47 on the barrow; a battle without either has no such mark."""

    def drawn(name: str):
        grounds = scene(GAME.set_up(GAME.scenario(name)), None).ground
        return [(each.shape.kind, each.about) for each in grounds if each.look == "objective"]

    assert drawn("low_stane") == [("disc", 'most formed models within 6" after the last turn win')]
    assert drawn("red_barrow_field") == [("box", "held alone at the end: 150 points")]
    assert drawn("crown_wavers") == []
