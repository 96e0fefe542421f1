"""The marshal: searches the futures that its side's view allows, within a time that the player sets.

It plays the very rules forward again and again from a guess that fits what its side can see, and keeps a tree of the answers given on the way: at its own questions it turns to what
has served it best so far, at the enemy's to what has hurt it most, and everywhere now and then to what it has tried least (an open-loop tree search: dice fall anew in every future). On open
tables, where answers have no number, a node looks at more of them the more often it is visited. A secret choice is made by the equilibrium of the payoffs that were found, so that it cannot be read.
"""

from collections.abc import Callable
from fractions import Fraction
from math import log, sqrt
from random import Random
from time import monotonic

from grognard.errors import GrognardError
from grognard.kernel.choice import Option, Place, Question
from grognard.kernel.matrix import equilibrium
from grognard.kernel.referee import Given, SealedDice
from grognard.kernel.run import Outlook

SECONDS = 2.0
EXPLORE = 0.7
FIRST_WIDTH = 6  # options that a new node looks at; it looks at more with the root of its visits
DEPTH = 2  # pieces of the turn that are looked ahead once the first one is well known
SECRET_ROWS = 12  # picks of either side that a secret choice weighs


class Node:
    """A question met in thought: its options by key, each with its visits, the sum of what they led to, and the question that came after."""

    __slots__ = ("keys", "next", "sums", "visits", "visits_of")

    def __init__(self) -> None:
        self.keys: list[str] = []
        self.visits = 0
        self.visits_of: dict[str, int] = {}
        self.sums: dict[str, float] = {}
        self.next: dict[str, Node] = {}


class Marshal:
    """Searches for `seconds`, or for exactly `visits` futures (then the same seed gives the same answer). `stop()` from outside ends a search early."""

    plans = True

    def __init__(
        self, seed: int | str = 0, *, seconds: float = SECONDS, visits: int = 0, stop: Callable[[], bool] | None = None
    ) -> None:
        self._random = Random(seed)
        self._seconds = seconds
        self._visits = visits
        self._stop = stop or (lambda: False)
        self.reasons: list[tuple[str, float]] = []

    def answer(self, question: Question, outlook: Outlook) -> Option:
        self.reasons = []
        if not isinstance(question.options, Place) and len(question.options) == 1:
            return question.options[0]
        if question.kind == "secret":
            return self._secretly(question, outlook)
        search = _Search(question, outlook, Random(self._random.random()))
        for visit in self._budget():
            search.look(pieces=1 if visit % 2 == 0 else DEPTH)
        return self._best(question, search)

    def _budget(self) -> "_Budget":
        return _Budget(self._visits, self._seconds, self._stop)

    def _best(self, question: Question, search: "_Search") -> Option:
        root = search.root
        ranked = sorted(root.keys, key=lambda key: -root.visits_of.get(key, 0))
        means = [(key, root.sums[key] / root.visits_of[key]) for key in ranked if root.visits_of.get(key)]
        if not means:
            return question.options[0]
        often = [entry for entry in means if root.visits_of[entry[0]] * 4 >= root.visits_of[means[0][0]]]
        best = max(often, key=lambda entry: entry[1])[0]
        named = {option.key: option for option in search.offered}
        self.reasons = [(named[key].words, mean) for key, mean in sorted(means, key=lambda entry: -entry[1])[:3]]
        return named[best]

    def _secretly(self, question: Question, outlook: Outlook) -> Option:
        """Weigh picks against picks of the enemy, and draw one from the equilibrium mix."""
        mine = _some(question, SECRET_ROWS, self._random)
        if len(mine) == 1:
            return mine[0]
        known = outlook.game.advice(outlook.battle, question)
        if known is not None:
            return self._draw([question.find(key) for key in known], [float(share) for share in known.values()])
        sums: dict[tuple[str, str], list[float]] = {}
        theirs: dict[str, None] = {}
        for visit in self._budget():
            option = mine[visit % len(mine)]
            pick, value = _secret_future(question, option, outlook, Random(self._random.random()))
            if pick is not None and (pick in theirs or len(theirs) < SECRET_ROWS):
                theirs[pick] = None
                entry = sums.setdefault((option.key, pick), [0.0, 0.0])
                entry[0] += value
                entry[1] += 1
        if not theirs:
            return mine[0]
        overall = sum(entry[0] for entry in sums.values()) / sum(entry[1] for entry in sums.values())
        matrix = [
            [Fraction(round(1000 * _mean(sums.get((option.key, pick)), overall)), 1000) for pick in theirs]
            for option in mine
        ]
        mix = equilibrium(matrix)
        self.reasons = [(option.words, float(sum(row) / len(row))) for option, row in zip(mine, matrix, strict=True)][
            :3
        ]
        return self._draw(mine, [float(share) for share in mix.rows])

    def _draw(self, options: list[Option], shares: list[float]) -> Option:
        mark = self._random.random() * sum(shares)
        for option, share in zip(options, shares, strict=True):
            mark -= share
            if mark <= 0 and share > 0:
                return option
        return options[max(range(len(options)), key=lambda place: shares[place])]


class _Budget:
    """Counts visits up to a number, or as long as the time allows."""

    def __init__(self, visits: int, seconds: float, stop: Callable[[], bool]) -> None:
        self._visits = visits
        self._ends = monotonic() + seconds
        self._stop = stop
        self._made = -1

    def __iter__(self) -> "_Budget":
        return self

    def __next__(self) -> int:
        self._made += 1
        if self._visits:
            if self._made >= self._visits:
                raise StopIteration
        elif monotonic() >= self._ends or self._stop():
            raise StopIteration
        return self._made


def _mean(entry: list[float] | None, otherwise: float) -> float:
    return entry[0] / entry[1] if entry else otherwise


def _some(question: Question, most: int, random: Random) -> list[Option]:
    """All options, or so many of them: the first ones of a place (the sensible ends come first), any of a long list."""
    options = question.options
    if isinstance(options, Place):
        listed: list[Option] = list(options.listed)
        head = listed[: most // 2]
        rest = listed[most // 2 :]
        random.shuffle(rest)
        return head + rest[: most - len(head)]
    if len(options) <= most:
        return list(options)
    return [options[place] for place in sorted(random.sample(range(len(options)), most))]


class _Search:
    """One question being thought about."""

    def __init__(self, question: Question, outlook: Outlook, random: Random) -> None:
        self.question = question
        self.outlook = outlook
        self.random = random
        self.root = Node()
        self.offered = _ordered(question, random)
        self.root.keys = [option.key for option in self.offered]
        self._named = {option.key: option for option in self.offered}
        self._low, self._high = float("inf"), float("-inf")

    def look(self, pieces: int) -> None:
        """One future: down the tree, to the end of the pieces, and back."""
        key = self._pick(self.root, self.question.side)
        path: list[tuple[Node, str]] = [(self.root, key)]
        guess = Random(self.random.random())
        here = [self.root.next.setdefault(key, Node())]

        def ask(asked: Question) -> Option | str:
            node = here[0]
            if not node.keys:
                options = _ordered(asked, guess)
                node.keys = [option.key for option in options]
            chosen = self._pick(node, asked.side)
            path.append((node, chosen))
            here[0] = node.next.setdefault(chosen, Node())
            option = _find(asked, chosen)
            if option is None:  # the dice fell otherwise than before, and it is not offered now
                options = _ordered(asked, guess)
                option = options[0]
                path[-1] = (node, option.key)
                if option.key not in node.keys:
                    node.keys.append(option.key)
            return option

        seed = str(self.random.random())
        try:
            battle = self.outlook.future([self._named[key]], SealedDice(seed), ask, pieces=pieces, pick=guess.randrange)
        except GrognardError:
            value = self._low if self._low < self._high else -1e3
        else:
            value = self.outlook.game.worth(battle, self.question.side)
        self._low, self._high = min(self._low, value), max(self._high, value)
        for node, chosen in path:
            node.visits += 1
            node.visits_of[chosen] = node.visits_of.get(chosen, 0) + 1
            node.sums[chosen] = node.sums.get(chosen, 0.0) + value

    def _pick(self, node: Node, side: str) -> str:
        """Upper confidence on what the side that answers wants, among as many options as the visits allow."""
        width = min(len(node.keys), FIRST_WIDTH + int(2 * sqrt(node.visits)))
        span = self._high - self._low
        mine = side == self.question.side
        best, found = -1e18, node.keys[0]
        for key in node.keys[:width]:
            visits = node.visits_of.get(key, 0)
            if not visits:
                return key
            mean = node.sums[key] / visits
            good = 0.5 if span <= 0 else (mean - self._low) / span
            score = (good if mine else 1.0 - good) + EXPLORE * sqrt(log(node.visits + 1) / visits)
            if score > best:
                best, found = score, key
        return found


def _ordered(question: Question, random: Random) -> list[Option]:
    """Options in the order in which a search widens to them."""
    options = question.options
    if isinstance(options, Place):
        return _some(question, 40, random)
    found = _some(question, 60, random)
    random.shuffle(found)
    return found


def _find(question: Question, key: str) -> Option | None:
    try:
        return question.find(key)
    except GrognardError:
        return None


def _secret_future(question: Question, option: Option, outlook: Outlook, random: Random) -> tuple[str | None, float]:
    """One future of a secret pick: what the enemy picked in it, and how it stood afterwards."""
    picked: list[str] = []

    def ask(asked: Question) -> Option | str:
        chosen = _some(asked, 40, random)
        answer = chosen[int(random.random() * len(chosen))]
        if asked.kind == "secret" and asked.side != question.side and not picked:
            picked.append(answer.key)
        return answer

    secret: dict[str, Option | str] = {question.side: option}
    answers: list[Given] = [secret]
    try:
        battle = outlook.future(answers, SealedDice(str(random.random())), ask, pieces=DEPTH * 4, pick=random.randrange)
    except GrognardError:
        return None, 0.0
    return (picked[0] if picked else None), outlook.game.worth(battle, question.side)
