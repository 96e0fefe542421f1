"""Actions: what an activated model may do, as a list of words and as the options that its owner picks from."""

from collections.abc import Iterator

from msgspec import Struct

from grognard.games.en_garde.battle import Battle, Figure, Morale
from grognard.games.en_garde.deeds import deeds_for
from grognard.games.en_garde.moving import CLOSE, allowance, withdraw_move
from grognard.games.en_garde.options import Options
from grognard.games.en_garde.powder import can_fire, can_reload
from grognard.games.en_garde.shooting import targets_with
from grognard.games.en_garde.sighting import enemies_in_contact, is_engaged, is_within, sees
from grognard.ground.gaps import gap, near_spot
from grognard.ground.shapes import Disc
from grognard.kernel.choice import Option


class Facts(Struct, frozen=True, gc=False):
    """What decides which actions a model has; read off the table by `facts_of`."""

    engaged: bool = False
    routing: bool = False
    ready: bool = False  # a missile weapon that can be fired
    reloads: bool = False  # a reload counter on a weapon
    mounted: bool = False
    horse_touching: bool = False
    can_hide: bool = False
    commander: bool = False
    special: bool = False
    special_engaged: bool = False
    can_withdraw: bool = True
    after_short_move: bool = False


def legal_actions(options: Options, facts: Facts) -> list[str]:
    """EG-MOVE-01: the words for all actions that these facts allow."""
    if facts.routing:  # EG-RULE-57
        if options.rout == "concede":
            return []  # the battle is over
        return (["withdraw"] if facts.can_withdraw else ["nothing"]) if facts.engaged else ["run"]
    if facts.engaged:  # EG-RULE-06
        moves = [] if facts.after_short_move else ["shuffle", *(["withdraw"] if facts.can_withdraw else [])]
        return ["nothing", *moves, *(["special"] if facts.special_engaged else [])]
    return ["nothing", *_moves(facts), *_either_way(facts), *_standing_still(options, facts)]


def _moves(facts: Facts) -> list[str]:
    return [] if facts.after_short_move else ["move", "run"]  # EG-MOVE-02


def _either_way(facts: Facts) -> Iterator[str]:
    """EG-RULE-04: what goes with a Short move, and without."""
    if facts.ready:
        yield "shoot"  # EG-MOVE-03
    if facts.mounted:
        yield "dismount"  # EG-MOVE-05
    elif facts.horse_touching:
        yield "mount"
    if facts.can_hide:
        yield "hide"  # EG-MOVE-06
    if facts.commander:
        yield "order"  # EG-MOVE-09
    if facts.special:
        yield "special"  # EG-MOVE-10


def _standing_still(options: Options, facts: Facts) -> Iterator[str]:
    """EG-RULE-04: what does not go with any move, unless reloading on the move is played."""
    if facts.reloads and (not facts.after_short_move or options.reload_on_the_move == "short"):
        yield "reload"  # EG-MOVE-04
    if facts.after_short_move:
        return
    yield "rest"  # EG-MOVE-07
    if facts.ready:
        yield "aim"  # EG-MOVE-08


def facts_of(battle: Battle, figure: Figure, *, after_short_move: bool = False, ordered: bool = False) -> Facts:
    """Read the facts off the table."""
    deeds = list(deeds_for(battle, figure))
    routing = battle.side(figure.side).morale is Morale.ROUTING
    if is_engaged(battle, figure):
        return Facts(
            engaged=True,
            routing=routing,
            special_engaged=any(deed.engaged for deed in deeds),
            can_withdraw=withdraw_move(battle, figure).has_end(),
            after_short_move=after_short_move,
        )
    return Facts(
        routing=routing,
        ready=any(can_fire(battle, figure, weapon) for weapon in figure.profile.missiles),
        reloads=bool(can_reload(figure)),
        mounted=figure.mounted,
        horse_touching=touches_horse(figure),
        can_hide=can_hide(battle, figure),
        commander=not ordered and figure.profile.commander and bool(may_be_ordered(battle, figure)),
        special=bool(deeds),
        after_short_move=after_short_move,
    )


def touches_horse(figure: Figure) -> bool:
    """EG-RULE-10: the horse in base contact."""
    return figure.horse is not None and gap(Disc(*figure.horse, 100), figure.disc) <= 1


def can_hide(battle: Battle, figure: Figure) -> bool:
    """EG-RULE-11: on foot, in or touching cover, no enemy within 6" that sees it; not with a lit match at night (EG-RULE-26)."""
    if figure.mounted or figure.hiding:
        return False
    if battle.field.night and any(battle.missile(name).match for name in figure.profile.missiles):
        return False
    if not any(
        f.cover and near_spot(f.shape, figure.x, figure.y, figure.radius + 1)
        for f in battle.terrain.near(figure.x, figure.y, figure.radius + 1)
    ):
        return False
    near = [enemy for enemy in battle.enemies_of(figure) if is_within(enemy, figure, CLOSE)]
    return not any(sees(battle, enemy, figure) for enemy in near)


def may_be_ordered(battle: Battle, commander: Figure) -> list[Figure]:
    """EG-RULE-14: friendly models within 6" that were not yet activated this turn."""
    return [
        figure
        for figure in battle.standing(commander.side)
        if figure is not commander and not figure.activated and is_within(figure, commander, CLOSE)
    ]


class Action(Option, frozen=True, gc=False):
    """One thing to do: the verb, and with what, at whom or which deed."""

    verb: str
    weapon: str = ""
    target: str = ""
    target_name: str = ""
    inches: int = 0

    @property
    def key(self) -> str:
        if self.verb == "aim":
            return f"aim at {self.target} with {self.weapon}"
        if self.verb == "throw":
            return f"throw {self.weapon} at {self.target or 'a spot'}"
        if self.verb == "special":
            return f"special {self.target}"
        return " ".join(
            part
            for part in (self.verb, self.target, f"with {self.weapon}" if self.weapon and self.target else self.weapon)
            if part
        )

    @property
    def words(self) -> str:
        weapon = self.weapon.replace("_", " ")
        words = {
            "shoot": f"Shoot {self.target_name}, {weapon}",
            "throw": f"Throw {weapon} at {self.target_name or 'a spot'}",
            "aim": f"Aim at {self.target_name}, {weapon}",
            "reload": f"Reload the {weapon}",
            "move": f"Move ({self.inches / 100:g}″)",
            "run": f"Run ({self.inches / 100:g}″)",
            "short move": f"Short move ({self.inches / 100:g}″), then …",
            "order": "Give an order",
            "special": self.target_name,
            "nothing": "Do nothing",
        }.get(self.verb)
        return words or self.verb.capitalize()

    @property
    def pieces(self) -> tuple[str, ...]:
        return (self.target,) if self.target and self.verb in ("shoot", "throw", "aim") else ()


def action_options(
    battle: Battle, figure: Figure, *, after_short_move: bool = False, ordered: bool = False
) -> list[Action]:
    """The options of an activation."""
    facts = facts_of(battle, figure, after_short_move=after_short_move, ordered=ordered)
    found: list[Action] = []
    targets = targets_for(battle, figure) if facts.ready and not facts.engaged else []
    for verb in legal_actions(battle.options, facts):
        if verb in ("move", "run"):
            if verb == "move" or not figure.carries:  # a carrier cannot run (scenario B)
                found.append(Action(verb, inches=allowance(battle, figure, "normal" if verb == "move" else "run")))
        elif verb == "shoot":
            found += shots(battle, figure, targets)
        elif verb == "aim":
            found += aims(targets)
        elif verb == "reload":
            found += [Action("reload", weapon) for weapon in can_reload(figure)]
        elif verb == "special":
            found += [
                Action("special", target=deed.name, target_name=deed.name[:1].upper() + deed.name[1:])
                for deed in deeds_for(battle, figure)
                if deed.engaged or not facts.engaged
            ]
        else:
            found.append(Action(verb))
    if "move" in (option.verb for option in found) and not after_short_move:
        found.append(Action("short move", inches=allowance(battle, figure, "short")))
    return found


def targets_for(battle: Battle, figure: Figure) -> list[tuple[str, Figure]]:
    """Every weapon that can be fired with every enemy that it may be fired at (EG-RULE-16)."""
    weapons = [weapon for weapon in figure.profile.missiles if can_fire(battle, figure, weapon)]
    enemies = battle.enemies_of(figure) if weapons else []
    return [(weapon, enemy) for weapon in weapons for enemy in targets_with(battle, figure, weapon, enemies)]


def shots(battle: Battle, figure: Figure, targets: list[tuple[str, Figure]]) -> Iterator[Action]:
    """Every shot at every target that may be chosen; a grenade also at a spot (EG-RULE-29)."""
    if figure.fired:
        return
    for weapon, enemy in targets:
        yield Action("throw" if battle.missile(weapon).blast else "shoot", weapon, enemy.id, enemy.name)
    for weapon in figure.profile.missiles:
        if battle.missile(weapon).blast and can_fire(battle, figure, weapon):
            yield Action("throw", weapon)


def aims(targets: list[tuple[str, Figure]]) -> Iterator[Action]:
    """EG-RULE-13: one visible enemy within maximum range, with a loaded weapon."""
    for weapon, enemy in targets:
        yield Action("aim", weapon, enemy.id, enemy.name)


def order_is_legal(commander: bool, engaged: bool, named: list[tuple[int, bool]]) -> bool:
    """EG-RULE-14 as a question: a Commander, not Engaged, names one to three models within 6" that are not yet activated."""
    return (
        commander
        and not engaged
        and 1 <= len(named) <= ORDERED
        and all(apart <= CLOSE and not done for apart, done in named)
    )


ORDERED = 3  # EG-RULE-14
__all__ = ["Action", "Facts", "action_options", "enemies_in_contact", "facts_of", "legal_actions"]
