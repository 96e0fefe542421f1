"""Starting the table."""

import asyncio
import json
import logging
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from grognard.errors import GrognardError
from grognard.table.app import Table, make_app
from grognard.table.serve import OneLine, data_file, free_port
from grognard.table.store import Store
from tests.table.toy import GAME


def test_a_taken_port_is_passed_over() -> None:
    first = free_port("127.0.0.1", 0)
    port = first.getsockname()[1]
    second = free_port("127.0.0.1", port)
    assert second.getsockname()[1] > port
    with pytest.raises(GrognardError, match="can be opened"):
        free_port("127.0.0.1", port, tries=1)
    first.close()
    second.close()


def test_only_this_machine_by_default() -> None:
    listener = free_port("127.0.0.1", 0)
    assert listener.getsockname()[0] == "127.0.0.1"
    assert listener.family == socket.AF_INET
    listener.close()


def test_where_battles_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GROGNARD_DATA", str(tmp_path))
    assert data_file() == tmp_path / "table.sqlite"
    assert data_file(tmp_path / "other.sqlite") == tmp_path / "other.sqlite"
    monkeypatch.delenv("GROGNARD_DATA")
    assert data_file().name == "table.sqlite"


def test_a_line_of_the_log_is_json() -> None:
    record = logging.makeLogRecord({"msg": "a new battle", "levelname": "INFO", "battle": "abc"})
    said = json.loads(OneLine().format(record))
    assert (said["what"], said["level"], said["battle"]) == ("a new battle", "info", "abc")


def test_a_table_has_a_name_on_its_home_screen(tmp_path: Path) -> None:
    async def home(called: str) -> dict[str, Any]:
        app = make_app(Store(tmp_path / "t.sqlite"), [GAME], called=called)
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1") as client:
            found: dict[str, Any] = (await client.get("/api/home")).json()
        assert isinstance(app.table, Table)
        await app.table.close()
        return found

    assert asyncio.run(home(" The  Red\nLion "))["table"] == "The Red Lion"
    assert asyncio.run(home(""))["table"] == ""


@pytest.mark.skipif(os.name == "nt", reason="signals are another thing there")
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_stopped_the_moment_it_says_that_it_is_open_it_ends_well(tmp_path: Path, stop: signal.Signals) -> None:
    words = f"from grognard.table.serve import main; raise SystemExit(main(port=0, data={str(tmp_path / 't.sqlite')!r}, open_browser=False))"
    with subprocess.Popen([sys.executable, "-c", words], stdout=subprocess.PIPE, text=True) as table:
        assert table.stdout is not None
        assert "The table is open at http://127.0.0.1:" in table.stdout.readline()
        table.send_signal(stop)
        assert "every battle is saved" in table.stdout.read()
        assert table.wait(30) == 0
