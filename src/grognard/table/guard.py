"""Who may speak to the table at all: the right host name, the right origin, requests of a sensible size and rate; and what every reply says to the browser."""

import ipaddress
import socket
from collections.abc import Iterable
from typing import Protocol

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from grognard.table import limits
from grognard.table.wire import Problem

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]


def host_name(header: str) -> str:
    """The name in a Host header or an origin, without its port."""
    name = header.strip().lower()
    if name.startswith("["):
        return name[1:].partition("]")[0]
    return name.rpartition(":")[0] if name.count(":") == 1 else name


class Farewell(Protocol):
    """Something that is told before the server stops."""

    async def farewell(self) -> None: ...


class Guard:
    """Wraps the app. `hosts` are the names under which the table answers; with `any_address` also every plain IP address."""

    def __init__(
        self,
        app: ASGIApp,
        hosts: Iterable[str] = (),
        *,
        any_address: bool = False,
        rate: float = 40,
        burst: float = 200,
    ) -> None:
        self.app = app
        self.hosts = {"localhost", "127.0.0.1", "::1", *(host.lower() for host in hosts)}
        if any_address:
            self.hosts.add(socket.gethostname().lower())
        self.any_address = any_address
        self.table: Farewell | None = None  # whoever wants to say something before the end
        self.clients = limits.Buckets(rate, burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            await self._refuse(scope, send, *refusal)
            return
        if scope["type"] == "websocket":
            await self.app(scope, receive, send)
            return
        await self.app(scope, _limited(receive), _with_headers(send))

    def _refusal(self, scope: Scope, headers: dict[bytes, str]) -> tuple[int, str] | None:
        host = headers.get(b"host", "")
        if not self._known(host_name(host)):
            return 421, "This table does not answer to that name: open it by the address that it printed."
        origin = headers.get(b"origin")
        changes = scope["type"] == "websocket" or scope.get("method") not in ("GET", "HEAD", "OPTIONS")
        if changes and origin is not None and origin.partition("://")[2].lower() != host.lower():
            return 403, "Another site tried to speak to the table; that is not allowed."
        if (
            scope["type"] == "websocket"
            and origin is None
            and headers.get(b"sec-fetch-site", "none") not in ("none", "same-origin")
        ):
            return 403, "Another site tried to speak to the table; that is not allowed."
        length = headers.get(b"content-length", "0")
        if not length.isdigit() or int(length) > limits.BODY:
            return 413, "That is too large for the table."
        client = scope["client"][0] if scope.get("client") else "?"
        if not self.clients.take(client):
            return 429, "Too many requests at once: wait a moment."
        return None

    def _known(self, name: str) -> bool:
        if name in self.hosts:
            return True
        if self.any_address:
            try:
                ipaddress.ip_address(name)
            except ValueError:
                return False
            return True
        return False

    async def _refuse(self, scope: Scope, send: Send, status: int, words: str) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 4403, "reason": words[:100]})
            return
        body = msgspec.json.encode(Problem(words))
        await send(
            {
                "type": "http.response.start",
                "status": status,
                "headers": [(b"content-type", b"application/json"), *HEADERS],
            }
        )
        await send({"type": "http.response.body", "body": body})


def _with_headers(send: Send) -> Send:
    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), *HEADERS]
        await send(message)

    return wrapped


def _limited(receive: Receive) -> Receive:
    """A body that is longer than it says, or says nothing, ends at the limit."""
    seen = 0

    async def wrapped() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > limits.BODY:
            return {"type": "http.disconnect"}
        return message

    return wrapped
