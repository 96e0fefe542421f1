"""A person at the console: reads the question, picks an answer by number, key or place."""

from collections.abc import Callable

from grognard.errors import GrognardError
from grognard.kernel.choice import Option, Place, Question, named
from grognard.kernel.game import Game
from grognard.kernel.run import Run
from grognard.players.hint import hint, hint_words, outlook_of

LISTED = 24


class Leave(Exception):
    """The person wants to stop; everything answered so far is in the record."""


class Console:
    """Asks for answers with `read` and shows with `show`; words that are no answers: help, why, hint, log, undo, quit, and the id of a rule."""

    def __init__(self, run: Run, read: Callable[[str], str], show: Callable[[str], None]) -> None:
        self.run = run
        self.read = read
        self.show = show
        self._told = 0

    def sit(self) -> None:
        """Answer until the battle is over; Leave when the person stops."""
        while not self.run.over:
            self.tell_news()
            question = self.run.questions[0]
            self.put(question)
            self.take(question)
        self.tell_news()

    def tell_news(self) -> None:
        for event in self.run.events[self._told :]:
            if event.kind == "phase":
                self.show(f"\n== {event.words}")
            elif event.kind == "roll" and event.seen_by is not None and event.side not in event.seen_by:
                continue  # thrown by the program for somebody out of sight
            elif event.kind == "roll":
                typed = " (typed in)" if event.typed else ""
                self.show(f"   {event.words}: {' '.join(map(str, event.faces))} = {event.total}{typed}")
            elif event.seen_by is None:
                because = " · ".join(map(str, event.because))
                self.show(f" - {event.words}  [{event.rule}]" + (f"  ({because})" if because else ""))
        self._told = len(self.run.events)

    def put(self, question: Question) -> None:
        """One question with its answers."""
        self.show(f"\n{self.side_name(question.side)}: {question.text}  [{question.rule}]")
        if question.dice is not None:
            self.show(
                f"   type what fell on {question.dice}, for example: {' '.join(['4'] * question.dice.count)}; or: roll"
            )
            return
        options = list(question.options[:LISTED])
        if are_numbers(options):
            self.show(f"   type a number: {', '.join(option.key for option in options)}")
            return
        names = self.names()
        for number, option in enumerate(options, 1):
            self.show(f"  {number:2d}  {named(option, names)}{self.odds_of(question, option)}")
        if len(question.options) > LISTED:
            self.show(
                f"      and {len(question.options) - LISTED} more; type its words: {question.options[LISTED].key}"
            )
        if isinstance(question.options, Place):
            self.show("      or any place, for example: " + options[0].key)

    def names(self) -> dict[str, str]:
        """What the pieces are called."""
        return self.run.game.scene(self.run.battle, None).names()

    def odds_of(self, question: Question, option: Option) -> str:
        found = self.run.game.forecast(self.run.battle, question, option)
        return "   (" + ", ".join(f"{name} {float(chance):.0%}" for name, chance in found) + ")" if found else ""

    def side_name(self, side: str) -> str:
        return next((line.name for line in self.run.game.scene(self.run.battle, None).sides if line.id == side), side)

    def take(self, question: Question) -> None:
        """Read until something was answered, undone or asked."""
        said = self.read("> ").strip()
        if said in ("quit", "exit", "q"):
            raise Leave
        if said in ("", "help", "?"):
            self.show("answer with a number or the words of an answer; or: why, hint, log, undo, quit (saves), RULE-ID")
        elif said == "why":
            rule = self.run.game.rulebook[question.rule]
            self.show(f"{rule.id} ({rule.chapter}): {rule.text}")
        elif said == "log":
            self._told = 0
        elif said == "hint":
            self.advise(question)
        else:
            self.try_answer(question, said)

    def advise(self, question: Question) -> None:
        """What the sergeant would answer, and what it expects of the best answers."""
        if question.dice is not None:
            self.show("   dice take no advice")
            return
        names = self.names()
        spoken = {option.words: named(option, names) for option in question.options[:LISTED]}
        found = hint(question, outlook_of(self.run, question), str(len(self.run.answers)))
        for line in hint_words([(spoken.get(words, words), worth) for words, worth in found]):
            self.show(f"   {line}")

    def try_answer(self, question: Question, said: str) -> None:
        try:
            if said == "undo":
                self.run.undo(question.side)
                self._told = min(self._told, len(self.run.events))
                self.show("taken back")
            elif said.upper() in self.run.game.rulebook:
                rule = self.run.game.rulebook[said]
                self.show(f"{rule.id} ({rule.chapter}): {rule.text}")
            else:
                self.run.answer(question.side, self.key_of(question, said))
        except GrognardError as error:
            self.show(f"   no: {error}")

    def key_of(self, question: Question, said: str) -> str:
        """A number stands for the option of that number, except where dice or a number are asked; the words of an option stand for its key."""
        options = [] if question.dice is not None else list(question.options[:LISTED])
        if are_numbers(options):
            return said
        if said.isdigit() and 1 <= int(said) <= len(options):
            return options[int(said) - 1].key
        if any(option.key == said for option in options):
            return said
        names = self.names()
        said_by = {named(option, names).casefold(): option.key for option in options}
        said_by |= {option.words.casefold(): option.key for option in options}
        return said_by.get(said.casefold(), said)


def are_numbers(options: list[Option]) -> bool:
    """Is it a number that is asked for? Then a number that is typed is the answer itself, and not the place of one in the list."""
    return bool(options) and all(option.key.lstrip("-").replace(".", "", 1).isdigit() for option in options)


def name_sides(game: Game, run: Run) -> dict[str, str]:
    """The sides of a battle with their names."""
    return {line.id: line.name for line in game.scene(run.battle, None).sides}
