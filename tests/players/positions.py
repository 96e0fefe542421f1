"""Questions to put to players: taken from brawls of every game, as a battle asks them."""

from collections.abc import Iterator
from functools import cache, cached_property

from grognard.errors import GrognardError
from grognard.kernel.battle import Battle
from grognard.kernel.choice import Option, Question
from grognard.kernel.game import Game
from grognard.kernel.odds import outcomes_of
from grognard.kernel.record import written
from grognard.kernel.referee import Given, Live, Referee, SealedDice
from grognard.kernel.run import Outlook
from tests.every import GAMES, Brawler

QUICKEST = {
    "confrontation": "the_toll_plank",
    "en_garde": "mill_bridge",
    "fearful_odds": "withy_mere",
    "high_adventure": "toll_at_cragford",
    "war_and_conquest": "low_stane",
}


class _Captured(Exception):
    def __init__(self, question: Question) -> None:
        super().__init__(question.text)
        self.question = question


class Asked:
    """A question as it was met, with what whoever is asked may know; `start` is the whole battle at the last checkpoint.

    The question is asked anew of a battle of its own, since the answers of a place look at the battle they stand in.
    """

    def __init__(self, game: Game, side: str, start: Battle, given: list[Given]) -> None:
        self.game = game
        self.side = side
        self.start = start
        self.given = given

    @cached_property
    def question(self) -> Question:
        def capture(question: Question) -> Option:
            if question.side != self.side:  # of a secret choice, the other side's part
                return question.options[0]
            raise _Captured(question)

        try:
            self.game.play_on(Live(list(self.given), SealedDice("met"), capture), self.start.copy())
        except _Captured as captured:
            return captured.question
        raise AssertionError("the question is not asked again")

    @property
    def outlook(self) -> Outlook:
        return Outlook(self.game, self.side, self.start, self.given)


def met(game: Game, scenario: str, seed: str) -> Iterator[Asked]:
    """Every question of one brawl, before it is answered."""
    battle = game.set_up(game.scenario(scenario))
    players = {side: Brawler(f"{seed} {side}") for side in battle.side_ids()}
    journal: list[Given] = []
    found: list[Asked] = []
    start, at = battle.copy(), 0

    def ask(question: Question) -> Option:
        asked = Asked(game, question.side, start, [written(given) for given in journal[at:]])  # as a record has them
        found.append(asked)
        return players[question.side].answer(question, asked.outlook)

    referee = Live(journal, SealedDice(seed), ask)
    while battle.outcome is None:
        start, at = battle.copy(), len(journal)
        found.clear()
        game.play_on(referee, battle)
        yield from found


@cache
def some_questions(name: str, scenario: str = "", count: int = 30) -> list[Asked]:
    """Questions from all through a few brawls, evenly spread; those with a choice in them."""
    found: list[Asked] = []
    for number in range(4):
        found += [
            asked for asked in met(GAMES[name], scenario or QUICKEST[name], f"met {number}") if len(asked.question.options) > 1
        ]  # fmt: skip
        if len(found) >= 4 * count:
            break
    return found[:: max(1, len(found) // count)][:count]


class _Another(Exception):
    """More is asked than one question."""


def exact_values(asked: Asked, limit: int = 1500) -> dict[str, float] | None:
    """The expected worth of each answer at the end of the piece, over every way the dice can fall; None unless this question opens its piece, is the only one in it, and is small enough."""
    question = asked.question
    if asked.given or question.kind == "secret" or not 2 <= len(question.options) <= 24:
        return None
    values: dict[str, float] = {}
    for option in question.options:
        asked_in_run: list[str] = []

        def only(other: Question, key: str = option.key, run: list[str] = asked_in_run) -> str:
            if run or other.text != question.text or other.side != question.side:
                raise _Another
            run.append(key)
            return key

        def play(referee: Referee, battle: Battle, run: list[str] = asked_in_run) -> None:
            run.clear()
            asked.game.play_on(referee, battle)

        def worth_after(_: object, battle: Battle) -> float:
            return asked.game.worth(battle, question.side)

        try:
            chances = outcomes_of(play, asked.start, see=worth_after, policy=only, limit=limit)
        except (_Another, GrognardError):
            return None
        values[option.key] = sum(float(chance) * value for value, chance in chances.items())
    return values
