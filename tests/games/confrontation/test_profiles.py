"""C3-STAT, C3-PROF and C3-WEAP: the cards of the three companies, as the page prints them."""

import re

import pytest

from grognard.games.confrontation import GAME
from grognard.games.confrontation.profiles import PROFILES, WEAPONS, counter_attacks, kind_sequence, profile

BY_NAME = {profile.name: profile for profile in PROFILES.values()}
ROW = re.compile(
    r"^\| (C3-PROF-\d+) \| ([^|]+) \| ([^|]+) \|([^|]+)\|([^|]+)\|([^|]+)\|([^|]+)\|([^|]+)\|([^|]+)\|([^|]+)\|([^|]+)\|([^|]*)\|$",
    re.MULTILINE,
)
ROWS = ROW.findall(GAME.rulebook.text)


def number(text):
    return None if text.strip() == "-" else int(text)


def test_the_page_prints_26_profiles():
    """C3-PROF-01 to C3-PROF-26 (C3-RULE-97)."""
    assert len(ROWS) == len(PROFILES) == 26


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_every_profile_is_the_printed_one(row):
    """Each of C3-PROF-01, C3-PROF-02, C3-PROF-03, C3-PROF-04, C3-PROF-05, C3-PROF-06, C3-PROF-07, C3-PROF-08, C3-PROF-09, C3-PROF-10, C3-PROF-11,
    C3-PROF-12, C3-PROF-13, C3-PROF-14, C3-PROF-15, C3-PROF-16, C3-PROF-17, C3-PROF-18, C3-PROF-19, C3-PROF-20, C3-PROF-21, C3-PROF-22, C3-PROF-23,
    C3-PROF-24, C3-PROF-25, C3-PROF-26; C3-STAT-01 to C3-STAT-09 are its columns.
    """
    _, name, rank, mov, ini, attack, defence, aim, courage, dis, points, abilities = [cell.strip() for cell in row]
    profile = BY_NAME[name]
    assert profile.rank == rank.split(",")[0].lower()
    assert profile.mov == round(float(mov) * 100)
    assert profile.ini == int(ini)
    assert f"{profile.att}/{profile.strength}" == attack
    assert f"{profile.defence}/{profile.res}" == defence
    assert profile.aim == number(aim)
    assert (f"C{profile.cou}" if profile.fear is None else f"F{profile.fear}") == courage
    assert profile.dis == number(dis)
    assert profile.points == int(points)
    assert profile.is_character is (", C" in rank)
    size = re.search(r"Small|Medium|Large|Very Large", rank)
    assert size is not None
    assert profile.size == ("very_large" if "Very Large" in rank else size[0].lower())
    for ability in [word.strip() for word in re.split("[,;]", abilities) if word.strip()]:
        assert has(profile, ability), ability


def has(profile, ability):
    """Whether a profile has what the last column says."""
    word, _, x = ability.partition("/")
    if word in ("Leadership", "Implacable", "Master Strike"):
        value = {
            "Leadership": profile.leadership / 100,
            "Implacable": profile.implacable,
            "Master Strike": profile.master_strike,
        }[word]
        return value == float(x)
    if word.startswith("POW"):
        return profile.power == int(word.split()[1])
    if word.startswith("Faith"):
        return profile.aspects == tuple(map(int, ability.removeprefix("Faith ").split("/")))
    if word.startswith("aura"):
        return profile.aura == round(float(word.split()[1]) * 100)
    if word in ("Light", "Air", "Water", "Fire", "Earth", "Darkness"):
        return word.lower() in profile.elements
    if word == "Necromancy":
        return profile.path == "necromancy"
    if word.lower() in WEAPONS:
        return profile.weapon == WEAPONS[word.lower()]
    return word.lower().replace("-", "_").replace(" ", "_") in profile.abilities


@pytest.mark.parametrize(
    ("name", "strength", "ranges"),
    [
        ("sling", 2, (10, 25, 40)),  # C3-WEAP-01
        ("short bow", 3, (15, 30, 45)),  # C3-WEAP-02
        ("long bow", 4, (20, 40, 60)),  # C3-WEAP-03
        ("crossbow", 6, (20, 35, 50)),  # C3-WEAP-04
        ("javelins", 5, (8, 14, 20)),  # C3-WEAP-05
        ("hand crossbow", 4, (10, 20, 30)),  # C3-WEAP-06
    ],
)
def test_the_ranged_weapons(name, strength, ranges):
    """C3-RULE-93."""
    assert WEAPONS[name].strength == strength
    assert WEAPONS[name].ranges == tuple(limit * 100 for limit in ranges)


def test_exactly_one_of_cou_and_fear():
    """C3-STAT-06."""
    assert all((profile.cou is None) is not (profile.fear is None) for profile in PROFILES.values())


def test_what_comes_with_being_a_character():
    """C3-RULE-97, C3-RULE-40, C3-CAST-03, C3-CAST-11, C3-CALL-03, C3-CALL-04, C3-FIRE-08."""
    orla, ysolde, aumen, corrin = (PROFILES[name] for name in ("orla", "ysolde", "aumen", "corrin"))
    assert {"counter_attack", "assault_fire", "rapid_reload"} <= set(orla.abilities)
    assert (orla.sequence, orla.master_strike) == (2, 2)
    assert (ysolde.sequence, ysolde.master_strike) == (1, -1)
    assert "arcana" in ysolde.abilities
    assert (aumen.sequence, aumen.piety) == (1, 2)
    assert (corrin.sequence, corrin.master_strike) == (2, 0)
    assert kind_sequence("troop") == 0
    assert not counter_attacks("pure_mage", ["counter_attack"])


def test_the_faithful_of_merin_and_mid_nor_are_illuminated_by_their_cards():
    """C3-CALL-03."""
    card = ("anse", "Anse", "devout", 10, 3, (2, 4), (3, 5), None, "C5", 4, 50)
    illuminated = [
        "illuminated" in profile(*card, kind="pure_faithful", aspects=(1, 1, 1), cult=cult).abilities
        for cult in ("merin", "mid_nor", "")
    ]
    assert illuminated == [True, True, False]


def test_int_is_ini():
    """C3-RULE-01, C3-STAT-02: one characteristic under two names."""
    assert not hasattr(PROFILES["orla"], "int")
    assert PROFILES["orla"].ini == 5


def test_res_and_def_do_different_things():
    """C3-STAT-03, C3-STAT-04: DEF is tested, RES only lowers damage."""
    sworn = PROFILES["beacon_sworn"]
    assert (sworn.defence, sworn.res) == (5, 8)


def test_the_abilities_of_our_profiles():
    """C3-RULE-92, C3-ABIL-05, C3-ABIL-07."""
    assert "scout" in PROFILES["mist_stalker"].abilities
    tags = {ability for profile in PROFILES.values() for ability in profile.abilities}
    assert {
        "living_dead",
        "construct",
        "elemental",
        "sure_footed",
        "skirmisher",
        "thick_hide",
        "flight",
        "musician",
        "standard",
    } <= tags


def test_faith_totals():
    """C3-STAT-09, C3-STAT-08: only magicians have POW, only Faithful have aspects."""
    assert PROFILES["corrin"].faith == 4
    assert [key for key, profile in PROFILES.items() if profile.is_magician] == [
        "ysolde",
        "silt",
        "steward",
        "madrigal",
    ]
    assert [key for key, profile in PROFILES.items() if profile.is_faithful] == ["aumen", "corrin"]
