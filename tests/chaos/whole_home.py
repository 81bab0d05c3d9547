"""Checks that a home has lost and doubled nothing; returns what it holds."""

from collections import Counter
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from tidings.engine.backups.verification import verify
from tidings.engine.library.library import Library
from tidings.engine.maintenance.doctor import examine
from tidings.engine.process.home import existing_home
from tidings.engine.process.home_archive import whole_archive
from tidings.engine.process.home_database import opened_database
from tidings.model.search.results import Query
from tidings.settings.tree import Settings
from tidings.store.archive.cdxj import Capture
from tidings.store.archive.shared_volumes import SharedVolumes
from tidings.store.database.session import Reader

_PAGE = 100  # hits


@dataclass(frozen=True, slots=True)
class Content:
    """The articles of a home."""

    articles: tuple[tuple[str, str, str], ...]  # id, URL, title
    found: frozenset[str]  # what the index has


def whole_home(settings: Settings, new_machine: Path) -> Content:
    """Check that rows, archive, index and log of changes agree.

    The archive is read by a machine that has nothing of it: what only a cache holds is missing.
    """
    for result in examine(settings):
        assert result.healthy, result
    far = replace(settings, home=new_machine)
    report = verify(far)
    assert report.problems == []
    assert report.urls > 0
    home = existing_home(far)
    _check_places(whole_archive(home).captures_after(None))
    volumes = whole_archive(home).volumes
    assert isinstance(volumes, SharedVolumes)
    listing = volumes.listing(fresh=True)
    for name in listing.growing():
        listing.end_of(name)  # fails if a part is missing
    with closing(opened_database(home)) as database:
        articles = _articles(database.read())
        _check_changes(database.read(), {each[0] for each in articles})
    return Content(articles, frozenset(_found(settings, articles)))


def _articles(connection: Reader) -> tuple[tuple[str, str, str], ...]:
    rows = connection.execute("SELECT id, url, title FROM articles ORDER BY id").fetchall()
    articles = tuple((row[0], row[1], row[2]) for row in rows)
    assert len({url for _, url, _ in articles}) == len(articles)
    return articles


def _check_places(captures: Iterable[Capture]) -> None:
    """Check that no two records share a byte."""
    places = sorted((each.place.file, each.place.offset, each.place.length) for each in captures)
    for (file, offset, length), (next_file, next_offset, _) in pairwise(places):
        assert file != next_file or offset + length <= next_offset, (file, offset, next_offset)


def _check_changes(connection: Reader, articles: set[str]) -> None:
    """Check that the log has no holes, and that each article is new once."""
    rows = connection.execute("SELECT seq, article, kind FROM changes ORDER BY seq").fetchall()
    assert [row[0] for row in rows] == [*range(1, len(rows) + 1)]
    new = Counter(row[1] for row in rows if row[2] == "new")
    assert set(new.values()) == {1}
    assert new.keys() >= articles
    last = {row[1]: row[0] for row in rows}
    numbered = connection.execute("SELECT id, seq FROM articles").fetchall()
    assert {row[0]: row[1] for row in numbered} == {id_: last[id_] for id_ in articles}


def _found(settings: Settings, articles: Iterable[tuple[str, str, str]]) -> set[str]:
    """Return the articles that a search for their own titles finds."""
    found = set()
    with closing(Library.open(settings)) as library:
        for id_, _, title in articles:
            hits = library.search(Query(f'"{title}"', limit=_PAGE)).hits
            found |= {hit.id for hit in hits if hit.id == id_}
    return found
