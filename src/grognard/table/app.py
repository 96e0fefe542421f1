"""The table as a web application: a small HTTP interface, one socket for each seat, and the page itself."""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import AsyncIterator, Iterable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import unquote

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from grognard.errors import GrognardError, IllegalChoice, NotFound, TooLarge
from grognard.kernel.game import Game
from grognard.table import limits, wire
from grognard.table.catalogue import Catalogue, check_force
from grognard.table.desk import GameAt, Job
from grognard.table.guard import Guard
from grognard.table.hall import Hall, TooMany
from grognard.table.minds import rule_text
from grognard.table.room import Room
from grognard.table.screens import Sitter
from grognard.table.seats import NoSeat, tidy_name
from grognard.table.store import Seat, Store, StoreError
from grognard.table.thinking import Thinkers, ThinkingFailed

log = logging.getLogger("grognard.table")

STATIC = Path(__file__).parent / "static"
OUR_MISTAKE = "Something went wrong at the table; that is our mistake. Nothing that was saved is lost."
OPEN_ELSEWHERE = "This seat is open in another window. It can be played from here instead; the other window then stops."
T = TypeVar("T")
_FROM_PAGE = msgspec.json.Decoder(wire.FromPage)


def make_app(
    store: Store,
    games: Iterable[Game] | None = None,
    *,
    hosts: Iterable[str] = (),
    any_address: bool = False,
    thinkers: Thinkers | None = None,
    rate: float = 40,
    burst: float = 200,
    called: str = "",
) -> Guard:
    """The whole table on this store, behind its guard. `called` is its name on the home screen."""
    table = Table(Hall(store, Catalogue(games), thinkers or Thinkers()), tidy_name(called))
    routes = [
        Route("/", table.index),
        Route("/healthz", table.health),
        Route("/api/home", table.home),
        Route("/api/rules/{game}", table.rules),
        Route("/api/rules/{game}/{rule}", table.rule),
        Route("/api/forces/{game}", table.check_force, methods=["POST"]),
        Route("/api/forces/{game}/{force}", table.force),
        Route("/api/odds/{game}/{question}", table.odds, methods=["POST"]),
        Route("/api/odds/{game}/{question}/roll", table.roll, methods=["POST"]),
        Route("/api/battles", table.new_battle, methods=["POST"]),
        Route("/api/battles/mine", table.mine, methods=["POST"]),
        Route("/api/battles/import", table.take_in, methods=["POST"]),
        Route("/api/battles/{battle}", table.delete, methods=["DELETE"]),
        Route("/api/battles/{battle}/record", table.record),
        Route("/api/battles/{battle}/replay", table.replay),
        Route("/api/battles/{battle}/replay/{step:int}", table.frame),
        Route("/api/battles/{battle}/go-on", table.go_on, methods=["POST"]),
        Route("/api/battles/{battle}/verify", table.verify, methods=["POST"]),
        WebSocketRoute("/seat", table.seat),
        Mount("/static", Files(directory=STATIC)),
    ]
    handlers: dict[Any, Any] = {
        GrognardError: problem,
        HTTPException: http_problem,
        ClientDisconnect: too_long,
        Exception: mistake,
    }
    app = Starlette(routes=routes, exception_handlers=handlers, lifespan=table.lifespan)
    app.state.table = table
    guard = Guard(app, hosts, any_address=any_address, rate=rate, burst=burst)
    guard.table = table
    return guard


class Files(StaticFiles):
    """The page's files; browsers ask each time whether they have changed."""

    async def get_response(self, path: str, scope: Any) -> Response:
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = "no-cache"
        return response


class Json(Response):
    """A struct as JSON."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return msgspec.json.encode(content)


def problem(request: Request, error: Exception) -> Response:
    """What went wrong, in words."""
    status = 400
    if isinstance(error, NotFound | NoSeat):
        status = 404
    elif isinstance(error, StoreError | TooMany):
        status = 503
    elif isinstance(error, TooLarge):
        status = 422
    return Json(wire.Problem(str(error), getattr(error, "rule", "")), status)


def http_problem(request: Request, error: Exception) -> Response:
    """A page or file that is not there, or a wrong method."""
    assert isinstance(error, HTTPException)
    words = {404: "There is nothing at this address.", 405: "That cannot be done here."}.get(
        error.status_code, str(error.detail)
    )
    return Json(wire.Problem(words), error.status_code)


def too_long(request: Request, error: Exception) -> Response:
    """The body was cut off."""
    return Json(wire.Problem("That is too large for the table."), 413)


def mistake(request: Request, error: Exception) -> Response:
    """Never a traceback to the client."""
    log.error("a request failed", exc_info=error, extra={"path": request.url.path})
    return Json(wire.Problem(OUR_MISTAKE), 500)


async def body_of(request: Request, kind: type[T]) -> T:
    """The body of a request, checked against its type."""
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise IllegalChoice(f"this request is not understood: {error}") from None


class Table:
    """What answers each address."""

    def __init__(self, hall: Hall, called: str = "") -> None:
        self.hall = hall
        self.called = called
        self.sockets: set[WebSocket] = set()

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        sweeping = asyncio.create_task(self._sweep())
        try:
            yield
        finally:
            sweeping.cancel()
            await self.close()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(limits.IDLE / 10)
            self.hall.sweep()

    async def farewell(self) -> None:
        """Finish what was begun and tell the players."""
        await self.hall.stop()
        await asyncio.sleep(0.1)  # until they have heard it

    async def close(self) -> None:
        """Stop."""
        await self.hall.stop()
        await asyncio.to_thread(self.hall.thinkers.close)
        await asyncio.to_thread(self.hall.store.close)

    # Pages and games

    async def index(self, request: Request) -> Response:
        return Response(
            (STATIC / "index.html").read_bytes(), media_type="text/html", headers={"cache-control": "no-cache"}
        )

    async def health(self, request: Request) -> Response:
        """Whether the table can read and write what it keeps."""
        store = self.hall.store
        if store.trouble:
            await asyncio.to_thread(store.try_again)
        battles = await asyncio.to_thread(store.count)
        health = wire.Health(not store.trouble, battles, len(self.hall.rooms), len(self.sockets), store.trouble)
        return Json(health, 503 if store.trouble else 200)

    async def home(self, request: Request) -> Response:
        cards = await asyncio.to_thread(self.hall.catalogue.cards)
        return Json(wire.Home(_version(), cards, self.hall.catalogue.levels(), self.called))

    async def rules(self, request: Request) -> Response:
        game = self.hall.catalogue.game(request.path_params["game"])
        return Json(wire.Rules(game.name, game.title, [rule_text(game, rule) for rule in game.rulebook.rules]))

    async def rule(self, request: Request) -> Response:
        return Json(rule_text(self.hall.catalogue.game(request.path_params["game"]), request.path_params["rule"]))

    # Forces

    async def check_force(self, request: Request) -> Response:
        """What is in a force file of one's own, or what is wrong with it."""
        asked = await body_of(request, wire.ForceAsked)
        game = self.hall.catalogue.game(request.path_params["game"])
        return Json(await asyncio.to_thread(check_force, game, asked))

    async def force(self, request: Request) -> Response:
        """A force that comes with the game, as its file."""
        forces = self.hall.catalogue.game(request.path_params["game"]).forces()
        name = request.path_params["force"]
        if name not in forces:
            raise NotFound("force", name, forces)
        saved = {"content-disposition": f'attachment; filename="{name}.toml"'}
        return Response(forces[name].encode(), media_type="application/toml", headers=saved)

    # Odds

    async def odds(self, request: Request) -> Response:
        asked = await body_of(request, wire.OddsAsked)
        return Json(await self._count(request, "odds", situation=asked.situation))

    async def roll(self, request: Request) -> Response:
        """The next dice that the question asks for, or how it came out."""
        asked = await body_of(request, wire.RollAsked)
        seed = asked.seed[:80] or secrets.token_hex(12)
        rolled: wire.Rolled = await self._count(
            request, "roll", situation=asked.situation, thrown=asked.thrown, own=asked.own, seed=seed
        )
        rolled.seed = seed
        return Json(rolled)

    async def _count(self, request: Request, what: str, **more: Any) -> Any:
        game = self.hall.catalogue.game(request.path_params["game"])
        job = Job(what, GameAt.of(game), question=request.path_params["question"], **more)
        try:
            return await self.hall.thinkers.count(lambda: job, 20)
        except ThinkingFailed as error:
            raise IllegalChoice(f"These odds cannot be given: {error}") from None

    # Battles

    async def _seat(self, request: Request) -> tuple[str, Seat]:
        battle = request.path_params["battle"]
        scheme, _, key = request.headers.get("authorization", "").partition(" ")
        return battle, await self.hall.seat(battle, key if scheme.lower() == "bearer" else "")

    async def new_battle(self, request: Request) -> Response:
        return Json(await self.hall.new(await body_of(request, wire.NewBattle)), 201)

    async def mine(self, request: Request) -> Response:
        return Json(await self.hall.summaries((await body_of(request, wire.Tickets)).seats))

    async def take_in(self, request: Request) -> Response:
        return Json(
            await self.hall.records.take_in(await request.body(), unquote(request.headers.get("x-file-name", ""))), 201
        )

    async def delete(self, request: Request) -> Response:
        battle, seat = await self._seat(request)
        await self.hall.delete(battle, seat)
        return Response(status_code=204)

    async def record(self, request: Request) -> Response:
        battle, seat = await self._seat(request)
        name, data = await self.hall.records.export(battle, seat)
        return Response(
            data, media_type="application/json", headers={"content-disposition": f'attachment; filename="{name}"'}
        )

    async def replay(self, request: Request) -> Response:
        battle, seat = await self._seat(request)
        return Json(await self.hall.records.replay_info(battle, seat, request.query_params.get("side", "")))

    async def frame(self, request: Request) -> Response:
        battle, seat = await self._seat(request)
        return Json(
            await self.hall.records.frame(
                battle, seat, request.path_params["step"], request.query_params.get("side", "")
            )
        )

    async def go_on(self, request: Request) -> Response:
        battle, seat = await self._seat(request)
        return Json(await self.hall.records.go_on(battle, seat, await body_of(request, wire.GoOn)), 201)

    async def verify(self, request: Request) -> Response:
        battle, _ = await self._seat(request)
        return Json(await self.hall.records.verified(battle))

    # Seats

    async def seat(self, socket: WebSocket) -> None:
        """One connection: says which seat it wants, then answers and is shown things until it leaves."""
        await socket.accept()
        self.sockets.add(socket)
        outbox: asyncio.Queue[bytes | None] = asyncio.Queue(limits.OUTBOX)
        sending = asyncio.create_task(_send_all(socket, outbox))
        room = sitter = None
        try:
            room, sitter = await self._sit(socket, outbox)
            if sitter is not None and room is not None:
                await _listen(socket, room, sitter)
        except (WebSocketDisconnect, RuntimeError):
            pass  # they have gone
        finally:
            if room is not None and sitter is not None:
                room.leave(sitter)
            _end(outbox)
            with contextlib.suppress(asyncio.TimeoutError, asyncio.CancelledError):
                await asyncio.wait_for(sending, 2)
            self.sockets.discard(socket)
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await socket.close()

    async def _sit(self, socket: WebSocket, outbox: "asyncio.Queue[bytes | None]") -> tuple[Room | None, Sitter | None]:
        def send(data: bytes) -> None:
            try:
                outbox.put_nowait(data)
            except asyncio.QueueFull:
                # Too slow to follow: it will come back and be shown everything anew.
                asyncio.get_running_loop().create_task(_drop(socket))

        try:
            message = read(await asyncio.wait_for(socket.receive(), limits.FIRST_WORD))
            if not isinstance(message, wire.Sit):
                raise IllegalChoice("first say which seat you want")
            seat = await self.hall.seat(message.battle, message.key)
            room = await self.hall.room(message.battle)
            if len(room.screens.sitters) >= limits.SITTERS:
                raise TooMany("this battle has as many onlookers as it can hold")
            if room.screens.elsewhere(seat, message.client) and not message.take:
                send(msgspec.json.encode(wire.Gone(OPEN_ELSEWHERE, take=True)))
                return None, None
            sitter = Sitter(seat, send, message.client[:100], lambda: _end(outbox))
            room.sit(sitter)
        except GrognardError as error:
            await asyncio.sleep(0.2)  # guessing keys is slow work
            send(msgspec.json.encode(wire.Gone(str(error))))
        except TimeoutError:
            send(msgspec.json.encode(wire.Refused("nothing was said for too long")))
        except (WebSocketDisconnect, RuntimeError):
            raise
        except Exception:
            log.exception("a seat could not be taken")
            send(msgspec.json.encode(wire.Gone(OUR_MISTAKE)))
        else:
            return room, sitter
        return None, None


def _end(outbox: "asyncio.Queue[bytes | None]") -> None:
    """Send what is waiting, then hang up."""
    with contextlib.suppress(asyncio.QueueFull):
        outbox.put_nowait(None)


async def _drop(socket: WebSocket) -> None:
    with contextlib.suppress(RuntimeError):
        await socket.close(1013)


async def _send_all(socket: WebSocket, outbox: "asyncio.Queue[bytes | None]") -> None:
    while (data := await outbox.get()) is not None:
        try:
            await socket.send_text(data.decode())
        except (WebSocketDisconnect, RuntimeError):
            return
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await socket.close()


def read(received: Any) -> wire.FromPage:
    """A message from the page; IllegalChoice in words for anything else."""
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(received.get("code", 1000))
    data = received.get("text") or received.get("bytes") or b""
    if len(data) > limits.MESSAGE:
        raise IllegalChoice("this message is too long")
    try:
        message: wire.FromPage = _FROM_PAGE.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise IllegalChoice(f"this message is not understood: {error}") from None
    return message


async def _listen(socket: WebSocket, room: Room, sitter: Sitter) -> None:
    bucket = limits.Bucket(30, 90)
    while True:
        received = await socket.receive()
        if sitter.dismissed:
            return
        ref = 0
        try:
            message = read(received)
            ref = getattr(message, "ref", 0)
            if not bucket.take():
                raise IllegalChoice("too many messages at once: wait a moment")
            await _do(room, sitter, message)
        except IllegalChoice as error:
            sitter.tell(wire.Refused(error.words, error.rule, ref))
        except GrognardError as error:
            sitter.tell(wire.Refused(str(error), ref=ref))
        except (WebSocketDisconnect, asyncio.CancelledError):
            raise
        except Exception:
            log.exception("a message failed", extra={"battle": room.id})
            sitter.tell(wire.Refused(OUR_MISTAKE, ref=ref))


async def _do(room: Room, sitter: Sitter, message: wire.FromPage) -> None:
    await room.settled()
    match message:
        case wire.Answer():
            await room.answer(sitter, message)
        case wire.Check():
            sitter.tell(room.check(sitter, message))
        case wire.Look():
            room.look(sitter, message.side)
        case wire.TakeBack():
            await room.take_back(sitter, message)
        case wire.Consent():
            await room.consent(sitter, message)
        case wire.AskHint():
            await room.minds.hint(sitter, message)
        case wire.Hurry():
            room.minds.hurry(sitter, message)
        case wire.Why():
            await room.minds.why(sitter, message)
        case wire.Sit():
            raise IllegalChoice("you have a seat already")
        case wire.Ping():
            room.screens.tell_presence()


def _version() -> str:
    try:
        return version("grognard")
    except PackageNotFoundError:
        return "0"
