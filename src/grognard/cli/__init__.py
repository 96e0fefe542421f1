"""The command line: thin words over the front door."""

import sys

from cyclopts.exceptions import CycloptsError

from grognard.cli import battles, laboratory, library, tables  # noqa: F401  each adds its commands
from grognard.cli.app import app
from grognard.errors import GrognardError


def main() -> None:
    """Run a command; every mistake ends with words and exit code 2."""
    try:
        app(exit_on_error=False, print_error=False)
    except (GrognardError, CycloptsError) as error:
        print(f"grognard: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except KeyboardInterrupt:
        sys.exit(130)
