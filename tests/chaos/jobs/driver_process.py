"""Runs the job of the tests on the engine that the settings name, as `tidings` runs its own jobs.

Usage: driver_process.py HOME NOTES NUMBERS SECONDS SECTION.KEY=VALUE…
"""

import os
import sys
from pathlib import Path

from tests.chaos.jobs.slow_squares import SlowSquares, write_squares

from tidings.cli.exit_codes import failure_of
from tidings.engine.jobs.table_output import TableOutput
from tidings.engine.process.home import ensure_home
from tidings.engine.process.home_ownership import owned_database
from tidings.engine.runners.runner_choice import opened_runner
from tidings.events.log_output import logging_to_stderr
from tidings.events.logged_event import CommandFailed, emit
from tidings.settings.load import load
from tidings.settings.log_choices import LogFormat, LogLevel
from tidings.settings.tree import LogSettings


def main() -> int:
    """Run what is left of the job; return the exit code of `tidings`."""
    home, notes, numbers, seconds, *pairs = sys.argv[1:]
    settings = load(Path(home), os.environ, dict(_pair(each) for each in pairs))
    job = SlowSquares(Path(notes), int(numbers), float(seconds))
    with logging_to_stderr(LogSettings(LogLevel.INFO, LogFormat.JSON)):
        try:
            with (
                owned_database(ensure_home(settings), "running a job") as database,
                opened_runner(settings, database) as runner,
            ):
                runner.run(job, TableOutput(database, write_squares))
        except Exception as error:  # noqa: BLE001 - failure_of() raises again what it does not know
            failure = failure_of(error)
            emit(CommandFailed(failure.sentence, failure.code))
            return failure.code
    return 0


def _pair(text: str) -> tuple[str, str]:
    key, _, value = text.partition("=")
    return key, value


if __name__ == "__main__":
    sys.exit(main())
