"""How a battle is drawn: everybody who stands is there, the fallen are listed, every piece of scenery has a look."""

from grognard.games.en_garde.battle import Morale, Wound
from grognard.games.en_garde.scene import scene
from grognard.games.en_garde.scenery import FEATURES
from tests.games.en_garde.build import a_battle, a_figure, a_foe, a_piece


def test_tokens_stand_where_the_models_do_and_carry_their_marks() -> None:
    """EG-RULE-62, EG-WOUND-03: places in inches, bases of 1 and 2 inches, wounds and stuns as marks."""
    anne, rider, odo = (
        a_figure(at=(10, 12), stuns=1, wound=Wound.LIGHT),
        a_figure("tam", at=(20, 5), mounted=True),
        a_foe(wound=Wound.DEAD),
    )
    drawn = {token.id: token for token in scene(a_battle(anne, rider, odo), "red").tokens}
    assert (drawn["anne"].x, drawn["anne"].y, drawn["anne"].width) == (10, 12, 1)
    assert drawn["tam"].width == 2
    assert drawn["odo"].fallen
    meanings = " ".join(mark.meaning.lower() for mark in drawn["anne"].marks)
    assert "stun" in meanings
    assert "light" in meanings


def test_the_top_line_tells_how_each_side_stands() -> None:
    """EG-CHAR-09."""
    battle = a_battle(a_figure(), a_foe())
    battle.side("red").morale = Morale.WAVERING
    red, blue = scene(battle, None).sides
    assert "wavering" in red.status.lower()
    assert red.tone == "bad"
    assert "steady" in blue.status.lower()


def test_every_piece_of_scenery_has_a_look_and_says_what_it_does() -> None:
    """EG-RULE-08, EG-RULE-19, EG-RULE-75."""
    pieces = [a_piece(kind, (1 + n, 1, 1.5 + n, 3), height=1, name=kind) for n, kind in enumerate(FEATURES)]
    ground = {piece.name: piece for piece in scene(a_battle(a_figure(), terrain=pieces), None).ground}
    assert set(FEATURES) <= set(ground)
    assert ground["stone_corner"].look == "stone"
    assert "cover" in ground["hedge"].about
    assert not [piece.look for piece in ground.values() if "_" in piece.look]
