"""A person at the console: numbers, keys and words as answers."""

from contextlib import suppress

from grognard.kernel.game import find_game
from grognard.kernel.record import written
from grognard.kernel.referee import SealedDice, TypedDice
from grognard.kernel.run import MixedDice, Run, new_record
from grognard.players.console import Console, Leave


def sat(*said: str, name: str = "war_and_conquest", scenario: str = "at_your_table") -> tuple[Run, str]:
    """A companion of War & Conquest unless told, with these words typed; what was shown."""
    game = find_game(name)
    people = {"red": "person", "blue": "person"}
    run = Run(
        game,
        new_record(game, game.scenario(scenario), people, "console"),
        MixedDice(SealedDice("console"), TypedDice(), []),
    )
    words, shown = list(said), list[str]()

    def read(prompt: str) -> str:
        return words.pop(0) if words else "quit"

    with suppress(Leave):
        Console(run, read, shown.append).sit()
    return run, "\n".join(shown)


def answers(run: Run) -> list[str]:
    return [str(written(answer)) for answer in run.answers]


def test_where_a_number_is_asked_a_number_is_the_answer_and_not_a_place_in_the_list():
    """The list of enemies near begins with 0: who types 1 means one enemy."""
    run, shown = sat("1", "1", "3 5")
    assert answers(run)[:3] == ["rally oath_sworn", "1", "typed 3 5"]
    assert "type a number: 0, 1, 2, 3" in shown
    assert "Oath-sworn fails its rally test: 8 against 7" in shown


def test_elsewhere_a_number_is_the_place_of_an_answer():
    run, _ = sat("2", "2")
    assert answers(run)[:2] == ["no more", "rally slingers"]


def test_the_words_of_an_answer_are_as_good_as_its_key():
    run, _ = sat("rally oath-sworn", "0", "6 6", "Rally ARCHERS")
    assert answers(run)[:4] == ["rally oath_sworn", "0", "typed 6 6", "rally archers"]


def test_pieces_have_their_names_in_what_is_offered_and_hinted():
    for said in ("march with Harrow Shields", "march with harrow_shields"):
        run, shown = sat("9", "2", "hint", said, name="fearful_odds", scenario="withy_mere")
        assert answers(run)[2] == "march with harrow_shields"
        assert "March with Harrow Shields" in shown
        assert "the sergeant would answer: " in shown
        assert "harrow shields" not in shown
