"""Nobody learns what is not theirs: what is hidden is changed, and every byte that the others are sent stays the same.

Two ways to change it. A pick that waits for the other side is replaced by every other pick that was offered. What a game hides in its battle (decks, face-down markers, dice
that were written down, unrevealed orders, figures out of sight) is changed in the battle itself and in all checkpoints, and the rules are run again up to the same question.
Then both worlds are asked for everything that a seat can ask for, through the very code that answers the sockets and the addresses.
"""

import asyncio
import json
import random
from collections.abc import Callable, Iterator
from math import hypot
from typing import Any

import msgspec
import pytest
from starlette.websockets import WebSocketDisconnect

from grognard.errors import GrognardError
from grognard.games.confrontation.combat import placements
from grognard.games.high_adventure.view import is_shown
from grognard.games.high_adventure.visibility import is_seen
from grognard.kernel.choice import Question, Spot
from grognard.kernel.game import Game
from grognard.kernel.run import Run, new_record
from grognard.table.app import _listen
from grognard.table.catalogue import Catalogue, played_by_rules
from grognard.table.desk import Desk, Job
from grognard.table.hall import Hall
from grognard.table.records import steps_of
from grognard.table.room import Room
from grognard.table.screens import Sitter
from grognard.table.seats import make_seats
from grognard.table.store import Kept, Seat, Settings, Store
from grognard.table.thinking import Thinkers
from tests.every import GAMES, SCENARIOS, Brawler

PAIRS = {
    "en_garde": "mill_bridge",
    "confrontation": "the_toll_plank",
    "war_and_conquest": "low_stane",
    "high_adventure": "toll_at_cragford",
    "fearful_odds": "water_gate",
}
Change = Callable[[Any], None]


class Here(Thinkers):
    """Thinks at once, in this process, about the battle as it lies there, so that a changed battle is what it sees."""

    def __init__(self) -> None:
        super().__init__(0)
        self.room: Room | None = None

    async def think(self, job: Job, seconds: float = 30) -> Any:
        return self._do(job)

    async def count(self, job: Callable[[], Job | None], seconds: float = 10) -> Any:
        wanted = job()
        return None if wanted is None else self._do(wanted)

    def _do(self, job: Job) -> Any:
        assert self.room is not None
        desk = Desk()
        desk.run_of = lambda game, job: self.room.run  # type: ignore[method-assign, union-attr]
        return desk.do(job)


class Line:
    """A socket on which somebody says these things and then hangs up."""

    def __init__(self, said: list[dict[str, Any]]) -> None:
        self.said = [json.dumps(message) for message in said]

    async def receive(self) -> dict[str, Any]:
        if self.said:
            return {"type": "websocket.receive", "text": self.said.pop(0)}
        return {"type": "websocket.disconnect", "code": 1000}


class World:
    """A battle of two people at a table, without the network."""

    def __init__(
        self, game: Game, scenario: str, seed: str, undo: str = "dice", options: dict[str, str] | None = None
    ) -> None:
        data = game.scenario(scenario)
        if played_by_rules(game.set_up(data, options)):
            data["solo"] = False  # people play both sides
        self.sides = game.set_up(data, options).side_ids()
        record = new_record(game, data, dict.fromkeys(self.sides, "person"), seed, options, undo)
        chosen = {side: "me" if place == 0 else "link" for place, side in enumerate(self.sides)}
        seats = [seat for seat, _ in make_seats(chosen, {side: side for side in self.sides})]
        kept = Kept("battle", "Secrets", record, seed, Settings(), seats, 0, 0, [], "", 0, 0)
        self.thinkers = Here()
        self.store = Store(":memory:")
        self.hall = Hall(self.store, Catalogue([game]), self.thinkers)
        self.room = Room(kept, game, self.store, self.thinkers, "recruit")
        self.thinkers.room = self.room
        self.hall.rooms["battle"] = self.room
        # What is changed in memory must be what is watched.
        self.hall.records.film = self.film  # type: ignore[method-assign]
        self.chance = random.Random(seed)
        self.players = {side: Brawler(f"{seed} {side}") for side in self.sides}

    async def film(self, room: Room) -> Run:
        return room.run

    @property
    def run(self) -> Run:
        return self.room.run

    def others(self, side: str) -> Iterator[Seat]:
        """Seats that this side's secrets are kept from."""
        return (seat for seat in self.room.seats if side not in seat.sides)

    def step(self) -> None:
        """Somebody answers."""
        question = self.run.questions[0]
        player = self.players[question.side]
        eager = self.forwards(question) if self.chance.random() < 0.8 else []
        for _ in range(20):
            try:
                picked = eager.pop() if eager else player.answer(question, None)  # type: ignore[arg-type]
                self.run.answer(question.side, picked.key)
                return
            except GrognardError:
                continue
        self.run.answer(question.side, question.options[0].key)

    def forwards(self, question: Question) -> list[Any]:
        """The ways that lead nearest to an enemy, the nearest last; or the answers that set out on one."""
        listed = list(question.options[:80])
        tokens = self.run.game.scene(self.run.battle, None).tokens
        foes = [(token.x * 100, token.y * 100) for token in tokens if token.side != question.side]
        ways = [option for option in listed if isinstance(option, Spot)]
        if ways and foes:
            return sorted(ways, key=lambda way: -min(hypot(way.x - x, way.y - y) for x, y in foes))[-3:]
        return [option for option in listed if option.words.startswith(("Run", "Charge", "Assault", "Attack"))][:1]

    def everything(self, seat: Seat, *, frames: int = 3) -> list[bytes]:
        """All that this seat can get out of the table now, as bytes."""
        return asyncio.run(self._everything(seat, frames))

    async def _everything(self, seat: Seat, frames: int) -> list[bytes]:
        room, heard = self.room, list[bytes]()
        room.minds.forecasts.clear()
        sitter = Sitter(seat, heard.append)
        room.sit(sitter)
        mine = seat.sides[0] if seat.sides else ""
        other = next(side for side in self.sides if side != mine)
        lines = len([event for event in room.run.events if event.seen_by is None])
        say: list[dict[str, Any]] = [
            {"type": "answer", "position": room.place, "side": mine, "key": "no such answer", "ref": 1},
            {"type": "answer", "position": room.place, "side": other, "key": "yes", "ref": 2},
            {"type": "answer", "position": room.place + 5, "side": mine, "key": "yes", "ref": 3},
            {"type": "check", "position": room.place, "key": "move 12.00,12.00", "ref": 4},
            {"type": "look", "side": other},
            {"type": "take_back", "position": room.place + 9, "ref": 5},
            {"type": "consent", "agree": True},
            {"type": "ask_hint", "position": room.place, "ref": 6},
            {"type": "why", "n": lines - 1, "ref": 7},
            {"type": "why", "n": lines + 50, "ref": 8},
            {"type": "ping"},
        ]
        with pytest.raises(WebSocketDisconnect):
            await _listen(Line(say), room, sitter)  # type: ignore[arg-type]
        while room.minds.tasks:
            await asyncio.gather(*room.minds.tasks)
        room.leave(sitter)
        room.asked_undo = ""
        hall, steps = self.hall, len(steps_of(room.run))
        for ask in (
            lambda: hall.records.replay_info("battle", seat),
            lambda: hall.records.replay_info("battle", seat, other),
            lambda: hall.records.export("battle", seat),
            lambda: hall.records.verified("battle"),
            *(
                lambda step=step: hall.records.frame("battle", seat, step, other)
                for step in range(max(0, steps - frames), steps)
            ),
        ):
            try:
                heard.append(msgspec.json.encode(await ask()))
            except GrognardError as error:
                heard.append(str(error).encode())
        return heard


def compare(one: list[bytes], two: list[bytes], where: str) -> None:
    """Byte for byte; what differs is shown."""
    assert len(one) == len(two), where
    for place, (first, second) in enumerate(zip(one, two, strict=True)):
        if first != second:
            at = next((n for n in range(min(len(first), len(second))) if first[n] != second[n]), 0)
            raise AssertionError(
                f"{where}, message {place}: {first[max(0, at - 120) : at + 80]!r} against {second[max(0, at - 120) : at + 80]!r}"
            )


def picks_that_wait(world: World, most: int = 4) -> int:
    """Each side picks first, every way it can (up to `most`): the others hear the same. How many pairs of worlds were compared."""
    run, compared = world.run, 0
    if len(run.questions) < 2:
        return 0  # whoever is asked alone reveals what it picks
    for question in list(run.questions):
        for seat in world.others(question.side):
            before: list[bytes] | None = None
            options = list(question.options)
            for option in [*options[: most - 1], options[-1]]:
                run.answer(question.side, option.key)
                heard = world.everything(seat)
                run.answers.pop()
                run.go_on()
                if before is not None:
                    compare(before, heard, f"{run.game.name}, {question.text}, {question.side} picks {option.key}")
                    compared += 1
                before = heard
    return compared


def picks_taken_back(world: World) -> int:
    """One side has picked, the other takes back what led there: what was picked stays unknown for ever. How many pairs."""
    run, compared = world.run, 0
    side = run.questions[-1].side
    answers, who, points = list(run.answers), list(run.who), list(run.checkpoints)
    before: dict[int, list[bytes]] = {}
    for option in list(run.questions[-1].options)[:3]:
        run.answer(side, option.key)
        run.undo(next(other for other in world.sides if other != side))
        for seat in world.others(side):
            heard = world.everything(seat)
            if seat.place in before:
                compare(
                    before[seat.place], heard, f"{run.game.name}, {side} picked {option.key}, and it was taken back"
                )
                compared += 1
            before[seat.place] = heard
        run.record.undone.clear()
        run.answers, run.who[:], run.checkpoints = list(answers), who, list(points)
        run.go_on()
    return compared


def in_sight(run: Run, viewer: str) -> list[str]:
    """High Adventure: the figures that a side knows of. Whoever stands elsewhere may come into sight, and then looks different by right."""
    if run.game.name != "high_adventure":
        return []
    return [figure.id for figure in run.battle.figures if is_shown(figure, viewer or None)]  # type: ignore[attr-defined]


def in_worlds_that_differ(
    world: World, changes: Callable[[World, str, random.Random], Change | None], chance: random.Random
) -> int:
    """Change what is hidden from each seat, run the rules again to the same question, and compare. How many pairs."""
    run, compared = world.run, 0
    for seat in world.room.seats:
        viewer = seat.sides[0] if seat.sides else ""
        change = changes(world, viewer, chance)
        if change is None:
            continue
        before = world.everything(seat)
        kept = [point.battle for point in run.checkpoints]
        for point in run.checkpoints:
            point.battle = point.battle.copy()
            change(point.battle)
        asked = [question.text for question in run.questions]
        sighted = in_sight(run, viewer)
        heard: list[bytes] | None = None
        try:
            run.go_on()
            if [question.text for question in run.questions] == asked and in_sight(run, viewer) == sighted:
                change(run.battle)
                heard = world.everything(seat)
        except GrognardError:
            pass  # in this world the side whose secret it is was asked something else on the way
        finally:
            del run.checkpoints[len(kept) :]
            for point, battle in zip(run.checkpoints, kept, strict=True):
                point.battle = battle
            run.go_on()
        if heard is None:
            continue
        compare(
            before,
            heard,
            f"{run.game.name}, turn {run.battle.turn} {run.battle.phase}, seen by {viewer or 'a spectator'}",
        )
        compared += 1
    return compared


def cards_and_markers(world: World, viewer: str, chance: random.Random) -> Change | None:
    """Confrontation: the cards that still lie in the others' decks, which of two markers is the Scout, and dice that are written down."""
    battle: Any = world.run.battle
    orders: dict[str, tuple[list[str], list[str]]] = {}
    for camp in battle.sides:
        if camp.id != viewer and len(set(camp.deck)) > 1:
            orders[camp.id] = (list(camp.deck), chance.sample(camp.deck, len(camp.deck)))
    swapped = {marker.scout for marker in battle.markers if marker.side != viewer}
    fighters = [] if battle.fight is None else [f for f in battle.fight.combatants if f.side != viewer and f.written]
    written = {f.id: chance.choice(placements(f)) for f in fighters if len(placements(f)) > 1}
    if not orders and not swapped and not written:
        return None

    def change(state: Any) -> None:
        for camp in state.sides:
            old, new = orders.get(camp.id, ([], []))
            if old and camp.deck[len(camp.deck) - len(old) :] == old:
                camp.deck[len(camp.deck) - len(old) :] = new
        for scout in swapped:
            pair = [marker for marker in state.markers if marker.scout == scout]
            if len(pair) == 2:
                pair[0].real, pair[1].real = pair[1].real, pair[0].real
        for fighter in state.fight.combatants if state.fight is not None else []:
            if fighter.id in written and fighter.written is not None:
                guess = written[fighter.id]
                fighter.written = (guess.attack, guess.defence, guess.bought, guess.third_hand)

    return change


def sighted(state: Any, viewer: str) -> list[str]:
    """High Adventure: whom this side has in sight where everybody stands."""
    return [figure.id for figure in state.figures if figure.side != viewer and figure.able and is_seen(state, figure)]


def alter(state: Any, viewer: str, thing: Any, **fields: Any) -> None:
    """Change a figure or group, unless somebody came into sight by it or went out of it: whom a side sees it may know (HA-SOL-41)."""
    before = sighted(state, viewer)
    kept = {name: getattr(thing, name) for name in fields}
    for name, value in fields.items():
        setattr(thing, name, value)
    if sighted(state, viewer) != before:
        for name, value in kept.items():
            setattr(thing, name, value)


def orders_and_figures(world: World, viewer: str, chance: random.Random) -> Change | None:
    """High Adventure: figures out of sight stand elsewhere, unrevealed orders, spotting ranges, talismans and last sightings are others."""
    battle: Any = world.run.battle
    unseen = [figure.id for figure in battle.figures if figure.side != viewer and not is_shown(figure, viewer or None)]
    # Only what is still hidden at the question: what was revealed since the last checkpoint may well look different.
    stealthy = {figure.id: figure.stealth for figure in battle.figures if figure.side != viewer and figure.stealth}
    ordered = {group.id: group.chosen for group in battle.groups if group.side != viewer and group.chosen}
    ranges = {group.id: group.spot_range for group in battle.groups if group.side != viewer and group.spot_range}
    shift = chance.randrange(1, 60)

    def change(state: Any) -> None:
        for figure in state.figures:
            if figure.id in unseen and not is_shown(figure, viewer or None):
                alter(state, viewer, figure, x=figure.x + shift, y=figure.y + shift)
            if figure.stealth and stealthy.get(figure.id) == figure.stealth:
                alter(state, viewer, figure, stealth="hidden" if figure.stealth == "spotted" else "spotted")
        for group in state.groups:
            if group.spot_range and ranges.get(group.id) == group.spot_range:
                alter(state, viewer, group, spot_range=group.spot_range % 6 + 1)
            if group.chosen and ordered.get(group.id) == group.chosen:
                group.chosen = "Stand" if group.chosen != "Stand" else "Attack"
        for item in state.items:
            if item.side != viewer and item.nature:
                item.nature = "baleful" if item.nature != "baleful" else "kindly"
        for sighting in state.sightings:
            if sighting.side != viewer:
                sighting.x += shift

    return change


class Count(msgspec.Struct):
    """Pairs of worlds that were compared: over picks that wait, picks that were taken back, and what the battle hides."""

    picks: int = 0
    undone: int = 0
    hidden: int = 0


CHANGES = {"confrontation": cards_and_markers, "high_adventure": orders_and_figures}


def watch(
    name: str,
    scenario: str,
    seed: str,
    every: int,
    steps: int = 800,
    secrets: int = 1000,
    options: dict[str, str] | None = None,
) -> Count:
    """Play a battle and compare on the way, at so many secret picks and at every so many answers."""
    world = World(GAMES[name], scenario, seed, undo="free", options=options or {})
    chance = random.Random(seed)
    count = Count()
    changes = CHANGES.get(name)
    for step in range(steps):
        if world.run.over or not secrets:
            break
        if len(world.run.questions) > 1:
            secrets -= 1
            count.picks += picks_that_wait(world)
            if any(side and side != "secret" for side in world.run.who):
                count.undone += picks_taken_back(world)
        elif changes is not None and step % every == 0:
            count.hidden += in_worlds_that_differ(world, changes, chance)
        world.step()
    world.store.close()
    return count


SECRET_DICE = {"reserve_hidden": "yes", "dice_placement": "secret_simultaneous"}


def test_en_garde_pools_that_wait_for_the_other_side() -> None:
    """EG-COMBAT-02, EG-RULE-73: what is written down before a combat is the only thing hidden."""
    assert watch("en_garde", "mill_bridge", "p2", 1, secrets=1).picks >= 10
    assert watch("en_garde", "redoubt", "p2", 1, secrets=2).picks >= 20


def test_war_and_conquest_bids() -> None:
    """WC-RULE-01: bids for Strategic Advantage."""
    counts = [watch("war_and_conquest", "red_barrow_field", f"bids {n}", 1) for n in range(3)]
    assert sum(count.picks for count in counts) >= 20
    assert sum(count.undone for count in counts) >= 4


def test_confrontation_decks_markers_and_dice() -> None:
    """C3-STRAT-03, C3-RULE-11, C3-RULE-39, C3-RULE-86: stacked decks, hidden reserves, written dice, Scouts and decoys."""
    count = watch("confrontation", "the_drowned_shrine", "cards", 6, 250, options=SECRET_DICE)
    assert count.picks >= 60
    assert count.hidden >= 40
    assert watch("confrontation", "the_toll_plank", "cards", 3).hidden >= 10


def test_high_adventure_orders_and_figures_out_of_sight() -> None:
    """HA-RULE-95, HA-RULE-53, HA-VIS-05, HA-SOL-41: orders, spotting ranges, Stealth, and whoever is not in sight."""
    assert watch("high_adventure", "toll_at_cragford", "orders", 3).hidden >= 30
    assert watch("high_adventure", "under_hask_hill", "orders", 12, 250).hidden >= 20


HIDING = ("confrontation", "en_garde", "high_adventure", "war_and_conquest")


@pytest.mark.soak
@pytest.mark.parametrize("seed", ["one", "two", "three", "four"])
@pytest.mark.parametrize(("name", "scenario"), [(name, scenario) for name, scenario in SCENARIOS if name in HIDING])
def test_thousands_of_positions(name: str, scenario: str, seed: str) -> None:
    """Every scenario of every game that hides something, four battles of each."""
    options = SECRET_DICE if name == "confrontation" else {}
    count = watch(name, scenario, seed, 4, 500, secrets=25, options=options)
    print(
        f"{name} {scenario} {seed}: {count.picks + count.undone + count.hidden} pairs of worlds compared, leaked: 0 ({count})"
    )
