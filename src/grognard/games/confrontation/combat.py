"""Combat: initiative, and the buying and placing of combat dice."""

from collections.abc import Iterator, Sequence

from grognard.games.confrontation.battle import Battle, Combatant, Fight, Fighter
from grognard.games.confrontation.options import Options
from grognard.games.confrontation.profiles import counter_attacks
from grognard.games.confrontation.tests_of_skill import Attempt, attempt
from grognard.games.confrontation.wounds import penalty
from grognard.kernel.choice import Option
from grognard.kernel.referee import Referee

CHARGED = 1  # C3-COMB-19: -1 INI, ATT and DEF
BOUGHT = 2  # C3-CHAR-01: each die bought costs 2 ATT and 2 DEF


class Placement(Option, frozen=True, gc=False):
    """How a fighter splits its dice; those bought are part of the first two."""

    attack: int
    defence: int
    bought: int = 0
    third_hand: bool = False

    @property
    def key(self) -> str:
        bought = f", {self.bought} bought" if self.bought else ""
        return f"{self.attack} attack, {self.defence} defence{bought}{', third hand' if self.third_hand else ''}"


def combatant(battle: Battle, fighter: Fighter) -> Combatant:
    """A fighter as it goes into a combat: its values of the moment, without charge and injuries, which are reckoned at each blow."""
    profile = fighter.profile
    return Combatant(
        id=fighter.id,
        side=fighter.side,
        name=fighter.name,
        level=fighter.level,
        stunned=fighter.stunned,
        injuries=fighter.injuries,
        att=profile.att + fighter.bonus("att"),
        printed_att=profile.att,
        ini=profile.ini + fighter.bonus("ini"),
        strength=fighter.strength,
        defence=profile.defence + fighter.bonus("def"),
        res=profile.res + fighter.bonus("res"),
        charged=fighter.charged,
        routed=fighter.routed,
        defence_marker=fighter.defence_marker,
        counters=not fighter.routed and counter_attacks(profile.kind, profile.abilities),
        ambidextrous=fighter.has_active("ambidextrous"),
        master=-1 if fighter.routed else profile.master_strike,
        sequence=0 if fighter.routed else profile.sequence,  # C3-ROUT-11, C3-RULE-59
        thick_hide=fighter.has("thick_hide"),
        gorget="gorget_of_small_saints" in fighter.artefacts,
        third_hand="third_hand" in fighter.artefacts and "third_hand" not in fighter.used,
    )


# Values of the moment


def attack_value(fighter: Combatant) -> int:
    """ATT with spells, injuries, charge and purchases, before wound penalties."""
    return (
        max(0, fighter.att - ("att_aim_minus_1" in fighter.injuries))
        - CHARGED * fighter.charged
        - BOUGHT * fighter.bought
    )


def defence_value(fighter: Combatant) -> int:
    """DEF with spells, injuries, charge and purchases, before wound penalties."""
    return (
        max(0, fighter.defence - ("def_minus_1" in fighter.injuries))
        - CHARGED * fighter.charged
        - BOUGHT * fighter.bought
    )


def initiative_value(fighter: Combatant) -> int:
    """INI with spells, injuries and charge, before wound penalties."""
    return max(0, fighter.ini - ("ini_minus_1" in fighter.injuries)) - CHARGED * fighter.charged


# Initiative


def sides_of(fight: Fight) -> tuple[str, str]:
    """The side of the one, and that of those against him."""
    return fight.combatants[0].side, fight.combatants[1].side


def initiative_of(options: Options, fighters: Sequence[Combatant]) -> int:
    """C3-COMB-04, C3-RULE-38: the best INI after each fighter's own penalties, and 1 per miniature of the camp in this combat."""
    return max(initiative_value(fighter) - penalty(options, fighter) for fighter in fighters) + len(fighters)


def roll_initiative(referee: Referee, options: Options, side: str, fighters: Sequence[Combatant]) -> Attempt:
    """One side's initiative."""
    value = initiative_of(options, fighters)
    return attempt(referee, options, side, "initiative", value, rule="C3-COMB-04", about=tuple(f.id for f in fighters))


def take_initiative(referee: Referee, options: Options, fight: Fight) -> bool:
    """C3-COMB-03: both sides roll; the higher attacks first. False on a tie, which is rolled again (C3-RULE-05)."""
    one, other = sides_of(fight)
    first = roll_initiative(referee, options, one, [f for f in fight.combatants if f.side == one])
    second = roll_initiative(referee, options, other, [f for f in fight.combatants if f.side == other])
    if first.total == second.total:
        referee.tell("Initiative is tied at {}: both roll again", first.total, rule="C3-RULE-05")
        return False
    fight.first = fight.attacking = one if first.total > second.total else other
    fight.stage = "placing"
    for fighter in fight.combatants:
        fighter.opponents = sum(other.side != fighter.side for other in fight.combatants)
    words = "{} has the initiative, {} to {}"
    high, low = max(first.total, second.total), min(first.total, second.total)
    referee.tell(words, fight.attacking, high, low, rule="C3-COMB-03")
    return True


# Placing


def base_dice(opponents: int) -> int:
    """C3-COMB-08."""
    return 1 + opponents


def max_bought(fighter: Combatant) -> int:
    """C3-COMB-07, C3-RULE-40: the X of its Sequence, as far as neither ATT nor DEF falls below 0."""
    if fighter.routed:
        return 0
    spare = min(attack_value(fighter), defence_value(fighter)) + BOUGHT * fighter.bought
    return max(0, min(fighter.sequence, spare // BOUGHT))


def splits(dice: int, *, routed: bool = False, defence_marker: bool = False) -> Iterator[tuple[int, int]]:
    """All lawful splits of so many dice into attack and defence, fewest attack dice first."""
    for attack in range(dice + 1):
        if defence_marker and attack:
            return  # C3-COMB-21, C3-MOVE-09
        if routed and attack > dice - attack:
            return  # C3-ROUT-08
        yield attack, dice - attack


def placements(fighter: Combatant) -> list[Placement]:
    """Every way in which a fighter may buy and place its dice."""
    found = []
    for hand in (False, True) if fighter.third_hand else (False,):  # C3-ARTI-06
        for bought in range(max_bought(fighter) + 1):
            dice = base_dice(fighter.opponents) + bought + hand
            for attack, defence in splits(dice, routed=fighter.routed, defence_marker=fighter.defence_marker):
                found.append(Placement(attack, defence, bought, hand))
    return found


def place(fighter: Combatant, placement: Placement) -> None:
    """Put the dice down."""
    fighter.placed = True
    fighter.bought = placement.bought
    fighter.placed_att = fighter.att_dice = placement.attack
    fighter.placed_def = fighter.def_dice = placement.defence
    if placement.third_hand:
        fighter.third_hand = False


def place_next(referee: Referee, options: Options, fight: Fight) -> None:
    """The next fighter's purchases and split, or under the secret option one of each side; then the exchanges begin."""
    if options.dice_placement == "open_loser_first":
        _place_openly(referee, fight)
    else:
        _place_secretly(referee, fight)
    if all(fighter.placed for fighter in fight.combatants):
        start_exchanges(referee, fight)


def _place_openly(referee: Referee, fight: Fight) -> None:
    """C3-COMB-05, C3-COMB-06, C3-RULE-39: the loser of the initiative declares first, and the winner sees it."""
    waiting = [fighter for fighter in fight.combatants if not fighter.placed]
    fighter = next((fighter for fighter in waiting if fighter.side != fight.first), waiting[0])
    options = placements(fighter)
    chosen = options[0]
    if len(options) > 1:
        rule = "C3-COMB-05" if fighter.side != fight.first else "C3-COMB-06"
        chosen = referee.choose(
            fighter.side, f"How does {fighter.name} place its dice?", options, rule=rule, about=(fighter.id,)
        )
    place(fighter, chosen)
    referee.tell("{} places {}", fighter, chosen.key, rule="C3-COMB-05")


def _place_secretly(referee: Referee, fight: Fight) -> None:
    """Option `secret_simultaneous`: both write down, one fighter of each side at a time; all is revealed together (C3-RULE-39)."""
    one, other = sides_of(fight)
    waiting = {
        side: next((f for f in fight.combatants if f.side == side and f.written is None), None) for side in (one, other)
    }
    asked = {side: placements(fighter) for side, fighter in waiting.items() if fighter is not None}
    text = "Place the dice in secret"
    about = tuple(fighter.id for fighter in waiting.values() if fighter is not None)
    if len(asked) == 2 and any(len(options) > 1 for options in asked.values()):
        picks = referee.choose_secretly(text, asked, rule="C3-RULE-39", about=about)
    else:
        picks = {
            side: options[0]
            if len(options) == 1
            else referee.choose(side, text, options, rule="C3-RULE-39", about=about)
            for side, options in asked.items()
        }
    for side, pick in picks.items():
        fighter = waiting[side]
        assert fighter is not None
        fighter.written = (pick.attack, pick.defence, pick.bought, pick.third_hand)
    if all(fighter.written is not None for fighter in fight.combatants):
        for fighter in fight.combatants:
            assert fighter.written is not None
            chosen = Placement(*fighter.written)
            place(fighter, chosen)
            fighter.written = None
            referee.tell("{} has placed {}", fighter, chosen.key, rule="C3-RULE-39")


def start_exchanges(referee: Referee, fight: Fight) -> None:
    """All dice are down."""
    fight.stage = "exchanges"
    fight.attacking = fight.first
