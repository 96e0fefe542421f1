"""Cards: the lead, the reserve, refusals and Authority."""

from grognard.games.confrontation.battle import Battle, Lead, Side
from grognard.games.confrontation.options import Options
from grognard.kernel.choice import Option
from grognard.kernel.referee import Referee

WINNER_SLOTS, LOSER_SLOTS = 2, 1  # C3-CARD-02, C3-CARD-03


def slots_of(won: bool) -> int:
    """Reserve places of the winner and of a loser of the tactical roll."""
    return WINNER_SLOTS if won else LOSER_SLOTS


class Step(Option, frozen=True, gc=False):
    """What the player with the lead does next: "play_top", "play_reserve", "reserve_top", "refuse", "pass"; "refuse_by_authority"."""

    step: str
    card: str = ""
    name: str = ""

    @property
    def key(self) -> str:
        return f"{self.step} {self.card}" if self.card else self.step

    @property
    def words(self) -> str:
        return {
            "play_top": f"Play the top card: {self.name}",
            "play_reserve": f"Play from reserve: {self.name}",
            "reserve_top": f"Put the top card into reserve: {self.name}",
            "refuse": "Refuse: pass the lead without playing",
            "refuse_by_authority": "Refuse by Authority",
            "pass": "Pass the lead",
        }[self.step]


def refusals(options: Options, cards: int, figures: int, other_cards: int, other_figures: int) -> int:
    """C3-CARD-04, C3-RULE-12: as many as he has fewer cards, if he has fewer figures too."""
    fewer = other_cards - cards
    if fewer <= 0 or (options.refusals == "both_lower" and figures >= other_figures):
        return 0
    return fewer


def lead_steps(deck: int, reserve: int, slots: int, refusals: int, reserved: int = 0) -> list[str]:
    """C3-RULE-11: what may be the first step of a turn with the lead, in the order of the alphabet.

    `reserve` are the cards that lay there when the turn began, `reserved` those put there since, `slots` the places in all. Slots freed by playing
    are empty only from the next turn on (C3-RULE-13): nothing is put into reserve after a card was played.
    """
    steps = []
    if reserve:
        steps.append("play_reserve")
    if deck:
        steps.append("play_top")
    if refusals and (deck or reserve):
        steps.append("refuse")
    if (
        deck and reserve + reserved < slots and (deck > 1 or reserve)
    ):  # C3-CARD-05: a full reserve takes no further card
        steps.append("reserve_top")
    return steps


def begin_phase(battle: Battle) -> None:
    """C3-RULE-12: reserve slots, refusals and Authority counters, counted when the activation phase begins."""
    counts = {side.id: (len(side.deck), len(battle.camp(side.id)) + _hidden(battle, side.id)) for side in battle.sides}
    for side in battle.sides:
        side.slots = slots_of(side.id == battle.winner)
        side.refusals = max(
            [
                refusals(battle.options, *counts[side.id], *counts[other.id])
                for other in battle.sides
                if other is not side
            ]
        )
    for fighter in battle.fighters:
        fighter.authority = fighter.on_table and fighter.has("authority")  # C3-RULE-75


def _hidden(battle: Battle, side: str) -> int:
    """Scouts under their markers are figures too."""
    return sum(fighter.side == side and not fighter.deployed and not fighter.gone for fighter in battle.fighters)


def cards_left(side: Side) -> int:
    return len(side.deck) + len(side.reserve)


def next_with_cards(battle: Battle, after: str) -> str:
    """C3-RULE-91: the next side clockwise that has a card to play; the same one if nobody else has (C3-RULE-14)."""
    ids = [side.id for side in battle.sides]
    start = ids.index(after)
    for n in range(1, len(ids) + 1):
        side = battle.sides[(start + n) % len(ids)]
        if cards_left(side):
            return side.id
    return ""


def give_lead(battle: Battle, side: str) -> None:
    """A new turn with the lead."""
    battle.lead = Lead(side=side) if side else None


def step_options(battle: Battle, lead: Lead) -> list[Step]:
    """What the player with the lead may do now."""
    side = battle.side(lead.side)
    before = len(side.reserve) - lead.reserved
    found = []
    for step in _steps(battle, side, lead, before):
        if step == "play_reserve":
            found += [Step(step, card, side.card(card).name) for card in side.reserve[:before]]
        elif step in ("play_top", "reserve_top"):
            found.append(Step(step, side.deck[0], side.card(side.deck[0]).name))
        else:
            found.append(Step(step))
    return found


def _steps(battle: Battle, side: Side, lead: Lead, before: int) -> list[str]:
    if lead.played:  # one top card and any cards of the reserve (C3-RULE-11)
        top = ["play_top"] if side.deck and not lead.top_played else []
        return [*top, *(["play_reserve"] if before else []), "pass"]
    others = any(other is not side and cards_left(other) for other in battle.sides)
    may_refuse = others and not lead.reserved and not lead.must_play
    steps = lead_steps(len(side.deck), before, side.slots, side.refusals if may_refuse else 0, lead.reserved)
    if may_refuse and counter_of(battle, lead, side.id):
        steps.append("refuse_by_authority")
    return steps


# Authority


def counter_of(battle: Battle, lead: Lead, side: str) -> str:
    """The fighter whose Authority counter this side could use now; empty if none, or one was used this turn (C3-RULE-75)."""
    if side in lead.authority:
        return ""
    for fighter in battle.fighters:
        if fighter.side == side and fighter.authority and fighter.on_table and not fighter.routed:  # C3-ROUT-10
            return fighter.id
    return ""


def use_authority(referee: Referee, battle: Battle, lead: Lead, side: str, what: str) -> bool:
    """Spend a counter; whether it has its effect, or is cancelled by another counter (C3-RULE-75)."""
    fighter = battle.fighter(counter_of(battle, lead, side))
    fighter.authority = False
    lead.authority.append(side)
    referee.tell("{} uses Authority: {}", fighter, what, rule="C3-RULE-75")
    for other in battle.sides:
        if other.id != side and counter_of(battle, lead, other.id):
            text = f"Cancel the Authority of {fighter.name} with a counter of your own?"
            if referee.may(other.id, text, rule="C3-RULE-75", about=(fighter.id,)):
                return not use_authority(referee, battle, lead, other.id, "cancels the counter")
    return True


def refuse(referee: Referee, battle: Battle, lead: Lead, step: str) -> bool:
    """Pass the lead without playing (C3-CARD-04); whether the refusal stands."""
    side = battle.side(lead.side)
    if step == "refuse":
        side.refusals -= 1
        referee.tell("{} refuses the lead", side.name, rule="C3-CARD-04")
        for other in [other for other in battle.sides if other is not side and counter_of(battle, lead, other.id)]:
            if referee.may(other.id, f"Make {side.name} play, by Authority?", rule="C3-RULE-75"):
                return not use_authority(referee, battle, lead, other.id, "the refusal is lost")
        return True
    return use_authority(referee, battle, lead, side.id, "refuses the lead")


def take_step(referee: Referee, battle: Battle, lead: Lead) -> str:
    """One step of the player with the lead; the card that is played, if one is."""
    options = step_options(battle, lead)
    side = battle.side(lead.side)
    chosen = options[0]
    if len(options) > 1:
        chosen = referee.choose(side.id, "You have the lead", options, rule="C3-RULE-11")
    if chosen.step == "reserve_top":
        side.reserve.append(side.deck.pop(0))
        lead.reserved += 1
        if battle.options.reserve_hidden == "no":
            referee.tell("{} puts {} into reserve", side.name, chosen.name, rule="C3-CARD-05")
        else:
            referee.tell("{} puts a card into reserve", side.name, rule="C3-CARD-05")
        return ""
    if chosen.step in ("refuse", "refuse_by_authority"):
        if refuse(referee, battle, lead, chosen.step):
            give_lead(battle, next_with_cards(battle, side.id))
        else:
            lead.must_play = True
        return ""
    if chosen.step == "pass":
        pass_lead(referee, battle, lead)
        return ""
    return play_card(referee, battle, lead, chosen)


def play_card(referee: Referee, battle: Battle, lead: Lead, chosen: Step) -> str:
    """Turn a card: the top one, or one out of reserve."""
    side = battle.side(lead.side)
    if chosen.step == "play_top":
        side.deck.pop(0)
        lead.top_played = True
    else:
        side.reserve.remove(chosen.card)
    lead.played += 1
    side.played.append(chosen.card)
    referee.tell("{} plays {}", side.name, chosen.name, rule="C3-CARD-06")
    return chosen.card


def pass_lead(referee: Referee, battle: Battle, lead: Lead) -> None:
    """C3-CARD-06: the lead passes to the other player, unless Authority keeps it."""
    side = battle.side(lead.side)
    after = next_with_cards(battle, side.id)
    could_stay = after not in ("", side.id) and cards_left(side) and counter_of(battle, lead, side.id)
    stays = could_stay and referee.may(side.id, "Keep the lead, by Authority?", rule="C3-RULE-75")
    if stays and use_authority(referee, battle, lead, side.id, "keeps the lead"):
        after = side.id
    give_lead(battle, after)
