"""Companies: what a player brings, in cards and points, and the limits on it (C3-RULE-84)."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from msgspec import Struct

from grognard.errors import ScenarioError
from grognard.games.confrontation import artefacts, faith, mana
from grognard.games.confrontation.battle import Card, Fighter
from grognard.games.confrontation.profile import Profile
from grognard.games.confrontation.profiles import PROFILES

TROOP_CARD = 3  # C3-RULE-10: one card holds one to three fighters of the same profile
PER_CHARACTER = 150  # C3-RULE-84: one character per started 150 AP


class Group(Struct, frozen=True, forbid_unknown_fields=True):
    """One card as a company file has it. Places and facing are for scenarios without deployment."""

    profile: str
    number: int = 1
    name: str = ""
    artefacts: list[str] = []
    at: list[tuple[float, float]] = []
    facing: int = -1


class CompanyFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A company of one's own: its name, the AP total agreed on, and its cards."""

    name: str
    points: int
    card: list[Group]
    game: Literal["confrontation"] = "confrontation"
    blurb: str = ""
    title: str = ""


class Tally(NamedTuple):
    """What a company adds up to."""

    points: int
    troops: int  # AP spent on troops
    characters: int
    very_large: int
    cards: int


def profile_of(group: Group, file: str, place: str) -> Profile:
    """The profile that a card names."""
    found = PROFILES.get(group.profile)
    if found is None:
        raise ScenarioError(f"there is no profile {group.profile!r}; there is: {', '.join(PROFILES)}", file, place)
    return found


def check_group(group: Group, file: str, place: str) -> Profile:
    """Refuse a card that cannot be played, with the rule that forbids it."""
    profile = profile_of(group, file, place)
    most = 1 if profile.is_character else TROOP_CARD
    if not 1 <= group.number <= most:
        kind = "a character has a card of its own" if profile.is_character else "a card holds one to three troops"
        raise ScenarioError(f"{group.number} x {profile.name}: {kind} (C3-RULE-10)", file, place)
    if group.at and len(group.at) != group.number:
        raise ScenarioError(f"{group.number} fighters and {len(group.at)} places", file, f"{place}.at")
    why = (
        artefacts.check(profile, tuple(group.artefacts)) or mana.check_spells(profile) or faith.check_miracles(profile)
    )
    if why:
        raise ScenarioError(f"{profile.name} {why}", file, place)
    return profile


def tally(groups: Sequence[Group]) -> Tally:
    """Add a company up; every group is known to name a profile."""
    points = troops = characters = very_large = 0
    for group in groups:
        profile = PROFILES[group.profile]
        cost = profile.points * group.number + artefacts.points_of(group.artefacts)
        points += cost
        if profile.is_character:
            characters += group.number
        else:
            troops += cost
        very_large += group.number * (profile.size == "very_large")
    return Tally(points, troops, characters, very_large, len(groups))


def check_company(groups: Sequence[Group], limit: int | None, file: str, place: str) -> Tally:
    """C3-RULE-84: points, troops, characters and Very Large figures; artefacts once each (C3-RULE-96)."""
    if not groups:
        raise ScenarioError("a company needs at least one card", file, place)
    for n, group in enumerate(groups):
        check_group(group, file, f"{place}[{n}]" if place else f"card[{n}]")
    found = tally(groups)
    why = artefacts.check_company([name for group in groups for name in group.artefacts])
    if why is None and limit is not None and found.points > limit:
        why = f"costs {found.points} AP, {limit} were agreed on (C3-RULE-84)"
    elif why is None and 2 * found.troops < found.points:
        why = f"spends {found.troops} of {found.points} AP on troops, at least half is asked for (C3-RULE-84)"
    elif why is None and found.characters > -(-found.points // PER_CHARACTER):
        why = f"has {found.characters} characters, one per started {PER_CHARACTER} AP is allowed (C3-RULE-84)"
    elif why is None and found.very_large > 1:
        why = f"has {found.very_large} Very Large figures, one is allowed (C3-RULE-84)"
    if why:
        raise ScenarioError(f"the company {why}", file, place)
    return found


def muster(side: str, groups: Sequence[Group], others: Sequence[Fighter] = ()) -> tuple[list[Card], list[Fighter]]:
    """The cards and fighters of a company. Fighters of one profile are numbered, on from those that another side has brought."""
    cards: list[Card] = []
    fighters: list[Fighter] = []
    keys = [key for group in groups for key in [group.profile] * group.number]
    counts = {key: sum(other.profile.key == key for other in others) for key in keys}
    single = {key: counts[key] + keys.count(key) == 1 for key in keys}
    for n, group in enumerate(groups):
        profile = PROFILES[group.profile]
        members = []
        for place in range(group.number):
            counts[profile.key] += 1
            number = "" if single[profile.key] else str(counts[profile.key])
            id = profile.key + (f"_{number}" if number else "")
            fighter = Fighter(id, side, f"{profile.name} {number}".strip(), profile=profile, deployed=bool(group.at))
            fighter.artefacts = tuple(group.artefacts)
            fighter.points = profile.points + artefacts.points_of(group.artefacts)
            if group.at:
                fighter.x, fighter.y = round(group.at[place][0] * 100), round(group.at[place][1] * 100)
                fighter.facing = group.facing
            artefacts.equip(fighter)
            members.append(fighter)
        card = f"{side}-{n + 1}"
        for fighter in members:
            fighter.card = card
        name = group.name or (members[0].name if len(members) == 1 else f"{profile.name}s ({len(members)})")
        cards.append(Card(card, name, tuple(fighter.id for fighter in members)))
        fighters += members
    return cards, fighters
