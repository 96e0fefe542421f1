"""Commands for the table in the browser: serve it, copy its battles, check them."""

from pathlib import Path

from grognard.cli.app import app
from grognard.errors import GrognardError


@app.command
def table(
    *, host: str = "127.0.0.1", port: int = 8765, data: Path | None = None, browser: bool = True, name: str = ""
) -> None:
    """Serve the table and open it in the browser.

    Parameters
    ----------
    host: the address to serve on; anything but 127.0.0.1 needs TLS in front
    port: the port
    data: the file that battles are kept in
    browser: open a browser window
    name: what the table is called on its home screen, for the friends who come to it
    """
    try:
        from grognard.table.serve import main as serve
    except ModuleNotFoundError:
        raise GrognardError(
            "the table is not installed; play at the console: grognard play en-garde --console"
        ) from None
    serve(host=host, port=port, data=data, open_browser=browser, called=name)


@app.command
def backup(file: Path, *, data: Path | None = None) -> None:
    """Copy the battles of the table to a file, safely also while it runs.

    Parameters
    ----------
    file: the copy, which must not be there yet
    data: the file that battles are kept in
    """
    from grognard.table.doctor import backup as copy_store
    from grognard.table.serve import data_file

    made = copy_store(data_file(data), file)
    print(f"{file}: {made.battles:,} battles with {made.entries:,} entries, {made.bytes:,} bytes")


@app.command
def doctor(*, data: Path | None = None) -> None:
    """Check the battles of the table: every record replayed to its digest, every die thrown again.

    Parameters
    ----------
    data: the file that battles are kept in
    """
    from grognard.table.doctor import doctor as examine
    from grognard.table.serve import data_file

    health = examine(data_file(data))
    if health.wrong:
        raise GrognardError(health.words)
    print(health.words)
