"""A hint for a person: the best three answers, what each may be expected to be worth, and why, in words."""

from collections.abc import Mapping

from grognard.kernel.choice import Option, Question, named
from grognard.kernel.run import Outlook, Run
from grognard.players.hint import BEST, hint, outlook_of
from grognard.table.views import scene_for
from grognard.table.wire import Advised


def best_answers(run: Run, side: str, seed: str) -> list[Advised]:
    """The best three answers to what is asked of this side, the best first."""
    question = run.question_for(side)
    outlook = outlook_of(run, question)
    names = scene_for(run, side).names()
    mixed = _mix(question, outlook, names) if question.kind == "secret" else []
    return mixed or _looked_ahead(question, outlook, names, seed)


def _looked_ahead(question: Question, outlook: Outlook, names: Mapping[str, str], seed: str) -> list[Advised]:
    """What the sergeant expects of its best answers, against how the side stands now."""
    found = hint(question, outlook, seed)
    now = outlook.game.worth(outlook.battle, question.side)
    best = found[0][1]
    advised: list[Advised] = []
    for words, worth in found:
        option = _called(question, words, [one.key for one in advised])
        if option is not None:
            why = _why(best - worth) if advised else _why_best(worth - now)
            advised.append(Advised(option.key, named(option, names), f"{worth - now:+.1f}", why))
    return advised


def _why_best(gain: float) -> str:
    if abs(gain) < 0.05:
        return "it may be expected to keep what you have"
    return f"it may be expected to {'gain' if gain > 0 else 'cost'} {abs(gain):.1f} points" + (
        "" if gain > 0 else ", and everything else that was looked at costs more"
    )


def _why(less: float) -> str:
    return "as good as the first" if less < 0.05 else f"{less:.1f} points less than the first"


def _called(question: Question, words: str, taken: list[str]) -> Option | None:
    return next((option for option in question.options if option.words == words and option.key not in taken), None)


def _mix(question: Question, outlook: Outlook, names: Mapping[str, str]) -> list[Advised]:
    """Where a secret choice can be solved: how often to pick each answer, so that the other side gains nothing by knowing it."""
    mix = outlook.game.advice(outlook.battle, question, None) or {}
    likely = sorted(mix.items(), key=lambda pick: -pick[1])[:BEST]
    return [
        Advised(key, named(question.find(key), names), f"{float(share):.0%}", "of the time: knowing this mix, the other side gains next to nothing")
        for key, share in likely
    ]  # fmt: skip
