"""The profiles of the three companies, and the ranged weapons (C3-RULE-93, C3-RULE-97)."""

from collections.abc import Sequence
from typing import Any

from grognard.games.confrontation.profile import SPARED_CULTS, Kind, Profile, Weapon
from grognard.games.confrontation.sizes import size_and_force

WEAPONS = {
    weapon.name: weapon
    for weapon in (
        Weapon("sling", 2, (1000, 2500, 4000)),  # C3-WEAP-01
        Weapon("short bow", 3, (1500, 3000, 4500)),  # C3-WEAP-02
        Weapon("long bow", 4, (2000, 4000, 6000)),  # C3-WEAP-03
        Weapon("crossbow", 6, (2000, 3500, 5000)),  # C3-WEAP-04
        Weapon("javelins", 5, (800, 1400, 2000)),  # C3-WEAP-05
        Weapon("hand crossbow", 4, (1000, 2000, 3000)),  # C3-WEAP-06
    )
}
FIGHTERS: tuple[Kind, ...] = ("character", "warrior_mage", "warrior_monk")  # who fights as a character does


def profile(
    key: str,
    name: str,
    rank: str,
    mov: float,
    ini: int,
    attack: tuple[int, int],
    defence: tuple[int, int],
    aim: int | None,
    courage: str,
    dis: int | None,
    points: int,
    *abilities: str,
    kind: Kind = "troop",
    weapon: str = "",
    card_word: str = "",
    small: bool = False,
    **more: Any,
) -> Profile:
    """A card as the table prints it, with what its kind brings along (C3-RULE-97, C3-CAST-03, C3-CAST-11, C3-CALL-03, C3-CALL-04)."""
    size, force = size_and_force(more.get("base", "25x25"), card_word, listed_small=small)
    armed = weapon != "" and aim is not None
    value = int(courage[1:])
    more["master_strike"] = max(more.get("master_strike", -1), kind_master(kind))
    return Profile(
        key,
        name,
        mov=round(mov * 100),
        ini=ini,
        att=attack[0],
        strength=attack[1],
        defence=defence[0],
        res=defence[1],
        aim=aim,
        cou=value if courage[0] == "C" else None,
        fear=value if courage[0] == "F" else None,
        dis=dis,
        points=points,
        rank=rank,
        kind=kind,
        size=size,
        force=force,
        abilities=tuple(
            dict.fromkeys((*abilities, *kind_abilities(kind, armed), *cult_abilities(more.get("cult", ""))))
        ),
        weapon=WEAPONS[weapon] if weapon else None,
        sequence=kind_sequence(kind),
        piety=2 if kind == "pure_faithful" else 0,
        **more,
    )


def kind_sequence(kind: Kind) -> int:
    """C3-RULE-40: the X of Sequence/X that comes with being such a character."""
    return 2 if kind in FIGHTERS else 0 if kind == "troop" else 1


def kind_master(kind: Kind) -> int:
    """The X of the Master Strike that comes with being such a character; -1 is none."""
    return 0 if kind in FIGHTERS else -1


def counter_attacks(kind: Kind, abilities: Sequence[str]) -> bool:
    """C3-RULE-43: fighting characters, and others with the ability printed; never a pure mage or Faithful (C3-CHAR-03, C3-CHAR-04)."""
    return kind in FIGHTERS or (kind == "troop" and "counter_attack" in abilities)


def kind_abilities(kind: Kind, armed: bool = False) -> list[str]:
    """What comes with being a character."""
    brought = []
    if kind in FIGHTERS:
        brought.append("counter_attack")
    if kind != "troop" and armed:
        brought += ["assault_fire", "rapid_reload"]  # C3-FIRE-08
    if kind == "pure_mage":
        brought.append("arcana")
    return brought


def cult_abilities(cult: str) -> list[str]:
    """C3-CALL-03: the Faithful of Merin and of Mid-Nor are Illuminated."""
    return ["illuminated"] if cult in SPARED_CULTS else []


# fmt: off
_LANTERNWATCH = (
    profile("lantern_guard", "Lantern Guard", "regular", 10, 3, (3, 5), (3, 6), None, "C4", 3, 16),  # C3-PROF-01
    profile("gate_crossbow", "Gate Crossbow", "regular", 10, 2, (2, 4), (2, 5), 3, "C3", 3, 20, weapon="crossbow"),  # C3-PROF-02
    profile("bell_ringer", "Bell-Ringer", "regular", 10, 3, (3, 5), (3, 5), None, "C4", 3, 20, "musician"),  # C3-PROF-03
    profile("lamp_bearer", "Bearer of the Lamp", "veteran", 10, 3, (4, 5), (4, 6), None, "C5", 4, 26, "standard"),  # C3-PROF-04
    profile("beacon_sworn", "Beacon Sworn", "elite", 10, 4, (5, 7), (5, 8), None, "C6", 4, 38, "counter_attack"),  # C3-PROF-05
    profile("outrider", "Causeway Outrider", "veteran", 17.5, 4, (4, 8), (4, 7), None, "C5", 3, 44, base="25x50"),  # C3-PROF-06
    profile("orla", "Captain Orla Venn", "special", 10, 5, (6, 7), (5, 8), 3, "C7", 6, 88, "authority", kind="character", weapon="hand crossbow", leadership=2000, master_strike=2),  # C3-PROF-07
    profile("aumen", "Brother Aumen Tarse", "devout", 10, 3, (2, 4), (3, 5), None, "C5", 4, 52, kind="pure_faithful", aspects=(2, 1, 0), aura=1500, miracles=("mending_hand", "shield_of_witness", "breath_of_first_morning", "steadfast_hymn", "quickened_step")),  # C3-PROF-08
    profile("ysolde", "Magister Ysolde Marr", "adept", 10, 3, (2, 4), (3, 5), None, "C4", 3, 62, kind="pure_mage", power=4, elements=("light", "fire"), spells=("lamplight_ward", "searing_noon", "emberlance", "furnace_bloom", "spark_of_will")),  # C3-PROF-09
)
_FENWAKE = (
    profile("reedspear", "Reedspear", "irregular", 12.5, 4, (4, 5), (2, 5), None, "C4", 2, 15, "sure_footed"),  # C3-PROF-10
    profile("fen_goblin", "Fen Goblin", "irregular", 10, 3, (2, 3), (2, 3), 2, "C2", 1, 9, weapon="sling", small=True),  # C3-PROF-11
    profile("moss_piper", "Moss Piper", "regular", 12.5, 4, (3, 4), (3, 5), None, "C4", 2, 18, "musician", "sure_footed"),  # C3-PROF-12
    profile("heron_dancer", "Heron Dancer", "elite", 12.5, 6, (6, 5), (5, 5), None, "C5", 3, 36, "ambidextrous", "skirmisher"),  # C3-PROF-13
    profile("mist_stalker", "Mist Stalker", "veteran", 12.5, 4, (4, 5), (3, 5), 3, "C4", 2, 26, "scout", weapon="javelins"),  # C3-PROF-14
    profile("bogbull", "Bogbull", "creature", 12.5, 3, (6, 11), (3, 11), None, "F7", 1, 76, "thick_hide", "sure_footed", base="50x50"),  # C3-PROF-15
    profile("tarn", "Reeve Tarn Oakenjaw", "special", 12.5, 5, (6, 8), (4, 7), None, "C6", 5, 80, kind="character", leadership=1500, implacable=1, master_strike=3),  # C3-PROF-16
    profile("silt", "Grandmother Silt", "adept", 10, 2, (2, 4), (3, 6), None, "C5", 3, 66, kind="pure_mage", power=5, elements=("water", "earth"), spells=("brookmend", "drowning_chill", "stoneblood", "rootgrip", "spark_of_will")),  # C3-PROF-17
    profile("corrin", "Corrin Twice-Drowned", "zealot", 12.5, 4, (5, 7), (4, 7), None, "C6", 4, 74, kind="warrior_monk", aspects=(1, 1, 2), aura=1250, miracles=("word_of_ruin",)),  # C3-PROF-18
)
_HOLLOW_COURT = (
    profile("hollow_pike", "Hollow Pike", "irregular", 7.5, 1, (3, 5), (2, 5), None, "F5", None, 16, "living_dead"),  # C3-PROF-19
    profile("ash_archer", "Ash Archer", "regular", 7.5, 1, (2, 4), (2, 4), 2, "F4", None, 17, "living_dead", weapon="short bow"),  # C3-PROF-20
    profile("bone_drummer", "Drummer of Bone", "regular", 7.5, 2, (3, 5), (3, 5), None, "F5", 1, 22, "living_dead", "musician"),  # C3-PROF-21
    profile("cairn_rider", "Cairn Rider", "elite", 15, 3, (5, 9), (4, 8), None, "F7", 2, 60, "living_dead", base="25x50"),  # C3-PROF-22
    profile("gravewing", "Gravewing", "creature", 10, 5, (3, 4), (4, 3), None, "F4", None, 24, "elemental", "flight", small=True),  # C3-PROF-23
    profile("ossuary_engine", "Ossuary Engine", "creature", 10, 2, (7, 13), (2, 13), None, "F9", None, 118, "construct", "thick_hide", base="50x50", card_word="enormous"),  # C3-PROF-24
    profile("steward", "The Pale Steward", "adept", 10, 4, (5, 8), (5, 7), None, "F7", 5, 96, "living_dead", kind="warrior_mage", leadership=2000, power=4, elements=("darkness", "air"), spells=("galehand", "gravecold_whisper", "borrowed_breath")),  # C3-PROF-25
    profile("madrigal", "Madrigal the Unforgiven", "master", 10, 3, (2, 5), (3, 6), None, "F5", 4, 92, kind="pure_mage", power=6, elements=("darkness", "fire"), path="necromancy", spells=("emberlance", "furnace_bloom", "gravecold_whisper", "borrowed_breath")),  # C3-PROF-26
)
# fmt: on
COMPANIES = {
    "lanternwatch": ("The Lanternwatch of Vell", _LANTERNWATCH),
    "fenwake": ("The Fenwake Clans", _FENWAKE),
    "hollow_court": ("The Hollow Court", _HOLLOW_COURT),
}
PROFILES = {one.key: one for _, profiles in COMPANIES.values() for one in profiles}
