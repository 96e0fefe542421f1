"""En Garde! through choices: whole combats of two against two. Splitting pools is the game's own `split`."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, Literal

from grognard.errors import TooLarge
from grognard.games.en_garde import questions as en_garde
from grognard.games.en_garde.battle import Battle, Wound
from grognard.kernel.chains import Chain
from grognard.kernel.choice import Option, Question
from grognard.kernel.odds import Distribution, Policy, copy_situation
from grognard.kernel.referee import Live, Referee, SealedDice
from grognard.kernel.samples import Estimate

Answer = dict[str, Any]
Whom = Literal["same", "own", "weakest"]
Fallen = tuple[int, int]  # how many of red, how many of blue
EXACT = 15_000  # ways to fall that a combat of four may take before it is sampled


def two_against_two(
    fight: int = 3, initiative: int = 3, attacks: int = 1, defences: int = 1, armour: int = 0,
    enemy_fight: int = 2, enemy_initiative: int = 2, enemy_attacks: int = 1, enemy_defences: int = 1, enemy_armour: int = 0,
    targets: Whom = "same", enemy_targets: Whom = "same", plays: int = 4000,
) -> Answer:  # fmt: skip
    """A whole combat of two equal pairs: how many fall on each side if a pair strikes the same man, each his own, or always the worst hurt?

    Every attack is plain and parried while a Defence counter is left. The odds are exact where they can be counted; a larger combat is played out, and the answer then has its interval (`plays` says how often).
    """
    mine = [
        (en_garde.a_model(f"you {n}", fight=fight, initiative=initiative, armour=armour), "sword", attacks, defences, 1)
        for n in (1, 2)
    ]
    his = [
        (
            en_garde.a_model(f"he {n}", "blue", fight=enemy_fight, initiative=enemy_initiative, armour=enemy_armour),
            "sword",
            enemy_attacks,
            enemy_defences,
            1,
        )
        for n in (1, 2)
    ]
    battle = en_garde.a_fight(*mine, *his)
    plan = {"red": targets, "blue": enemy_targets}
    fallen = _fight_it_out(battle, plan, plays)
    return {
        "answer": "exact" if isinstance(fallen, Distribution) else f"sampled, {plays:,} plays",
        **{
            words: _chance_of(fallen, test, plays)
            for words, test in {
                "both of his fall": lambda dead: dead[1] == 2,
                "one of his falls": lambda dead: dead[1] == 1,
                "both of yours fall": lambda dead: dead[0] == 2,
                "one of yours falls": lambda dead: dead[0] == 1,
                "more of his fall": lambda dead: dead[1] > dead[0],
                "more of yours fall": lambda dead: dead[0] > dead[1],
            }.items()
        },
    }


def _fight_it_out(battle: Battle, plan: dict[str, Whom], plays: int) -> Distribution[Fallen] | dict[Fallen, Estimate]:
    step, over = en_garde.fights().step, _fight_is_over

    def choose(question: Question) -> Option:
        if question.text.endswith("attack whom?"):
            return _target(question, plan[question.side], battle_now[0])
        return en_garde.always_attack(question)

    battle_now = [battle]

    def watched(referee: Referee, situation: Battle) -> None:
        battle_now[0] = situation  # the policy looks at wounds, so it must see the situation of this very run
        step(referee, situation)

    try:
        ends = Chain(watched, over=over, policy=choose, plain=en_garde.plain_fight, limit=EXACT).ends(battle)
    except TooLarge:
        return _sampled(watched, over, battle, choose, plays)
    return ends.map(lambda end: _fallen(end.situation))


def _fight_is_over(battle: Battle) -> bool:
    return battle.fight is None


def _target(question: Question, plan: Whom, battle: Battle) -> Option:
    """Whom a pair strikes: always the first that is left, each the man across, or whoever is hurt worst."""
    foes = [option for option in question.options if option.key.startswith("attack ")]
    if plan == "own":
        number = question.about[0].rsplit(" ", 1)[-1]
        return next((option for option in foes if option.pieces[0].endswith(number)), foes[0])
    if plan == "weakest":
        hurt = list(Wound)
        return max(foes, key=lambda option: hurt.index(battle.figures[option.pieces[0]].wound))
    return foes[0]


def _fallen(battle: Battle) -> Fallen:
    dead = [figure.side for figure in battle.figures.values() if figure.wound is Wound.DEAD]
    return dead.count("red"), dead.count("blue")


def _sampled(
    step: Callable[[Referee, Battle], None],
    over: Callable[[Battle], bool],
    battle: Battle,
    policy: Policy,
    plays: int,
) -> dict[Fallen, Estimate]:
    times: dict[Fallen, int] = {}
    for play in range(plays):
        (fresh,) = copy_situation((battle,))
        referee = Live([], SealedDice(f"two against two {play}"), policy)
        while not over(fresh):
            step(referee, fresh)
        seen = _fallen(fresh)
        times[seen] = times.get(seen, 0) + 1
    return {seen: Estimate(count, plays) for seen, count in times.items()}


def _chance_of(
    fallen: Distribution[Fallen] | dict[Fallen, Estimate], test: Callable[[Fallen], bool], plays: int
) -> Fraction | Estimate:
    if isinstance(fallen, Distribution):
        return fallen.chance(test)
    return Estimate(sum(share.times for seen, share in fallen.items() if test(seen)), plays)


CHOICES: dict[str, Callable[..., Any]] = {"two-against-two": two_against_two}
