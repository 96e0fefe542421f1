"""Fear: who must test, against what, and with whose courage."""

from grognard.games.confrontation.battle import Battle, Fighter
from grognard.games.confrontation.tests_of_skill import Attempt, attempt
from grognard.kernel.choice import Pick
from grognard.kernel.referee import Referee


def is_due(fighter: Fighter, level: int) -> bool:
    """Whether a FEAR of that level calls for a test."""
    if not level or fighter.routed or knows_no_fear(fighter):
        return False
    if fighter.fear >= level:  # C3-FEAR-04, C3-RULE-57: only a strictly higher FEAR
        return False
    return fighter.immune_to < level  # C3-FEAR-05


def knows_no_fear(fighter: Fighter) -> bool:
    """C3-RULE-58: they never test and are never in rout."""
    return fighter.has("living_dead") or fighter.has("construct")


def face_fear(referee: Referee, battle: Battle, fighter: Fighter, level: int, *, rule: str) -> bool:
    """Take a fear test if one is due, each fighter for itself (C3-FEAR-06); whether it stays steady. Fleeing is for the caller (C3-RULE-55, C3-RULE-56)."""
    if not is_due(fighter, level):
        return True
    tested = check_courage(referee, battle, fighter, level, rule)
    if tested.reaches(level):  # C3-RULE-54
        fighter.immune_to = max(fighter.immune_to, level)  # C3-FEAR-05
        referee.tell("{} faces FEAR {} and stands", fighter, level, rule=rule)
        return True
    fighter.routed, fighter.routed_by = True, level  # C3-FEAR-08
    referee.tell("{} is seized by FEAR {}: in rout", fighter, level, rule="C3-FEAR-08")
    return False


def check_courage(referee: Referee, battle: Battle, fighter: Fighter, level: int, rule: str) -> Attempt:
    """The test itself: one's own COU (or FEAR in its place, C3-FEAR-04), or that of a leader nearby."""
    value = fighter.cou
    leader = best_leader(battle, fighter, "cou")
    if leader is not None and leader.cou > value:
        text = f"{fighter.name} faces FEAR {level}: whose courage?"
        options = [Pick(f"COU of {leader.id}", piece=leader.id), Pick("own COU", piece=fighter.id)]
        if referee.choose(fighter.side, text, options, rule="C3-RULE-76", about=(fighter.id,)) is options[0]:
            value = leader.cou
    return attempt(referee, battle.options, fighter.side, "COU", value, rule=rule, need=level, about=(fighter.id,))


def best_leader(battle: Battle, fighter: Fighter, stat: str) -> Fighter | None:
    """C3-RULE-76: the friend with Leadership/X within X whose COU or DIS is the highest; his FEAR cannot be lent, and no routed one leads (C3-ROUT-10)."""
    best: Fighter | None = None
    for leader in battle.fighters:
        if leader.side != fighter.side or not leader.profile.leadership or leader is fighter:
            continue
        if not leader.on_table or leader.routed or not battle.within(leader, fighter, leader.profile.leadership):
            continue
        printed = leader.profile.cou if stat == "cou" else leader.profile.dis
        if printed is None:
            continue
        if best is None or lent(leader, stat) > lent(best, stat):
            best = leader
    return best


def lent(leader: Fighter, stat: str) -> int:
    """The value that a leader lends."""
    return leader.cou if stat == "cou" else leader.dis or 0
