"""Starting the table: `main` is what `grognard table` and `make play` run."""

import asyncio
import contextlib
import gc
import json
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Any

import uvicorn

from grognard.errors import GrognardError
from grognard.table import limits
from grognard.table.app import make_app
from grognard.table.guard import Guard
from grognard.table.store import Store

LOCAL = ("127.0.0.1", "localhost", "::1")
WARNING = (
    "This table can be reached from other machines at {host}:{port}. What is said on the way can be read and changed by others unless you put "
    "something in front of it that speaks TLS, such as caddy or nginx, and put its name into GROGNARD_NAMES."
)
_PLAIN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


class OneLine(logging.Formatter):
    """Each line of the log is one JSON object: when, how grave, what, and the battle it is about. Keys of seats are never in it."""

    def format(self, record: logging.LogRecord) -> str:
        said: dict[str, Any] = {
            "at": self.formatTime(record),
            "level": record.levelname.lower(),
            "what": record.getMessage(),
        }
        said |= {name: value for name, value in vars(record).items() if name not in _PLAIN}
        if record.exc_info:
            said["error"] = self.formatException(record.exc_info)
        return json.dumps(said, default=str)


def data_file(data: str | Path | None = None) -> Path:
    """Where the battles are kept: as asked, else $GROGNARD_DATA, else the user's data folder."""
    chosen = data or os.environ.get("GROGNARD_DATA")
    if chosen:
        path = Path(chosen)
        return path / "table.sqlite" if path.is_dir() else path
    if sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA") or Path.home())
    elif sys.platform == "darwin":
        folder = Path.home() / "Library" / "Application Support"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return folder / "grognard" / "table.sqlite"


def free_port(host: str, port: int, tries: int = 20) -> socket.socket:
    """A listening socket on that port, or on the next one that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    refusal: OSError | None = None
    for place in range(port, port + tries if port else 1):
        listener = socket.socket(family, socket.SOCK_STREAM)
        if os.name != "nt":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, place))
        except OSError as error:
            listener.close()
            refusal = error
            continue
        listener.listen(128)
        return listener
    raise GrognardError(f"no port from {port} to {port + tries - 1} can be opened on {host}: {refusal}")


class Server(uvicorn.Server):
    """Says where it is when it listens."""

    def __init__(self, config: uvicorn.Config, ready: threading.Event | None = None) -> None:
        super().__init__(config)
        self.ready = ready or threading.Event()
        self.greeting = ""  # what is said when it listens

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready.set()
        sys.stdout.write(self.greeting)
        sys.stdout.flush()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """The players are told before their lines are cut."""
        guard = self.config.app
        if isinstance(guard, Guard) and guard.table is not None:
            await guard.table.farewell()
        await super().shutdown(sockets)


def make_server(
    host: str,
    store: Store,
    *,
    names: tuple[str, ...] = (),
    games: Any = None,
    rate: float = 40,
    burst: float = 200,
    called: str = "",
) -> Server:
    """A server on this store, not yet started. `names` are those it answers to; `called` is what its home screen calls it."""
    app = make_app(
        store, games, hosts=(host, *names), any_address=host not in LOCAL, rate=rate, burst=burst, called=called
    )
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=limits.MESSAGE,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_graceful_shutdown=5,
        lifespan="on",
    )
    return Server(config)


def main(
    host: str = "127.0.0.1",
    port: int = 8765,
    data: str | Path | None = None,
    open_browser: bool = True,
    names: tuple[str, ...] = (),
    verbose: bool = False,
    called: str = "",
) -> int:
    """Serve the table until it is stopped; the exit code. GrognardError in words if it cannot be opened."""
    handler = logging.StreamHandler()
    handler.setFormatter(OneLine())
    logging.basicConfig(handlers=[handler], level=logging.INFO if verbose else logging.WARNING)
    say = sys.stdout.write
    path = data_file(data)
    listener = free_port(host, port)
    store = Store(path)
    taken = listener.getsockname()[1]
    shown = "localhost" if host in ("0.0.0.0", "::") else host  # noqa: S104  only compared
    address = f"http://{f'[{shown}]' if ':' in shown else shown}:{taken}/"
    if port and taken != port:
        say(f"Port {port} is taken; using {taken} instead.\n")
    if host not in LOCAL:
        say(WARNING.format(host=host, port=taken) + "\n")
    others = (name.strip() for name in os.environ.get("GROGNARD_NAMES", "").split(","))
    server = make_server(host, store, names=(*names, *filter(None, others)), called=called)
    server.greeting = f"The table is open at {address} (battles are kept in {path}). Stop it with Ctrl+C.\n"
    if open_browser:
        threading.Thread(target=_open, args=(server, address), daemon=True).start()
    run(server, listener)
    say("The table is closed; every battle is saved.\n")
    return 0


def collect_seldom() -> None:
    """Python looks through everything in memory for what nobody needs any more, and everybody waits meanwhile. What is there from the start need not be looked at, and the rest not so often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000, 10, 1_000)


def run(server: Server, listener: socket.socket) -> None:
    """Serve until somebody says stop; then finish what was begun."""
    collect_seldom()
    if threading.current_thread() is threading.main_thread():
        # One that comes before the server listens to signals ends it too; and the server raises the signal that ended it
        # once more when it is done, by when there is nothing left to end.
        signal.signal(signal.SIGTERM, lambda *_: setattr(server, "should_exit", True))
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(server.serve([listener]))


def _open(server: Server, address: str) -> None:
    if server.ready.wait(10):
        with contextlib.suppress(webbrowser.Error, OSError):
            webbrowser.open(address)


if __name__ == "__main__":
    raise SystemExit(main(open_browser=False))
