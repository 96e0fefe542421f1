"""Faith: aspects, believers, and the temporary faith (T.F.) of a round."""

from collections.abc import Iterator, Sequence

from grognard.games.confrontation.battle import Battle, Fighter
from grognard.games.confrontation.mana import on_shrine
from grognard.games.confrontation.miracles import MIRACLES, in_aura
from grognard.games.confrontation.options import Options
from grognard.games.confrontation.profile import SPARED_CULTS, Profile
from grognard.kernel.referee import Referee
from grognard.kernel.tally import Modifier, Tally

RANKS = ("devout", "zealot", "dean", "avatar")
GENERATED = {"pure_faithful": (2, 3, 4), "warrior_monk": (1, 2, 3)}  # C3-TF-01: Devout, Zealot, Dean
AVATAR = {  # C3-RULE-61: the damaged column of the table
    "7_6": {"pure_faithful": 7, "warrior_monk": 6},
    "5_4": {"pure_faithful": 5, "warrior_monk": 4},
    "2_6": {"pure_faithful": 2, "warrior_monk": 6},
}
NO_BELIEVERS = ("living_dead", "construct", "stateless", "elemental")  # C3-TF-07


def faithful(battle: Battle, side: str = "") -> list[Fighter]:
    """The Faithful on the table, of one camp or of all."""
    return [f for f in battle.fighters if any(f.profile.aspects) and f.deployed and not f.gone and side in ("", f.side)]


def is_spared_in_melee(profile: Profile) -> bool:
    """C3-RULE-68: Warrior-Monks and the Faithful of Merin or Mid-Nor suffer nothing for being in hand-to-hand."""
    return profile.kind == "warrior_monk" or profile.cult in SPARED_CULTS


# Temporary faith


def start(battle: Battle, fighter: Fighter) -> None:
    """C3-TF-02, C3-RULE-60: the T.F. of the first round is the Faith total."""
    fighter.tf = fighter.profile.faith


def renew(referee: Referee, battle: Battle, fighter: Fighter) -> None:
    """C3-TF-05: the T.F. of the next round; what was left of the last is lost (C3-TF-08)."""
    tally = Tally(faith_modifiers(battle, fighter))
    fighter.tf = max(0, tally.total)  # C3-RULE-63
    referee.tell("{} has {} T.F. for the next round", fighter, fighter.tf, because=tally, rule="C3-TF-05")


def faith_modifiers(battle: Battle, fighter: Fighter) -> Iterator[Modifier]:
    """C3-RULE-63: what T.F. is made of."""
    profile = fighter.profile
    yield Modifier(profile.faith, "Faith total", "C3-TF-05")
    yield Modifier(generated(profile.kind, profile.rank, battle.options), profile.rank.title(), "C3-TF-01")
    yield Modifier(groups(len(believers(battle, fighter)), battle.options), "believers", "C3-TF-06")
    yield Modifier(profile.piety, "Piety", "C3-RULE-73")
    if fighter.routed:
        yield Modifier(-2, "in rout", "C3-ROUT-07")
    if on_shrine(battle, fighter):
        yield Modifier(+2, "on the shrine", "C3-TF-05")


def generated(kind: str, rank: str, options: Options) -> int:
    """C3-TF-01: the points that a Faithful generates himself."""
    if rank == "avatar":
        return AVATAR[options.tf_avatar][kind]
    return GENERATED[kind][RANKS.index(rank)]


def groups(number: int, options: Options) -> int:
    """C3-RULE-62: believers count by groups, a started one in full."""
    return -(-number // options.believer_group)


def believers(battle: Battle, fighter: Fighter) -> list[Fighter]:
    """C3-TF-06: the friends in the aura, also in rout, but not himself (C3-RULE-62)."""
    return [f for f in in_aura(battle, fighter) if f is not fighter and is_believer(f.profile)]


def is_believer(profile: Profile) -> bool:
    """C3-TF-07: not without discipline, and no Living-Dead, Constructs, Stateless or Elemental Beings."""
    return profile.dis is not None and not any(tag in profile.abilities for tag in NO_BELIEVERS)


# Cards


def may_call(aspects: Sequence[int], needed: Sequence[int]) -> bool:
    """C3-RULE-95: each aspect must be at least what the miracle asks for."""
    return all(have >= need for have, need in zip(aspects, needed, strict=True))


def may_know(kind: str, aspects: Sequence[int], miracles: Sequence[Sequence[int]]) -> bool:
    """C3-TF-03, C3-TF-04: any number of miracles, one for a Warrior-Monk; `miracles` are the aspects they need."""
    return (kind != "warrior_monk" or len(miracles) <= 1) and all(may_call(aspects, needed) for needed in miracles)


def check_miracles(profile: Profile) -> str | None:
    """Why these miracles, aspects and rank cannot stand on a Faithful's card, or None."""
    if not profile.is_faithful:
        return "has miracles or an aura but no Faith" if profile.miracles or profile.aura else None  # C3-STAT-09
    if profile.kind not in GENERATED:
        return f"has Faith but is a {profile.kind}; it may be {' or '.join(GENERATED)}"
    if profile.rank not in RANKS:
        return f"is a Faithful of rank {profile.rank!r}; it may be {', '.join(RANKS)}"  # C3-TF-01
    for name in profile.miracles:
        if name not in MIRACLES:
            return f"knows {name!r}; there is {', '.join(MIRACLES)}"
        if not may_call(profile.aspects, MIRACLES[name].aspects):
            return f"knows {name}, which needs aspects {MIRACLES[name].aspects}, but has {profile.aspects} (C3-RULE-95)"
        if profile.miracles.count(name) > 1:
            return f"knows {name} twice (C3-TF-03)"
    if not may_know(profile.kind, profile.aspects, [MIRACLES[name].aspects for name in profile.miracles]):
        return f"knows {len(profile.miracles)} miracles; a Warrior-Monk knows one only (C3-TF-04)"
    return None
