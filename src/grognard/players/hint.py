"""A hint: what the sergeant would answer, and what it expects of the best three answers, in words."""

from grognard.kernel.choice import Question
from grognard.kernel.run import Outlook, Run
from grognard.players.sergeant import Sergeant

BEST = 3


def hint(question: Question, outlook: Outlook, seed: int | str = 0) -> list[tuple[str, float]]:
    """The best three answers in words, the best first, each with the worth that its side may expect from it; one answer alone where nothing can be expected."""
    sergeant = Sergeant(seed)
    answer = sergeant.answer(question, outlook)
    return sergeant.reasons[:BEST] or [(answer.words, outlook.game.worth(outlook.battle, question.side))]


def outlook_of(run: Run, question: Question) -> Outlook:
    """What whoever is asked now may know: the last checkpoint and the answers since then, as that side sees them."""
    last = run.checkpoints[-1]
    # A secret pick that waits for the other side stands behind `who`, and is nobody's to see.
    return Outlook(run.game, question.side, last.battle, run.answers[last.answers : len(run.who)])


def hint_words(found: list[tuple[str, float]]) -> list[str]:
    """The same as lines to read: how much better or worse each answer is than the best."""
    if not found:
        return []
    best = found[0][1]
    lines = [f"the sergeant would answer: {found[0][0]} (expects {best:+.1f} points)"]
    lines += [f"  {best - value:.1f} points less: {words}" for words, value in found[1:]]
    return lines
