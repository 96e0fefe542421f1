"""What stands beside a choice before it is taken: the odds of an option, and how often to write each secret note."""

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction

from grognard.games.en_garde.battle import Battle, Figure, Wound
from grognard.games.en_garde.blows import Blow
from grognard.games.en_garde.combat import blade_in_hand, open_fight, stands_behind
from grognard.games.en_garde.ploys import Ploy
from grognard.games.en_garde.pools import Note, Notes
from grognard.games.en_garde.questions_blows import blow_odds
from grognard.games.en_garde.questions_combat import fights
from grognard.games.en_garde.questions_shooting import result_odds
from grognard.games.en_garde.shooting import line_up
from grognard.games.en_garde.weapons import BLADES
from grognard.kernel.chains import TakesTooLong
from grognard.kernel.choice import Option, Question
from grognard.kernel.matrix import equilibrium
from grognard.kernel.odds import Distribution

SOLVED = 20  # pairs of notes that are fought out to the last: about a second's work
FLOORS = (1 / 30, 1 / 100, 1 / 300, 1 / 1000, 1 / 3000)  # how likely a way must be to be followed, at every closer look
NEARLY = 200  # pairs of notes that are looked at like this; of more, nobody knows
MOST_WALKED = 12_000  # situations, after which nobody looks closer: two seconds of work
FINE = 10**6  # chances that are not exact are reckoned in parts of this

Payoffs = list[list[Fraction]]


def forecast(battle: Battle, question: Question, option: Option) -> list[tuple[str, Fraction]] | None:
    """What may come of a shot or an attack, before it is chosen: hit, wound, kill."""
    verb, target = getattr(option, "verb", ""), getattr(option, "target", "")
    if verb == "shoot" and question.about:
        shooter, foe = battle.figures[question.about[0]], battle.figures[target]
        return _short(result_odds(battle, shooter, foe, line_up(battle, shooter, foe, option.weapon)))  # type: ignore[attr-defined]
    if option.key.startswith("attack ") and battle.fight is not None and question.about:
        fight = battle.fight
        me, foe = battle.figures[question.about[0]], battle.figures[option.pieces[0]]
        mine, his = fight.fighter(me.id), fight.fighter(foe.id)
        blow = Blow(blade_in_hand(mine), BLADES[his.blade], stands_behind(battle, me, foe))
        return _short(blow_odds(battle, me, foe, blow, Ploy.NONE, Ploy.NONE))
    return None


def _short(chances: Distribution[str]) -> list[tuple[str, Fraction]]:
    return [
        ("hit", 1 - chances["miss"]),
        ("wound", chances["light"] + chances["grievous"] + chances["critical"]),
        ("kill", chances["critical"]),
    ]


def advice(battle: Battle, question: Question, enough: Callable[[], bool] | None = None) -> dict[str, Fraction] | None:
    """How often to write each note for a combat of one against one, so that no reply gains by knowing it (EG-COMBAT-02, EG-RULE-34).

    What counts is the chance to kill less the chance to be killed, every attack plain and parried while a Defence counter is left. Exact where there are few notes and nobody says `enough`; nearly so elsewhere. None for other questions, where there are too many notes, and where there was no time at all.
    """
    if question.rule != "EG-COMBAT-02" or len(question.about) != 2:
        return None
    figures = [battle.figures[id] for id in question.about]
    me, foe = figures if figures[0].side == question.side else reversed(figures)
    duel = Duel(battle, me, foe, enough)
    if len(duel) > NEARLY:
        return None
    payoffs: Payoffs = []
    with suppress(TakesTooLong):
        for floor in (*FLOORS, 0.0) if len(duel) <= SOLVED else FLOORS:
            payoffs = duel.payoffs(floor)
            if len(duel) > SOLVED and duel.walked_far():
                break
    if not payoffs:
        return None
    mix = equilibrium(payoffs)
    return {note.key: share for note, share in zip(duel.mine, mix.rows, strict=True) if share}


class Duel:
    """A combat of one against one before the notes are written. What was walked for one pair of notes, or to see less far, is shared."""

    def __init__(self, battle: Battle, me: Figure, foe: Figure, enough: Callable[[], bool] | None = None) -> None:
        self.start = battle.copy()
        self.start.figures = {figure.id: self.start.figures[figure.id] for figure in (me, foe)}
        self.me, self.foe = self.start.figures.values()
        self.mine, self.his = Notes(self.start, [self.me]), Notes(self.start, [self.foe])
        self._walked = fights(enough)

    def __len__(self) -> int:
        """Pairs of notes."""
        return len(self.mine) * len(self.his)

    def walked_far(self) -> bool:
        """Whether a closer look would take too long for anybody."""
        return len(self._walked.leads) > MOST_WALKED

    def payoffs(self, floor: float = 0.0) -> Payoffs:
        """For each note of mine and each of his: the chance that he falls less the chance that I do; ways that are less likely than `floor` are left where they stand."""
        return [[self._gain(mine, his, floor) for his in self.his] for mine in self.mine]

    def _gain(self, mine: Note, his: Note, floor: float) -> Fraction:
        start = self.start.copy()
        figures = list(start.figures.values())
        start.fight = open_fight(start, figures, {self.me.side: mine, self.foe.side: his})
        if not floor:
            return self._walked.ends(start).mean(lambda end: self._fallen(end.situation))
        likely = self._walked.likely_ends(start, floor)
        return Fraction(round(FINE * sum(chance * self._fallen(end) for end, chance in likely)), FINE)

    def _fallen(self, battle: Battle) -> int:
        return _fell(battle, self.foe.id) - _fell(battle, self.me.id)


def _fell(battle: Battle, id: str) -> int:
    return int(battle.figures[id].wound is Wound.DEAD)
