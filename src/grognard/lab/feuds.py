"""Who put whom out of play: some battles of a simulation are played again and watched.

A game says in its own words who was hit; what all of them share is that an event names its pieces. So whoever stood with the victim in the last event before it fell, on the other side, is
taken to have done it. A piece that nobody is named with (a rout, a fall, the end of the field) has no killer.
"""

from collections import Counter

from grognard.kernel.battle import Battle
from grognard.kernel.choice import Option, Question
from grognard.kernel.event import Event
from grognard.kernel.game import Game, find_game
from grognard.kernel.referee import Live, SealedDice
from grognard.kernel.run import Outlook
from grognard.lab.simulate import Plan
from grognard.players import find_player

Feuds = Counter[tuple[str, str]]  # killer and victim, by name; the empty name is nobody


def feuds(plan: Plan, battles: int) -> Feuds:
    """Who put whom out in the first so many battles of a plan."""
    game = find_game(plan.game)
    start = game.set_up(plan.scenario, plan.options)
    found: Feuds = Counter()
    for number in range(battles):
        found += _watch(game, start.copy(), plan, number)
    return found


def _watch(game: Game, battle: Battle, plan: Plan, number: int) -> Feuds:
    """The same battle as `play_one` plays, piece by piece, with somebody listening."""
    seated = {side: find_player(name, f"{plan.seed} {number} {side}") for side, name in plan.players.items()}
    events: list[Event] = []
    checkpoint, at = battle, 0

    def ask(question: Question) -> Option | str:
        return seated[question.side].answer(
            question, Outlook(game, question.side, checkpoint, list(referee.answers[at:]))
        )

    referee = Live([], SealedDice(f"{plan.seed} {number}"), ask, events=events)
    plans = any(getattr(player, "plans", True) for player in seated.values())
    found: Feuds = Counter()
    fallen = game.lost(battle)
    while battle.outcome is None:
        if plans:
            checkpoint, at = battle.copy(), len(referee.answers)
        told = len(events)
        game.play_on(referee, battle)
        if not any(event.pieces for event in events[told:]):
            continue
        now = game.lost(battle)
        for victim in now:
            if victim not in fallen:
                found[_killer(game, battle, events[told:], victim), _name(game, battle, victim)] += 1
        fallen = now
    return found


def _name(game: Game, battle: Battle, id: str) -> str:
    return next((token.name for token in game.scene(battle, None).tokens if token.id == id), id)


def _killer(game: Game, battle: Battle, events: list[Event], victim: str) -> str:
    tokens = {token.id: token for token in game.scene(battle, None).tokens}
    side = tokens[victim].side
    for event in reversed(events):
        if victim in event.pieces:
            for other in event.pieces:
                if other in tokens and tokens[other].side not in (side, ""):
                    return tokens[other].name
    return ""


def feuds_text(found: Feuds, most: int = 10) -> str:
    """Who put whom out, most often first."""
    lines = ["who put whom out of play:"]
    lines += [f"  {who or 'nobody named'}: {whom}, {times} times" for (who, whom), times in found.most_common(most)]
    return "\n".join(lines)
