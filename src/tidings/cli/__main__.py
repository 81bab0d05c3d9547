"""`tidings`: runs a verb and turns every expected failure into one sentence and an exit code."""

import io
import os
import sys
from collections.abc import Sequence

from tidings.cli.arguments import parser
from tidings.cli.exit_codes import CommandFailure, failure_of
from tidings.cli.options import started_logging
from tidings.events.logged_event import CommandFailed, emit


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return 0 for success, 1 for failure, 2 for misuse."""
    # numpy reads it at its first import, here and in child processes. On the small matrices of a
    # search, several threads take sixteen times the CPU, waiting for each other.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    _allow_any_encoding()
    options = parser().parse_args(arguments)
    with started_logging(options):
        try:
            return int(options.verb(options))
        except BrokenPipeError:
            sys.stderr.close()  # the reader has gone, as in `| head`
            return 0
        except KeyboardInterrupt:
            return 130
        except Exception as error:  # noqa: BLE001 - failure_of() raises again what it does not know
            failure: CommandFailure = failure_of(error)
            emit(CommandFailed(failure.sentence, failure.code))
            return failure.code


def _allow_any_encoding() -> None:
    """Print a question mark for what the terminal's encoding lacks, instead of failing."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")


if __name__ == "__main__":
    sys.exit(main())
