"""Changes articles, indexes and groups them; kills itself with SIGKILL.

Usage: streaming_process.py HOME write MILLISECONDS. It dies after that time. With 0 it makes
a fixed number of changes, and the index and the stories catch up.
"""

import sys
import time
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count
from pathlib import Path
from random import Random

from tests.crash.stream_serving_process import die_after, settings_of

from tidings.engine.followers.follower import following
from tidings.engine.followers.index_act import index_follower
from tidings.engine.followers.ready_entries import ReadyEntries
from tidings.engine.followers.story_act import story_follower
from tidings.engine.followers.story_grouping import write_stories
from tidings.engine.live.crawl_stores import opened_index
from tidings.engine.process.home import ensure_home
from tidings.engine.reading.annotator import Annotator
from tidings.model.articles.article import Article
from tidings.settings.tree import Settings
from tidings.store.database.database import Database, open_database
from tidings.store.database.session import Writer
from tidings.store.tables.articles.annotations import keep_annotations
from tidings.store.tables.articles.articles import keep_article
from tidings.store.tables.takedowns.removal import remove_articles

BEGIN = datetime(2026, 1, 2, tzinfo=UTC)
_ARTICLES = 60  # different ones, so that most are revised, deleted and kept again
_LAST_CHANGES = 60  # so that enough happens, however slow the machine is
_PAUSE = 0.005  # between transactions
_PLACES = ("harbour", "station", "airport", "market", "bridge", "museum")


def _article(number: int, version: int) -> Article:
    place = _PLACES[number % len(_PLACES)]
    text = (
        f"Fire crews worked through the night at the {place} of Ketterly after a blaze. "
        f"Mayor Ada Quill said that {100 + number} people left the {place} unharmed. "
        f"Report {number} in version {version}."
    )
    url = f"https://paper{number % 7}.example/{number}"
    at = BEGIN + timedelta(minutes=number)
    return Article(
        f"a{number}", url, f"paper{number % 7}.example", f"Fire at the {place}", text, "", "", at,
        None, at, (), "en", "", (), None, "", len(text.split()),
    )  # fmt: skip


def _keep(connection: Writer, article: Article, packed: object) -> None:
    kept = keep_article(connection, article, BEGIN)
    if kept is not None:
        keep_annotations(connection, article.id, kept.revision, packed)  # type: ignore[arg-type]


def _delete(connection: Writer, name: str) -> None:
    _, stories = remove_articles(connection, [name], BEGIN)
    write_stories(connection, stories, BEGIN)


# Its models are loaded before this process is forked.
_annotator = Annotator()
_annotator.of(_article(0, 0))


def _change(database: Database, rng: Random) -> None:
    """Write a few changes, in one transaction or in several."""
    futures = []
    for _ in range(rng.randint(1, 4)):
        number = rng.randrange(_ARTICLES)
        if rng.random() < 0.2:
            futures.append(database.write(partial(_delete, name=f"a{number}")))
            continue
        article = _article(number, rng.randrange(10**6))
        packed = _annotator.of(article).packed
        futures.append(database.write(partial(_keep, article=article, packed=packed)))
    for future in futures:
        future.result()


def write(home: Path, milliseconds: int) -> None:
    """Change articles until killed, or only catch up."""
    settings, place = settings_of(home), ensure_home(Settings(home=home))
    database = open_database(place.database, settings.store)
    index = opened_index(place.index, settings.search)

    def clock() -> float:
        return (BEGIN + timedelta(hours=2)).timestamp()

    def lost(error: Exception) -> None:
        raise error

    searchable = index_follower(database, index, settings.search, ReadyEntries(), lost)
    stories = story_follower(database, settings.group, lost, clock)
    with following(database, searchable, stories):
        rng = Random(milliseconds)
        die_after(milliseconds)
        for _ in count() if milliseconds else range(_LAST_CHANGES):
            _change(database, rng)
            time.sleep(_PAUSE)
    index.close()
    database.close()


def main() -> None:
    """Run with the arguments of the command line."""
    write(Path(sys.argv[1]), int(sys.argv[3]))


if __name__ == "__main__":
    main()
