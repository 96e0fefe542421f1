"""What stands beside a choice before it is taken: the odds of an option, and how often to write each secret note."""

from collections.abc import Callable
from fractions import Fraction

from grognard.games.en_garde.battle import Battle
from grognard.games.en_garde.blows import Blow
from grognard.games.en_garde.combat import blade_in_hand, stands_behind
from grognard.games.en_garde.duels import Duel
from grognard.games.en_garde.ploys import Ploy
from grognard.games.en_garde.questions_blows import blow_odds
from grognard.games.en_garde.questions_shooting import result_odds
from grognard.games.en_garde.shooting import line_up
from grognard.games.en_garde.weapons import BLADES
from grognard.kernel.choice import Option, Question
from grognard.kernel.odds import Distribution


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

    What counts is the chance to kill less the chance to be killed, every attack plain and parried while a Defence counter is left. Exact where there are few situations and nobody says `enough`; nearly so elsewhere. None for other questions, and where there was no time at all.
    """
    if question.rule != "EG-COMBAT-02" or len(question.about) != 2:
        return None
    figures = [battle.figures[id] for id in question.about]
    me, foe = figures if figures[0].side == question.side else reversed(figures)
    duel = Duel(battle, me, foe, enough)
    mix = duel.solved()
    if mix is None:
        return None
    return {note.key: share for note, share in zip(duel.mine, mix.rows, strict=True) if share}
