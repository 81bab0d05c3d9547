"""Issues N random commands about the sources and articles of a home.

Usage: issuing_process.py HOME SEED N.
"""

import sys
from contextlib import suppress
from pathlib import Path
from random import Random

from tests.crash.command_process import command_from, small_settings

from tidings.engine.commands.issuing import CommandRefused, opened_commands
from tidings.store.database.database import open_database
from tidings.store.database.session import Reader

# What is issued how often: most of the time sources are followed and bring articles.
_WEIGHTS = {
    "add": 8, "pause": 3, "resume": 4, "retry": 3, "remove": 2, "delete": 4, "delete-source": 1,
    "import": 1,
}  # fmt: skip


def _subject(kind: str, reader: Reader, chance: Random) -> list[str]:
    column = "articles" if kind == "delete" else "sites"
    urls = [row[0] for row in reader.execute(f"SELECT url FROM {column} ORDER BY url")]
    if kind == "import":
        return urls
    return [chance.choice(urls)] if urls else ["https://nowhere.example/"]


def main() -> None:
    """Run with the arguments of the command line."""
    home, seed, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    chance, settings = Random(seed), small_settings(home)
    database = open_database(home / "tidings.db", settings.store)
    with opened_commands(settings) as commands:
        for _ in range(count):
            (kind,) = chance.choices(list(_WEIGHTS), list(_WEIGHTS.values()))
            words = [kind, *_subject(kind, database.read(), chance)]
            with suppress(CommandRefused):
                commands.issue(command_from(words))
    database.close()


if __name__ == "__main__":
    main()
