"""C3-RULE-06 and C3-RULE-60: the phases of a round, and maintenance."""

from grognard.games.confrontation.profile import Effect
from grognard.games.confrontation.turn import maintain
from tests.games.confrontation.build import a_battle, a_fighter, random_pieces
from tests.script import scripted


def phases(name: str, seed: str) -> list[str]:
    """The phases of a random battle in the order they come."""
    found: list[str] = []
    for battle in random_pieces(name, seed):
        if not found or found[-1] != battle.phase:
            found.append(battle.phase)
    return found


def test_the_phases_of_a_round_come_in_order():
    """C3-RULE-06, C3-STRAT-01, C3-RULE-60."""
    found = phases("the_drowned_shrine", "phases")
    assert found[:2] == ["opening", "deployment"]
    rounds = " ".join(found[2:]).split("maintenance")
    for one in rounds[:-1]:
        kept = [phase for phase in one.replace("tactical roll", "tactical").split() if phase != "splitting"]
        kept = [phase for n, phase in enumerate(kept) if not n or kept[n - 1] != phase]
        assert kept == ["rally", "stacking", "tactical", "activation", "combat", "mystic"]


def test_maintenance_takes_the_markers_off_and_ends_effects():
    """C3-RULE-06, C3-EFF-01, C3-EFF-02, C3-RULE-21: wounds stay for the rest of the game."""
    odo = a_fighter(
        "odo",
        level=1,
        stunned=1,
        charged=True,
        charged_by=2,
        defence_marker=True,
        under_cover=True,
        sheltering=True,
        activated=True,
        fought=True,
        pursuits=1,
        tried=(("emberlance", "ulla"),),
        effects=(Effect("ward", "def", 1), Effect("whetted_grudge", "str", 1, "game")),
    )
    battle = a_battle(odo, a_fighter("ulla", "blue"))
    with scripted() as referee:
        maintain(referee, battle)
    assert not any(
        [odo.stunned, odo.charged, odo.charged_by, odo.defence_marker, odo.under_cover, odo.sheltering, odo.activated]
    )
    assert not any([odo.fought, odo.pursuits, odo.tried])
    assert [effect.source for effect in odo.effects] == ["whetted_grudge"]
    assert odo.level == 1
    assert (battle.turn, battle.phase) == (2, "rally")
