"""Runs a job whose second part hangs; prints the number of the process that hangs.

Usage: number_process.py FOLDER. Ends with 130 if it is interrupted.
"""

import signal
import sys
import threading
import time
from pathlib import Path

from tests.engine.jobs.number_job import NumberJob, squares_in, write_squares

from tidings.engine.jobs.table_output import TableOutput
from tidings.engine.process.home import Home
from tidings.engine.process.home_database import opened_database
from tidings.engine.runners.local_runner import LocalRunner
from tidings.store.database.database import Database


def main() -> None:
    """Run with the arguments of the command line."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored if tests run in background
    folder = Path(sys.argv[1])
    database = opened_database(Home(folder))
    threading.Thread(target=announce, args=(folder, database), daemon=True).start()
    try:
        output = TableOutput(database, write_squares)
        LocalRunner(database, 1).run(NumberJob(folder, 12, hanging=(5,)), output)
    except KeyboardInterrupt:
        database.close()
        sys.exit(130)


def announce(folder: Path, database: Database) -> None:
    """Print the number of the process that hangs, once the first part is committed."""
    path = folder / "hanging"
    while not (path.exists() and path.read_text() and squares_in(database.read())):
        time.sleep(0.01)
    print(path.read_text(), flush=True)


if __name__ == "__main__":
    main()
