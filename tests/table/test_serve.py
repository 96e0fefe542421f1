"""Starting the table."""

import json
import logging
import socket
from pathlib import Path

import pytest

from grognard.errors import GrognardError
from grognard.table.serve import OneLine, data_file, free_port


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
