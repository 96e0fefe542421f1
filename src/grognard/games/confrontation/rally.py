"""Rally: routed fighters pull themselves together at the start of a round."""

from grognard.games.confrontation.battle import Battle, Fighter
from grognard.games.confrontation.fear import best_leader, lent
from grognard.games.confrontation.options import Options
from grognard.games.confrontation.tests_of_skill import attempt
from grognard.kernel.choice import Option
from grognard.kernel.referee import Referee

DIFFICULTY = 6  # C3-STRAT-02


class With(Option, frozen=True, gc=False):
    """What a fighter rallies with: COU or DIS, its own or a leader's."""

    stat: str  # "cou" or "dis"
    value: int
    leader: str = ""

    @property
    def key(self) -> str:
        return self.stat if not self.leader else f"{self.stat} of {self.leader}"

    @property
    def words(self) -> str:
        whose = "own" if not self.leader else f"{self.leader}'s"
        return f"With {whose} {self.stat.upper()} {self.value}"


def rally_difficulty(options: Options, fear_level: int) -> int:
    """C3-RULE-07: 6, or the FEAR that routed him."""
    return DIFFICULTY if options.rally == "fixed_6" else fear_level


def rally(referee: Referee, battle: Battle, fighter: Fighter) -> bool:
    """One rally test of a routed fighter (C3-STRAT-02, C3-FEAR-07); whether it is itself again. No wound penalties (C3-EFF-05)."""
    difficulty = rally_difficulty(battle.options, fighter.routed_by)
    options = rally_options(battle, fighter)
    using = options[0]
    if len(options) > 1:
        text = f"{fighter.name} tries to rally: with what?"
        using = referee.choose(fighter.side, text, options, rule="C3-STRAT-02", about=(fighter.id,))
    tested = attempt(
        referee,
        battle.options,
        fighter.side,
        using.stat.upper(),
        using.value,
        rule="C3-STRAT-02",
        need=difficulty,
        about=(fighter.id,),
    )
    if not tested.reaches(difficulty):
        referee.tell("{} does not rally", fighter, rule="C3-FEAR-07")
        return False
    fighter.routed = False
    fighter.immune_to = max(fighter.immune_to, fighter.routed_by)  # C3-FEAR-05
    referee.tell("{} rallies", fighter, rule="C3-STRAT-02")
    return True


def rally_options(battle: Battle, fighter: Fighter) -> list[With]:
    """COU (a FEAR-causer's FEAR, C3-RULE-07) or DIS, own or of a leader in reach (C3-RULE-76)."""
    options = [With("cou", fighter.cou)]
    if fighter.dis is not None:  # C3-STAT-07: no discipline, no rally with it
        options.append(With("dis", fighter.dis))
    for stat in ("cou", "dis"):
        leader = best_leader(battle, fighter, stat)
        if leader is not None:
            options.append(With(stat, lent(leader, stat), leader.id))
    return options
