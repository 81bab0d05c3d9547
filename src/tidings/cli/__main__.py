"""`tidings`: finds the verb, runs it, and turns every expected trouble into one sentence."""

import io
import os
import sys
from collections.abc import Sequence

from tidings.cli.arguments import parser
from tidings.cli.exit_codes import CommandFailure, failure_of


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return 0 when done, 1 when it failed, 2 when it was misused."""
    # Read when numpy is first imported, here and in the processes we start. On the small matrices
    # of a search several threads spend sixteen times the CPU on waiting for each other.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    _allow_any_encoding()
    options = parser().parse_args(arguments)
    try:
        return int(options.verb(options))
    except BrokenPipeError:
        sys.stderr.close()  # the reader has gone, as in `| head`: nothing is left to say
        return 0
    except KeyboardInterrupt:
        return 130
    except Exception as error:  # noqa: BLE001 - told() raises again what it does not know
        trouble: CommandFailure = failure_of(error)
        print(f"tidings: {trouble.sentence}", file=sys.stderr)
        return trouble.code


def _allow_any_encoding() -> None:
    """Let what a terminal's alphabet lacks be printed as a question mark instead of failing."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


if __name__ == "__main__":
    sys.exit(main())
