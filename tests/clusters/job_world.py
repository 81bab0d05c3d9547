"""A home whose results are outdated, lost or damaged; its archive and knowledge are not.

Made once; whatever rebuilds it must come to the same results.
"""

import asyncio
import random
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from shutil import rmtree

from tests.crash.crawl_process import crawl
from tests.crash.world_process import served_papers
from tests.engine.older_annotations import age_annotations

from tidings.engine.process.home import ensure_home
from tidings.engine.sources import source_list
from tidings.settings.tree import Settings, StoreSettings
from tidings.store.archive.warc_files import ArchiveReader
from tidings.store.database.database import Database, open_database
from tidings.store.database.session import Writer

_PAPERS = (0, 2, 4, 5)  # in English, German and Chinese, and one that copies the first
_BROKEN = 4  # records of the archive
# What older extractors left: parts lost or too much kept, wrong or no metadata.
_DAMAGE = (
    "text = substr(text, 60), html = substr(html, 1, 200), word_count = word_count - 9",
    "text = text || ' Subscribe to our newsletter', html = html || '<p>Subscribe</p>'",
    "title = title || ' | The Paper', standfirst = ''",
    "published = published - 86400, authors = '[]', section = '', tags = '[]'",
    "language = 'und', image = NULL, publisher = ''",
)


def make_outdated_home(folder: Path, history: int) -> None:
    """Crawl papers with that many hours of news, and spoil what came of it."""
    settings = Settings(home=folder)
    database = _opened(settings)
    with served_papers(history, max(_PAPERS) + 1) as papers:
        for number in _PAPERS:
            source_list.add_source(database, papers[number], datetime.now(UTC))
        database.close()
        asyncio.run(crawl(folder))
    with closing(_opened(settings)) as database:
        database.write(_spoil).result()
    _break_records(folder)
    rmtree(folder / "links")
    rmtree(folder / "index")


def _opened(settings: Settings) -> Database:
    home = ensure_home(settings)
    return open_database(home.database, StoreSettings(commit_seconds=0.0))


def _spoil(connection: Writer) -> None:
    """Let rows be as older code left them, or lose them."""
    rng = random.Random(20)
    articles = [row[0] for row in connection.execute("SELECT id FROM articles ORDER BY url")]
    for id_ in articles:
        connection.execute(f"UPDATE articles SET {rng.choice(_DAMAGE)} WHERE id = ?", (id_,))
    for id_ in rng.sample(articles, len(articles) // 8):
        _lose(connection, id_)
    connection.execute("DELETE FROM urls WHERE depth = 1 AND listed = 0 AND role <> 'sitemap'")
    connection.execute("DELETE FROM likenesses")
    age_annotations(connection)


def _lose(connection: Writer, article: str) -> None:
    """Let an article be of a page that was not taken for one."""
    for table, column in (
        ("articles", "id"),
        ("annotations", "article"),
        ("memberships", "article"),
    ):
        connection.execute(f"DELETE FROM {table} WHERE {column} = ?", (article,))
    connection.execute(
        "UPDATE urls SET kind = 'valueless', article = NULL WHERE article = ?", (article,)
    )
    connection.execute("DELETE FROM prints")


def _break_records(folder: Path) -> None:
    """Damage some records of the archive, each in its middle."""
    places = list(_places(folder))
    for place in random.Random(20).sample(places, _BROKEN):
        with (folder / "archive" / place[0]).open("r+b") as file:
            file.seek(place[1] + place[2] // 2)
            file.write(b"\0" * 16)


def _places(folder: Path) -> Iterator[tuple[str, int, int]]:
    captures = ArchiveReader(folder / "archive").captures_after(None)
    for capture in islice(captures, 10, None):  # the start pages come first, and lead to the rest
        yield capture.place.file, capture.place.offset, capture.place.length
