"""Random events: the deck of cards, mist, rain and omens."""

from grognard.games.high_adventure import arrivals
from grognard.games.high_adventure.attributes import roll_d3
from grognard.games.high_adventure.battle import Battle
from grognard.games.high_adventure.figures import INCH, PARTY
from grognard.games.high_adventure.things import Marker
from grognard.ground.measure import distance
from grognard.kernel.referee import Referee

DECK = (*("blank",) * 8, "Mist", "Rain", "Reinforcements", "Omen")  # HA-RULE-65, HA-SET-03
CLEARED = 5 * INCH
CLEAR_OF = 8 * INCH


def draw_event(referee: Referee, battle: Battle) -> None:
    """One card at the start of each turn; the deck is shuffled again when it is empty (HA-SET-03)."""
    if not battle.deck:
        battle.deck = list(DECK)
    card = referee.draw(battle.deck, 1, "event card", by=PARTY, rule="HA-SET-03")[0]
    battle.deck.remove(card)
    if card == "Mist":
        battle.mist = roll_d3(referee, "turns of mist", PARTY, "HA-RULE-65")
        referee.tell('Mist: nobody sees farther than 12"', rule="HA-RULE-65")
    elif card == "Rain":
        battle.rain = roll_d3(referee, "turns of rain", PARTY, "HA-RULE-65")
        referee.tell("Rain: bows and slings at -1", rule="HA-RULE-65")
    elif card == "Omen":
        battle.omen = True
        referee.tell("An omen: every uncommanded group is at +1 risk this turn", rule="HA-RULE-65")
    elif card == "Reinforcements":
        arrivals.reinforce(referee, battle)


def weather_passes(battle: Battle) -> None:
    """At the end of a turn."""
    battle.mist = max(0, battle.mist - 1)
    battle.rain = max(0, battle.rain - 1)
    battle.omen = False


def clear_points(referee: Referee, battle: Battle) -> None:
    """HA-SET-04: a player-side figure that ends a turn within 5" of a point, with no enemy within 8", has cleared it."""
    for point in battle.reinforcements:
        if point.gone:
            continue
        near = any(_apart(point, f.x, f.y) - f.radius <= CLEARED for f in battle.able(PARTY))
        watched = any(_apart(point, f.x, f.y) - f.radius <= CLEAR_OF for f in battle.enemies(PARTY))
        if near and not watched:
            point.gone = True
            referee.tell("No reinforcements can come by {} any more", point.name, rule="HA-SET-04")


def _apart(point: Marker, x: int, y: int) -> int:
    return distance(point.x, point.y, x, y)
