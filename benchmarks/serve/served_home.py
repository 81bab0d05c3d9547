"""Makes the home that is served: articles, index, stories of the last month, and sources.

Run as a program, with the code of the checkout that will be measured.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from benchmarks.inputs.filled_home import FilledHome, article_of, wait_for_all
from benchmarks.inputs.newswire import NewsAgency
from benchmarks.inputs.search_questions import questions
from benchmarks.serve.ready_articles import as_of, packed_of
from benchmarks.support.tidings_engine import TidingsBuilder, query_of
from tidings.engine.followers.follower import following
from tidings.engine.followers.story_act import story_follower
from tidings.engine.process.home import ensure_home
from tidings.engine.sources.source_list import follow_source
from tidings.model.articles.article import Article
from tidings.settings.tree import Settings
from tidings.store.database.database import Database, open_database
from tidings.store.database.session import Writer
from tidings.store.tables.articles.annotations import keep_annotations
from tidings.store.tables.articles.articles import keep_article, newest_articles

_MONTH = timedelta(days=30)  # articles that may be grouped
_AHEAD = 2_000  # articles waiting for the database
_ARTICLES = 2_000  # that are opened by readers, the newest
_QUESTIONS = 2_000


def main() -> None:
    """Make a home of so many articles in a folder, and samples of what readers ask for."""
    folder, count = Path(sys.argv[1]), int(sys.argv[2])
    settings = Settings(home=folder / "home")
    database = open_database(ensure_home(settings).database, settings.store)
    try:
        _fill(database, count, datetime.now(UTC))
        _group(database, settings)
        samples = _samples(database, settings.home)
    finally:
        database.close()
    TidingsBuilder().build(settings.home / "index", FilledHome(settings.home).chunks())
    (folder / "samples.json").write_text(json.dumps(samples))


def _fill(database: Database, count: int, now: datetime) -> None:
    waiting: list[Future[Article | None]] = []
    sources: set[str] = set()
    for report in NewsAgency(1, stories=max(200, count // 20)).reports(count):
        article = article_of(as_of(report, now))
        sources.add(article.source)
        waiting.append(_keep(database, article, is_new=article.first_seen > now - _MONTH))
        if len(waiting) == _AHEAD:
            wait_for_all(waiting)
    wait_for_all(waiting)
    database.write(lambda connection: _follow(connection, sorted(sources), now)).result()


def _follow(connection: Writer, sources: Sequence[str], now: datetime) -> None:
    for source in sources:
        follow_source(connection, f"https://{source}/", now)


def _keep(database: Database, article: Article, *, is_new: bool) -> "Future[Article | None]":
    packed = packed_of(article) if is_new else None

    def keep(connection: Writer) -> Article | None:
        kept = keep_article(connection, article, article.first_seen)
        if kept is not None and packed is not None:
            keep_annotations(connection, kept.id, kept.revision, packed)
        return kept

    return database.write(keep)


def _group(database: Database, settings: Settings) -> None:
    """Let the stories follow until they have seen everything; closing waits for that."""
    with following(database, story_follower(database, settings.group, _fail, _clock)):
        pass


def _clock() -> float:
    return datetime.now(UTC).timestamp()


def _fail(error: Exception) -> None:
    sys.exit(f"grouping stopped: {error}")


def _samples(database: Database, home: Path) -> dict[str, list[str]]:
    articles = newest_articles(database.read(), _ARTICLES)
    rows = database.read().execute("SELECT DISTINCT story FROM memberships ORDER BY story")
    texts = list(dict.fromkeys(_texts(home)))
    Random(3).shuffle(texts)
    return {
        "questions": texts,
        "articles": [article.id for article in articles],
        "stories": [str(row[0]) for row in rows],
        "beginnings": [text[:3] for text in texts],
    }


def _texts(home: Path) -> Iterator[str]:
    drawn = questions(home, _QUESTIONS // 4)
    for kind in ("1 word", "2 words", "3 words", "phrase of 2"):
        yield from (query_of(question, None).text for question in drawn[kind])


if __name__ == "__main__":
    main()
