"""Combat pools: the secret notes that a side may write."""

import pytest

from grognard.errors import IllegalChoice
from grognard.games.en_garde.battle import Morale
from grognard.games.en_garde.pools import Notes, ways_to_fight
from tests.games.en_garde.build import a_battle, a_figure, a_foe


def keys(notes: Notes) -> list[str]:
    return [note.key for note in notes]


def test_a_pool_is_split_exactly_and_either_part_may_be_nothing() -> None:
    """EG-RULE-34, EG-COMBAT-02, EG-CHAR-01: a pool of 3 has four splits."""
    anne = a_figure(pool=3)
    notes = Notes(a_battle(anne), [anne])
    assert [(note.attack, note.defence) for note in notes] == [(0, 3), (1, 2), (2, 1), (3, 0)]
    assert notes[1].key == "1 attack 2 defence: anne sword"


def test_several_models_share_one_pool() -> None:
    """EG-RULE-34, multi_pool = shared: one pool of all their CP, split as a whole."""
    anne, tam = a_figure(pool=3), a_figure("tam", pool=2)
    notes = Notes(a_battle(anne, tam), [anne, tam])
    assert len(notes) == 6
    assert all(note.attack + note.defence == 5 and note.shared for note in notes)


def test_or_each_splits_its_own() -> None:
    """EG-RULE-34, multi_pool = per_model: four splits times three."""
    anne, tam = a_figure(pool=3), a_figure("tam", pool=2)
    notes = Notes(a_battle(anne, tam, multi_pool="per_model"), [anne, tam])
    assert len(notes) == 12
    assert {tuple(held.attack + held.defence for held in note.held) for note in notes} == {(3, 2)}
    assert "anne sword 2+1, tam sword 0+2" in keys(notes)


def test_the_grip_of_a_longsword_is_part_of_the_note() -> None:
    """EG-CCW-05, EG-RULE-44."""
    assert ways_to_fight(a_figure(blades=["longsword"])) == [("longsword_1h", ()), ("longsword_2h", ())]


def test_loaded_pistols_may_be_noted_first_but_not_beside_a_two_handed_weapon() -> None:
    """EG-RULE-42: one, or both in order; EG-RULE-44: not with a Two-handed weapon; EG-RULE-24: not an empty one."""
    ysolde = a_figure(blades=["sword", "halberd"], missiles=["pistol", "pistol 2"])
    assert [way for way in ways_to_fight(ysolde) if way[0] != "dagger"] == [
        ("sword", ()), ("sword", ("pistol",)), ("sword", ("pistol", "pistol 2")), ("halberd", ()),
    ]  # fmt: skip
    ysolde.reloads = {"pistol": 1}
    assert ("sword", ("pistol 2",)) in ways_to_fight(ysolde)
    assert ("sword", ("pistol",)) not in ways_to_fight(ysolde)


def test_the_routing_take_defence_counters_only() -> None:
    """EG-RULE-57."""
    anne, tam = a_figure(pool=3), a_figure("tam", pool=2)
    battle = a_battle(anne, tam)
    battle.side("red").morale = Morale.ROUTING
    assert [(note.attack, note.defence) for note in Notes(battle, [anne, tam])] == [(0, 5)]
    battle = a_battle(anne, tam, multi_pool="per_model")
    battle.side("red").morale = Morale.ROUTING
    assert keys(Notes(battle, [anne, tam])) == ["anne sword 0+3, tam sword 0+2"]


@pytest.mark.parametrize("multi_pool", ["shared", "per_model"])
def test_every_note_is_found_by_its_key_and_no_two_are_alike(multi_pool: str) -> None:
    """EG-RULE-34: notes are recorded by their words."""
    anne, tam = a_figure(pool=2, blades=["longsword"], missiles=["pistol"]), a_figure("tam", pool=2)
    notes = Notes(a_battle(anne, tam, multi_pool=multi_pool), [anne, tam])
    assert len(dict.fromkeys(keys(notes))) == len(notes)
    assert [notes.find(key) for key in keys(notes)] == list(notes)
    assert notes[-1] == notes[len(notes) - 1]
    with pytest.raises(IndexError):
        notes[len(notes)]


@pytest.mark.parametrize(
    "key",
    [
        "",
        "4 attack 0 defence: anne sword",
        "1 attack 1 defence: anne sword",
        "1 attack 2 defence: anne axe",
        "1 attack 2 defence: odo sword",
    ],
)
def test_a_note_that_is_none_is_refused_with_the_rule(key: str) -> None:
    """EG-RULE-34."""
    anne = a_figure(pool=3)
    with pytest.raises(IllegalChoice, match="EG-RULE-34"):
        Notes(a_battle(anne, a_foe()), [anne]).find(key)


def test_notes_read_as_sentences() -> None:
    anne = a_figure(pool=2, missiles=["pistol"])
    notes = Notes(a_battle(anne), [anne])
    assert (
        notes.find("1 attack 1 defence: anne sword after pistol").words
        == "1 attack, 1 defence; Anne with pistol first, then sword"
    )
