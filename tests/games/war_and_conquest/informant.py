"""Somebody who watched a battle of ours and tells the companion about it: what happened in a round, what lay within reach, who chose what, which dice fell."""

from typing import Any

from grognard.games.war_and_conquest.battle import Battle, Unit
from grognard.games.war_and_conquest.combat import linked
from grognard.games.war_and_conquest.end_phase import worries
from grognard.games.war_and_conquest.footprint import is_leader_near
from grognard.games.war_and_conquest.turn import play_on
from grognard.kernel.choice import Option, find
from grognard.kernel.dice import Dice, Roll
from grognard.kernel.event import Event
from grognard.kernel.referee import Live, Referee, SealedDice
from grognard.players.recruit import Recruit


class Stretch:
    """A part of a recorded battle: the battle before and after, the choices made in it and everything that was told."""

    def __init__(self, states: list[tuple[int, Battle]], choices: list[tuple[str, str]], events: list[Event]) -> None:
        self.states, self.choices, self.events = states, choices, events
        self.before, self.after = states[0][1], states[-1][1]

    def piece_at(self, roll: int) -> tuple[Battle, Battle]:
        """The battle before and after the piece in which that roll was made."""
        n = max((n for n, (rolls, _) in enumerate(self.states[:-1]) if rolls <= roll), default=0)
        return self.states[n][1], self.states[n + 1][1]

    @property
    def rolls(self) -> list[Event]:
        return [event for event in self.events if event.kind == "roll"]

    def crossed(self, unit: Unit) -> list[str]:
        """The formations through which this unit fled."""
        return [
            event.pieces[1]
            for event in self.events
            if event.rule == "WC-PF-03" and event.pieces[0] == unit.id and len(event.pieces) == 2
        ]

    def met(self, unit: Unit) -> str:
        """What the unit's leader met in the end."""
        now = self.after.unit(unit.id)
        if now.where == "off" or now.fate == "gone":
            return "edge"
        if now.fate != "dispersed":
            return "nothing"
        ran_into = [event.words for event in self.events if event.rule == "WC-RALLY-09" and event.pieces == (unit.id,)]
        return "friend" if ran_into else "enemy"


class Watcher:
    """Plays a battle of ours with recruits and cuts it into stretches."""

    def __init__(self, battle: Battle, seed: int) -> None:
        self.battle = battle
        players = {"red": Recruit(seed), "blue": Recruit(seed + 500)}
        self.events: list[Event] = []
        self.choices: list[tuple[str, str]] = []

        def ask(question: Any) -> Option:
            picked = players[question.side].answer(question, None)  # type: ignore[arg-type]
            self.choices.append((question.text, picked.key))
            return picked

        self.referee = Live([], SealedDice(f"watched {seed}"), ask, events=self.events)

    def until(self, *steps: str) -> Stretch:
        """Play on until one of these steps comes next, or the battle is over."""
        states, choices, events = [(0, self.battle.copy())], len(self.choices), len(self.events)
        while True:
            play_on(self.referee, self.battle)
            told = self.events[events:]
            states.append((sum(event.kind == "roll" for event in told), self.battle.copy()))
            if self.battle.outcome is not None or self.battle.step in steps:
                return Stretch(states, self.choices[choices:], told)


class Happening:
    """One thing that happened in a round of play, as somebody would enter it; `answers` are by the words that a question begins with."""

    def __init__(self, kind: str, answers: dict[str, str], fought: list[Unit] | None = None) -> None:
        self.kind, self.answers = kind, answers
        self.fought = list(fought or [])


class Informant(Referee):
    """Answers the companion out of what was seen. Every die that it is asked for must be the one that fell in the battle, for the same reason."""

    def __init__(self, seen: Stretch, happenings: list[Happening] | None = None, *, strict: bool) -> None:
        self.seen = seen
        self.happenings = list(happenings or [])
        self.now: Happening | None = None
        self.rolls = seen.rolls
        self.choices = list(seen.choices)
        self.strict = strict  # are dice and decisions asked for in the very same order?
        self.asked: list[str] = []
        self.told: list[Event] = []
        self.crossing: list[str] = []

    def roll(self, dice: Dice, reason: str, *, by: str, rule: str, seen_by: tuple[str, ...] | None = None) -> Roll:
        n = 0 if self.strict else next(n for n, event in enumerate(self.rolls) if event.words == reason)
        fell = self.rolls.pop(n)
        assert (fell.words, fell.dice, fell.side, fell.rule) == (reason, str(dice), by, rule)
        return dice.read(fell.faces)

    def choose(
        self, side: str, text: str, options: Any, *, rule: str, about: tuple[str, ...] = (), because: str = ""
    ) -> Any:
        self.asked.append(text)
        fact = self.entry(text, side) or self.fact(text, about)
        if fact is None:
            n = 0 if self.strict else next(n for n, choice in enumerate(self.choices) if choice[0] == text)
            wanted, fact = self.choices.pop(n)
            assert wanted == text
        return find(options, fact, rule)

    def entry(self, text: str, side: str) -> str | None:
        """What somebody would type for what happened."""
        if text == "What happened in this round of play?":
            self.now = self.happenings.pop(0) if self.happenings else None
            return self.now.kind if self.now else "resolve"
        if self.now is None:
            return None
        if text.endswith(" fought?"):
            name = text.split(" of ", 1)[1].removesuffix(" fought?")
            mine = next(side.id for side in self.seen.before.sides if side.name == name)
            left = [unit for unit in self.now.fought if unit.side == mine]
            if not left:
                return "no other"
            self.now.fought.remove(left[0])
            return left[0].id
        if text.startswith("How did the combat morale test of "):
            name = text.removeprefix("How did the combat morale test of ").removesuffix(" go?")
            return "broke" if next(unit for unit in self.seen.after.units if unit.name == name).broke else "passed"
        return next((answer for words, answer in self.now.answers.items() if text.startswith(words)), None)

    def fact(self, text: str, about: tuple[str, ...]) -> str | None:
        """What people would see on the table; None for what they would have to decide."""
        before = self.seen.before if self.strict else self.seen.after
        if text.startswith("Is any figure"):
            reach = 500 if 'within 5"' in text else 1000
            general, unit = before.unit(about[0]), before.unit(about[1])
            if any("last chance" in text for text in self.asked[-2:-1]):  # it has run to the edge by now
                words = [event.words for event in self.seen.rolls]
                began, ended = self.seen.piece_at(words.index(f"{unit.name}: last chance to stand"))
                general, unit = began.unit(about[0]), ended.unit(about[1])
            return "yes" if is_leader_near(general, unit, reach) else "no"
        if text.startswith("How many enemy formations"):
            unit = before.unit(about[0])
            enemies = [enemy for enemy in before.units if enemy.side != unit.side and worries(enemy)]
            return str(sum(is_leader_near(unit, enemy, 1000) for enemy in enemies))
        if "what does its leader meet" in text:
            unit = before.unit(about[0])
            self.crossing = self.seen.crossed(unit)
            return self.seen.met(unit)
        if text.startswith("Which friendly battle formation"):
            return self.crossing.pop(0) if self.crossing else "no other"
        if text.startswith("Whom"):
            touched = self.seen.after.foes(self.seen.after.unit(about[0]))
            fresh = [foe.id for foe in touched if f"{foe.id} met by {about[0]}" not in self.asked]
            if fresh:
                self.asked.append(f"{fresh[0]} met by {about[0]}")
            return fresh[0] if fresh else "nobody"
        if "which did not break" in text:
            return "yes" if before.unit(about[1]) in before.foes(before.unit(about[0])) else "no"
        return None

    def tell(self, words: str, *things: object, rule: str, **more: Any) -> None:
        Live([], SealedDice(""), lambda question: "", events=self.told).tell(words, *things, rule=rule, **more)


def happenings_in(seen: Stretch) -> list[Happening]:
    """What somebody would type for a round of play, from how it began and how it stands before the Resolution Phase."""
    start, end = seen.before, seen.after
    back = [unit for unit in end.units if start.unit(unit.id).where == "off" and unit.where == "table"]
    found = [Happening("returned", {"Which unit came back": unit.id}) for unit in back]
    for event in seen.rolls:
        name = event.words.removesuffix(" flees from the charge")
        for unit in end.units:
            if unit.name == name:
                got_away = "caught" if unit.caught else "survived"
                found.append(Happening("fled", {"Which unit fled": unit.id, f"Did {unit.name}": got_away}))
    for unit in end.units:
        lost = {"shooting": unit.shot, "glancing": unit.glanced, "strike back": unit.struck_back, "combat": unit.fought}
        for cause, count in lost.items():
            if count:
                answers = {"Which unit lost": unit.id, "What cost": cause, "How many figures": str(count)}
                found.append(Happening("casualties", answers))
    for side in end.sides:
        lives = start.side(side.id).general_state in ("able", "fleeing")
        if lives and side.general_state == "slain" and end.unit(side.general).where != "lost":
            found.append(Happening("general", {"Which general": side.id}))
    return found + combats_in(end)


def combats_in(end: Battle) -> list[Happening]:
    """The combats of a round."""
    found = []
    for group in linked(end):
        units = [end.unit(id) for id in group]
        winner = next((unit.side for unit in units if unit.won), "draw")
        found.append(Happening("combat", {"Who won": winner, "By how much": "1"}, units))
    alone = [unit for unit in end.units if unit.won and unit.where == "table" and not end.foes(unit)]
    return found + [Happening("enemy gone", {"Which unit has no enemy": unit.id}) for unit in alone]
