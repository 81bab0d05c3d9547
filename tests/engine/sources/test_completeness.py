from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.factories import make_article

from tidings.engine.sources import source_list
from tidings.engine.sources.completeness import completeness, note_article, silences
from tidings.model.articles.article import Article
from tidings.settings.tree import StoreSettings
from tidings.store.database.database import Database, open_database
from tidings.store.tables.sources.article_flow import note_source_check
from tidings.store.tables.sources.sources import followed_sources

START = datetime(2026, 1, 5, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = open_database(tmp_path / "tidings.db", StoreSettings(commit_seconds=0.01))
    source_list.add_source(database, "https://a.example/", START)
    yield database
    database.close()


def article(published: datetime | None, seen: datetime) -> Article:
    id_ = str(seen.timestamp())
    return make_article("https://a.example/x", id=id_, published=published, first_seen=seen)


def bring(database: Database, hours: int, every: timedelta = HOUR) -> datetime:
    """Let the source bring articles at an interval; return when the last one came."""
    source = followed_sources(database.read())[0]
    moments = [START + every * number for number in range(1, hours + 1)]
    for moment in moments:
        kept = article(moment - timedelta(minutes=5), moment)
        database.write(lambda db, kept=kept: note_article(db, source, kept))  # type: ignore[misc]
    database.write(lambda db: note_source_check(db, source.id, moments[-1])).result()
    return moments[-1]


def note_check(database: Database, now: datetime) -> None:
    source = followed_sources(database.read())[0].id
    database.write(lambda db: note_source_check(db, source, now)).result()


def test_what_was_seen_is_compared_with_what_was_expected(database: Database) -> None:
    last = bring(database, 240)
    (result,) = completeness(database.read(), last, 24)
    assert result.seen == 23  # the current hour has only begun
    assert result.expected == pytest.approx(23, abs=5)
    assert result.silence is None
    assert len(result.hours) == 24


def test_a_silent_source_raises_an_alert_once_it_was_checked(database: Database) -> None:
    last = bring(database, 240)
    later = last + timedelta(days=2)
    assert silences(database.read(), later) == []  # nothing was checked in that time
    note_check(database, later)
    (result,) = silences(database.read(), later)
    assert result.silence is not None
    assert result.silence.since == last
    assert result.silence.expected > 20


def test_the_alert_ends_with_the_next_article(database: Database) -> None:
    last = bring(database, 240)
    later = last + timedelta(days=2)
    note_check(database, later)
    source = followed_sources(database.read())[0]
    back = article(later, later)
    database.write(lambda db: note_article(db, source, back)).result()
    assert silences(database.read(), later) == []


def test_articles_from_before_the_source_was_followed_are_ignored(database: Database) -> None:
    source = followed_sources(database.read())[0]
    old = article(START - timedelta(days=3), START + HOUR)
    undated = replace(old, published=None)
    for each in (old, undated):
        database.write(lambda db, each=each: note_article(db, source, each)).result()  # type: ignore[misc]
    (result,) = completeness(database.read(), START + 2 * HOUR, 4)
    assert result.seen == 0


def test_a_removed_source_raises_no_alert(database: Database) -> None:
    last = bring(database, 240)
    note_check(database, last + timedelta(days=2))
    source_list.remove_source(database, "https://a.example/", last)
    assert silences(database.read(), last + timedelta(days=2)) == []
