"""Playing a battle: how plain functions can wait for people, be undone, replayed and branched.

The theory. A rule is an ordinary function; in the middle of it somebody must answer. Python cannot freeze a function that is half done, so we do not try. When
nobody has the answer yet, the referee raises `Waiting`; we throw the half-changed battle away and remember only the question. When the answer comes, we append it
to the record and run **the same function again from the last checkpoint**: everything before the question happens again exactly as it did, because rules are deterministic and
all that is not the rule's own (dice, choices, draws) stands in the record. The function then gets past the question, and on to the next one.

To keep this cheap the turn is cut into pieces: `play_on` plays one piece that can stand alone (an activation, one combat, one end step) and returns, and between two pieces
we keep a plain copy of the battle. So an answer costs one piece at most, not one battle.

Everything else is the same mechanism. Undo: cut the record, drop the checkpoints behind it, run on. Replay: run with nobody to ask. Resume: the same, then ask. Branch: copy the
record. Search: a copy of the checkpoint and a referee of one's own. What is told again on a re-run is told identically, so listeners need only the new tail.

One rule for games follows from it: whatever is drawn or thrown so that only some sides see it must end its piece, because what stands in the record since the last checkpoint is shown to the
computer player who is asked next.
"""

from collections.abc import Callable, Mapping
from copy import copy
from typing import Any, Protocol

from msgspec import Struct

from grognard.errors import GrognardError, IllegalChoice, RecordError, RuleError
from grognard.kernel.battle import Battle
from grognard.kernel.choice import Option, Question
from grognard.kernel.dice import Dice, Roll
from grognard.kernel.event import Event
from grognard.kernel.game import Game
from grognard.kernel.record import Record, Seal, Undone, written
from grognard.kernel.referee import Answer, DiceSource, Given, Live, SealedDice, Waiting, commitment, read_typed

CHECKPOINTS = 32  # as many are kept; more of the last pieces than of the first
IDLE_PIECES = 50  # so many pieces in a row without an answer or a change mean that a game's turn has stopped turning


class Checkpoint(Struct):
    """The battle between two pieces: after so many answers and so many events."""

    answers: int
    events: int
    battle: Battle


class Outlook:
    """What a computer player may know and try: its side's view of the battle, and futures played with the very rules."""

    __slots__ = ("_start", "game", "given", "side")

    def __init__(self, game: Game, side: str, start: Battle, given: list[Given]) -> None:
        self.game = game
        self.side = side
        self._start = start
        self.given = given  # the answers since the start of this piece, which this side was there to see

    @property
    def battle(self) -> Battle:
        """The battle at the start of this piece, as this side sees it."""
        return self.game.view(self._start, self.side)

    def future(
        self,
        answers: list[Given],
        dice: DiceSource,
        ask: Callable[[Question], Option | str],
        *,
        pieces: int = 1,
        pick: Callable[[int], int],
    ) -> Battle:
        """Play on in thought from the question that is asked now: these answers first, then whoever `ask` is, for so many pieces."""
        battle = self.game.imagine(self.battle, self.side, pick)
        referee = Live([*self.given, *answers], dice, ask)
        for _ in range(pieces):
            if battle.outcome is not None:
                break
            self.game.play_on(referee, battle)
        return battle


class Player(Protocol):
    """Whoever answers at once: a computer, or a function at the console."""

    def answer(self, question: Question, outlook: Outlook) -> Option | str: ...


class MixedDice:
    """Sealed dice for some sides, typed-in dice for the others."""

    def __init__(self, sealed: SealedDice, typed: DiceSource, sides: list[str]) -> None:
        self.sealed = sealed
        self.typed = typed
        self.sides = sides

    def throw(self, dice: Dice, position: int, side: str, reason: str, rule: str) -> tuple[int, ...]:
        source: DiceSource = self.typed if side in self.sides or not self.sides else self.sealed
        return source.throw(dice, position, side, reason, rule)

    def shuffle(self, size: int, count: int, position: int) -> list[int]:
        return self.sealed.shuffle(size, count, position)


class Run:
    """A battle being played, watched or replayed: a record, the checkpoints made from it, and the questions that wait."""

    def __init__(
        self,
        game: Game,
        record: Record,
        dice: DiceSource | None = None,
        players: Mapping[str, Player] | None = None,
        *,
        upto: int | None = None,
        keep: int = CHECKPOINTS,
    ) -> None:
        if record.game != game.name:
            raise RecordError(f"this is a record of {record.game}, not of {game.name}")
        if record.rules != game.version:
            raise RecordError(
                f"this battle was played under version {record.rules} of the rules of {game.title}; this program plays version {game.version}. "
                "It cannot be gone on with; the version of grognard that made it can still show it."
            )
        self.game = game
        self.record = record
        self.dice = dice
        self.players = dict(players or {})
        self.keep = keep  # so many checkpoints at most
        self.answers: list[Given] = list(record.answers if upto is None else record.answers[:upto])
        record.answers = list(record.answers)
        self.events: list[Event] = []
        self.who: list[str] = []  # which side gave each answer; "" for dice and lots, "secret" for picks made together
        self.questions: list[Question] = []
        start = game.set_up(record.scenario, record.options)
        self.checkpoints = [Checkpoint(0, 0, start)]
        self.battle = start  # as it stands at the question, for looking at; never played on
        self.go_on()

    @property
    def over(self) -> bool:
        return self.battle.outcome is not None

    def go_on(self) -> None:
        """Play until somebody must answer or the battle is over."""
        self.questions = []
        idle = 0
        first = self.checkpoints[-1].answers  # what stands before it in the record is as it was
        while True:
            last = self.checkpoints[-1]
            del self.events[last.events :]
            if last.battle.outcome is not None:
                self.battle = last.battle
                self.record.finished = last.battle.outcome.reason
                break
            battle = last.battle.copy()
            referee = _Watched(self, last.answers)
            try:
                self.game.play_on(referee, battle)
            except Waiting as wait:
                self.battle, self.questions = battle, wait.questions
                break
            idle = idle + 1 if referee.cursor == last.answers else 0
            if idle > IDLE_PIECES:
                raise RuleError(
                    f"{self.game.title}: the turn goes round without anybody being asked (turn {battle.turn}, {battle.phase})"
                )
            self.checkpoints.append(Checkpoint(referee.cursor, len(self.events), battle))
            if len(self.checkpoints) > self.keep:
                # Every second of the older half will do: undo replays from the one before.
                self.checkpoints[1 : self.keep // 2] = self.checkpoints[2 : self.keep // 2 : 2]
        self.record.answers[first:] = [written(given) for given in self.answers[first:]]

    def ask(self, question: Question) -> Option | str:
        """Ask the player of that side, or wait for a person."""
        player = self.players.get(question.side)
        if player is None:
            raise Waiting([question])
        last = self.checkpoints[-1]
        return player.answer(
            question, Outlook(self.game, question.side, last.battle, self.answers[last.answers : len(self.who)])
        )

    def question_for(self, side: str) -> Question:
        """What is asked of that side now; IllegalChoice if nothing is."""
        for question in self.questions:
            if question.side == side:
                return question
        waits = " and ".join(question.side for question in self.questions)
        raise IllegalChoice(
            f"nothing is asked of {side} now"
            + (f"; the battle waits for {waits}" if waits else "; the battle is over" if self.over else "")
        )

    def answer(self, side: str, given: str) -> None:
        """A person's answer by its key (for dice: "5 4", or "roll" to let the program throw). A refused one changes nothing."""
        question = self.question_for(side)
        before = list(self.answers)
        try:
            self._take(question, given)
            self.go_on()
        except GrognardError:
            self.answers = before
            self.go_on()
            raise

    def _take(self, question: Question, given: str) -> None:
        if question.dice is not None:
            if given.strip().lower() == "roll":
                self.answers.append(list(self._sealed().throw(question.dice, len(self.answers))))
                return
            faces = read_typed(given)
            question.dice.check(faces)
            self.answers.append("typed " + " ".join(map(str, faces)))
            return
        option = question.find(given)
        if question.kind == "secret":
            cursor = len(self.who)
            pending = self.answers[cursor] if cursor < len(self.answers) else {}
            assert isinstance(pending, dict)
            picks: dict[str, Option | str] = {**pending, question.side: option}
            self.answers[cursor:] = [picks]
        else:
            self.answers.append(option)

    def _sealed(self) -> SealedDice:
        source = self.dice.sealed if isinstance(self.dice, MixedDice) else self.dice
        if not isinstance(source, SealedDice):
            raise IllegalChoice("this battle has no dice of its own: type in what fell")
        return source

    def can_undo(self, side: str) -> str:
        """Empty if this side may take back its last answer now; otherwise why not."""
        cut = self._last_choice()
        if cut is None:
            return "there is nothing to take back"
        if self.record.undo == "free":
            return ""
        if self.record.undo == "dice" and (len(self.who) > cut + 1 or self.who[cut] != side):
            return "dice have fallen, something was revealed, or the other side has answered since your last answer"
        return "" if self.record.undo == "dice" else "the other side must agree"

    def undo(self, side: str, *, agreed: bool = False) -> None:
        """Take back to the last question that a side answered; noted in the record. Refused by the battle's policy in words."""
        refusal = self.can_undo(side)
        if refusal and not (agreed and self.record.undo == "consent" and self._last_choice() is not None):
            raise IllegalChoice(f"this cannot be undone: {refusal}")
        cut = self._last_choice()
        assert cut is not None
        self.cut(cut, side)

    def cut(self, left: int, by: str) -> None:
        """Drop all answers but the first so many, and play on from there."""
        gone = [written(given) for given in self.answers[left:]]
        self.record.undone.append(Undone(by, left, gone))
        self.record.dice.since = min(self.record.dice.since, left)  # what falls from here on falls under its own seal
        del self.answers[left:]
        del self.who[left:]
        while self.checkpoints[-1].answers > left or (
            len(self.checkpoints) > 1 and self.checkpoints[-1].battle.outcome is not None
        ):
            self.checkpoints.pop()
        self.record.finished = ""
        self.go_on()

    def _last_choice(self) -> int | None:
        """Where the last answer stands that a person gave."""
        for place in range(len(self.who) - 1, -1, -1):
            side = self.who[place]
            if side and (side == "secret" or side not in self.players):
                return place
        return None


class _Watched(Live):
    """A live referee that notes who gave each answer."""

    __slots__ = ("_run",)

    def __init__(self, run: Run, cursor: int) -> None:
        dice: DiceSource = run.dice if run.dice is not None else _NoDice()
        lots = dice.sealed if isinstance(dice, MixedDice) else None
        super().__init__(run.answers, dice, run.ask, cursor=cursor, events=run.events, lots=lots)
        self._run = run

    def _note(self, side: str) -> None:
        self._run.who[self.cursor - 1 :] = [side]

    def roll(self, dice: Dice, reason: str, *, by: str, rule: str, seen_by: tuple[str, ...] | None = None) -> Roll:
        seen = super().roll(dice, reason, by=by, rule=rule, seen_by=seen_by)
        self._note("")
        return seen

    def draw(
        self, pool: Any, count: int, reason: str, *, by: str, rule: str, seen_by: tuple[str, ...] | None = None
    ) -> list[str]:
        drawn = super().draw(pool, count, reason, by=by, rule=rule, seen_by=seen_by)
        self._note("")
        return drawn

    def choose(
        self, side: str, text: str, options: Any, *, rule: str, about: tuple[str, ...] = (), because: str = ""
    ) -> Any:
        picked = super().choose(side, text, options, rule=rule, about=about, because=because)
        self._note(side)
        return picked

    def choose_secretly(self, text: str, options: Any, *, rule: str, about: tuple[str, ...] = ()) -> Any:
        picks = super().choose_secretly(text, options, rule=rule, about=about)
        self._note("secret")
        return picks


class _NoDice:
    """A replay's dice: there are none beyond the record."""

    def throw(self, dice: Dice, position: int, side: str, reason: str, rule: str) -> tuple[int, ...]:
        raise Waiting([Question(side, f"{reason}: roll {dice}", (), rule, kind="dice", dice=dice)])

    def shuffle(self, size: int, count: int, position: int) -> list[int]:
        raise Waiting([Question("", "lots are drawn", (), "")])


def new_record(
    game: Game,
    scenario: dict[str, Any],
    players: dict[str, str],
    seed: str,
    options: dict[str, Any] | None = None,
    undo: str = "dice",
) -> Record:
    """The head of a new battle's record. The seed stays with whoever made it until the battle is over."""
    return Record(game.name, game.version, scenario, dict(options or {}), Seal(commitment(seed)), players, undo=undo)


def close(run: Run, seed: str) -> None:
    """Reveal the seed of a finished battle, and note its last digest."""
    run.record.dice.seed = seed
    run.record.digest = run.battle.digest()


def play_out(
    game: Game,
    battle: Battle,
    players: Mapping[str, Player],
    dice: DiceSource,
    answers: list[Given] | None = None,
    events: list[Event] | None = None,
) -> Battle:
    """Play a battle to its end at full speed, with players that answer at once; nothing is kept but the journal of answers."""
    journal: list[Given] = [] if answers is None else answers
    plans = any(getattr(player, "plans", True) for player in players.values())
    start, at = battle, 0

    def ask(question: Question) -> Option | str:
        return players[question.side].answer(
            question, Outlook(game, question.side, start, journal[at:] if plans else [])
        )

    referee = Live(journal, dice, ask, events=events)
    play_on = game.play_on
    idle = 0
    while battle.outcome is None:
        if plans:
            start, at = battle.copy(), len(journal)
        before = referee.cursor
        play_on(referee, battle)
        idle = idle + 1 if referee.cursor == before else 0
        if idle > IDLE_PIECES:
            raise RuleError(
                f"{game.title}: the turn goes round without anybody being asked (turn {battle.turn}, {battle.phase})"
            )
    return battle


class _Checking(Live):
    """Replays a record and throws every die again whose seed is known."""

    __slots__ = ("open", "seals", "throws", "typed", "wrong")

    def __init__(self, answers: list[Given], seal: Seal) -> None:
        super().__init__(answers, _NoDice(), _nobody)
        self.seals: list[tuple[int, SealedDice | None]] = []  # since when each holds, the last one first
        self.wrong: list[str] = []
        self.throws = self.typed = self.open = 0
        stretch: Seal | None = seal
        while stretch is not None:
            self.seals.append((stretch.since, SealedDice(stretch.seed) if stretch.seed else None))
            if stretch.seed and commitment(stretch.seed) != stretch.commitment:
                self.wrong.append("the seed is not the one that was committed to at the start")
            stretch = stretch.earlier

    def sealed(self, place: int) -> SealedDice | None:
        """The dice that fell at this place; None where they fell in another battle whose seed nobody has revealed."""
        found = next((dice for since, dice in self.seals if since <= place), None)
        self.throws += found is not None
        self.open += found is None
        return found

    def roll(self, dice: Dice, reason: str, *, by: str, rule: str, seen_by: tuple[str, ...] | None = None) -> Roll:
        place = self.cursor
        seen = super().roll(dice, reason, by=by, rule=rule, seen_by=seen_by)
        given = self.answers[place]
        if isinstance(given, str):
            self.typed += 1
            return seen
        sealed = self.sealed(place)
        thrown = given if sealed is None else list(sealed.throw(dice, place))
        if thrown != given:
            self.wrong.append(f"answer {place + 1}, {reason}: the record says {given}, the seed gives {thrown}")
        return seen

    def draw(
        self, pool: Any, count: int, reason: str, *, by: str, rule: str, seen_by: tuple[str, ...] | None = None
    ) -> list[str]:
        place = self.cursor
        drawn = super().draw(pool, count, reason, by=by, rule=rule, seen_by=seen_by)
        sealed = self.sealed(place)
        dealt = drawn if sealed is None else [pool[lot] for lot in sealed.shuffle(len(pool), count, place)]
        if drawn != dealt:
            self.wrong.append(f"answer {place + 1}, {reason}: the record says {drawn}, the seed gives {dealt}")
        return drawn


def _nobody(question: Question) -> Option | str:
    raise Waiting([question])


class Verdict(Struct):
    """What checking a record found: how many throws and draws were made again, how many throws were typed in, and what does not fit.

    `unchecked` fell in a battle that this one goes on from and whose seed is not revealed: they stand as that battle's record had them.
    """

    answers: int
    typed: int
    wrong: list[str]
    digest: str
    throws: int = 0
    unchecked: int = 0


def verify(game: Game, record: Record) -> Verdict:
    """Replay a finished battle and throw every die again from its revealed seed."""
    if not record.dice.seed:
        raise RecordError("the seed of this battle is not revealed yet: it is when the battle is over")
    Run(game, branch(record), upto=0)  # refuses other games and versions
    battle = game.set_up(record.scenario, record.options)
    referee = _Checking(list(record.answers), record.dice)
    idle = 0
    try:
        while battle.outcome is None and idle <= IDLE_PIECES:
            before = referee.cursor
            game.play_on(referee, battle)
            idle = idle + 1 if referee.cursor == before else 0
    except Waiting:
        pass
    wrong = referee.wrong
    if referee.cursor < len(record.answers):
        wrong.append(f"{len(record.answers) - referee.cursor} answers are left over after the end of the battle")
    digest = battle.digest()
    if record.digest and record.digest != digest:
        wrong.append("the last battle is not the one whose digest the record has")
    return Verdict(referee.cursor, referee.typed, wrong, digest, referee.throws, referee.open)


def branch(record: Record) -> Record:
    """A record of one's own, to branch from."""
    own = copy(record)
    own.answers = list(record.answers)
    own.undone = list(record.undone)
    own.dice = copy(record.dice)
    return own


def go_on_from(record: Record, left: int, players: dict[str, str], seed: str, undo: str = "dice") -> Record:
    """A battle of its own that begins with the first so many answers of another one.

    What fell there stands as it fell; from here on the dice are sealed anew.
    """
    own = branch(record)
    del own.answers[left:]
    own.dice = Seal(commitment(seed), since=left, earlier=record.dice.before(left))
    own.players, own.undo, own.undone, own.finished, own.digest = players, undo, [], "", ""
    return own


__all__ = [
    "Answer",
    "Checkpoint",
    "MixedDice",
    "Outlook",
    "Player",
    "Run",
    "Verdict",
    "branch",
    "close",
    "go_on_from",
    "new_record",
    "play_out",
    "verify",
]
