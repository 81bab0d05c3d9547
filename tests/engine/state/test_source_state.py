"""A source's caches: two owners in turn store what one stores, and a rollback leaves nothing."""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engine.settled_paper import EMPTY, HOME, HTML, SettledPaper, front, story
from tests.factories import NOW, make_response

from tidings.crawl.focus.packed_focus import packed_focus
from tidings.crawl.focus.site_focus import Focus
from tidings.engine.reading.reading_task import Reading, ReadingTask
from tidings.engine.reading.response_reading import read_response
from tidings.engine.reading.visit_outcome import ReadPage
from tidings.engine.settling.settler import Settler
from tidings.engine.sources import source_list
from tidings.engine.state.focus_learning import load_focus
from tidings.engine.state.shape_accounts import stored_accounts
from tidings.engine.state.site_memory import load_site_memory
from tidings.model.crawl.source import Source, SourceFocus
from tidings.model.crawl.visit import Visit
from tidings.model.web.exchange import Response
from tidings.read.url import host_of, url_id
from tidings.settings.tree import CrawlSettings, StoreSettings
from tidings.store.archive.warc_files import Archive
from tidings.store.archive.warc_record import payload_sum
from tidings.store.database.copying.table_layout import LEFT_OUT
from tidings.store.database.database import Database, open_database
from tidings.store.database.dialect import POSTGRES
from tidings.store.database.session import Reader, Writer
from tidings.store.tables.frontier.page_aliases import alias_rules_of_site
from tidings.store.tables.frontier.urls import visit_to
from tidings.store.tables.sources.sources import source_by_url

FOCUSED = "https://focused.example/"
TOPIC = SourceFocus("bridge river")
COLOURS = ("red", "green", "yellow", "purple")
CRAWL = CrawlSettings(seen_places=1024)
# Where a copy lies in the archive depends on the moment at which its file was made; the number of a
# row without a key is PostgreSQL's own column.
_NOT_COMPARED = {"file", "offset", "length", "rowid"}
_SQLITE_COLUMNS = """SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c
    WHERE m.type = 'table' ORDER BY m.name, c.cid"""
_POSTGRES_COLUMNS = """SELECT table_name, column_name FROM information_schema.columns
    WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position"""


def _pages() -> dict[str, str]:
    """Both sites: listings, articles, articles under two addresses, and a calendar."""
    pages: dict[str, str] = {}
    for home in (HOME, FOCUSED):
        paths = []
        for number, colour in enumerate(COLOURS):
            for session in (f"a{number}", f"b{number}"):
                paths.append(f"/story/{number}?sid={session}")
                pages[home + paths[-1][1:]] = story(f"{colour} bridge")
            paths.append(f"/news/{number}-a-harvest-is-brought-in")
            pages[home + paths[-1][1:]] = story(f"{colour} harvest")
        for month in range(1, 10):
            paths.append(f"/calendar/2031/{month}")
            pages[home + paths[-1][1:]] = EMPTY
        pages = {home: front(*paths), **pages}
    return dict(sorted(pages.items(), key=lambda page: (page[0].count("/") > 3, page[0])))


PAGES = _pages()
STEPS = len(PAGES)


@cache
def reading_of(visit: Visit, source: Source) -> Reading:
    """Read a page as a worker would, always with the same knowledge."""
    focus = packed_focus(Focus(source.about.words)) if source.about.words else b""
    task = ReadingTask(visit, response_to(visit), source.domain, source.name, b"", focus)
    return read_response(task, CRAWL)


def response_to(visit: Visit) -> Response:
    return make_response(visit.url, PAGES[visit.url], headers=HTML)


class Home:
    """Two followed sources, whose pages are settled one after the other by one or more owners."""

    def __init__(self, database: Database, archive: Archive) -> None:
        self.database, self.archive = database, archive
        source_list.add_source(database, HOME, NOW)
        source_list.add_source(database, FOCUSED, NOW, TOPIC)
        self.owner = self.new_owner()

    def new_owner(self) -> Settler:
        """Another process: it knows what is stored and nothing else."""
        owner = Settler(self.archive, CRAWL)
        for url in (HOME, FOCUSED):
            owner.state.followed = owner.state.followed.with_source(self.source(url))
        return owner

    def source(self, url: str) -> Source:
        found = source_by_url(self.database.read(), HOME if url.startswith(HOME) else FOCUSED)
        assert found is not None
        return replace(found, name="")

    def settle(self, url: str, also: Sequence[Exception] = ()) -> None:
        visit = visit_to(self.database.read(), host_of(url), url_id(url))
        assert visit is not None, url
        reading, response = reading_of(visit, self.source(url)), response_to(visit)
        page = ReadPage(response, reading, payload_sum(response.body))

        def work(connection: Writer) -> None:
            self.owner.reading(connection, visit, page)
            for error in also:
                raise error

        self.database.write(work).result()

    def flush(self, source: int | None = None) -> None:
        self.database.write(lambda db: self.owner.state.flush(db, source)).result()

    def rows(self) -> dict[str, list[tuple[object, ...]]]:
        """Everything that is stored."""
        self.flush()
        return all_rows(self.database.read())


def all_rows(connection: Reader) -> dict[str, list[tuple[object, ...]]]:
    return {
        table: _rows_of(connection, table, names)
        for table, names in _columns(connection).items()
        if table not in LEFT_OUT
    }


def _columns(connection: Reader) -> dict[str, list[str]]:
    """Return the names of the columns by table, as the database lists them."""
    columns = _POSTGRES_COLUMNS if connection.dialect is POSTGRES else _SQLITE_COLUMNS
    found: dict[str, list[str]] = {}
    for table, name in connection.execute(columns):
        found.setdefault(table, []).append(name)
    return found


def _rows_of(connection: Reader, table: str, names: list[str]) -> list[tuple[object, ...]]:
    compared = ", ".join(f'"{name}"' for name in names if name not in _NOT_COMPARED)
    rows = connection.execute(f"SELECT {compared} FROM {table}")
    return sorted((tuple(row) for row in rows), key=repr)


@contextmanager
def opened_home() -> Iterator[Home]:
    with (
        tempfile.TemporaryDirectory() as folder,
        Archive(Path(folder) / "archive", 10**7) as archive,
    ):
        database = open_database(Path(folder) / "tidings.db", StoreSettings(commit_seconds=0.0))
        try:
            yield Home(database, archive)
        finally:
            database.close()


@cache
def rows_of_one_owner() -> dict[str, list[tuple[object, ...]]]:
    with opened_home() as home:
        for url in PAGES:
            home.settle(url)
        return home.rows()


def assert_rows_of_one_owner(home: Home) -> None:
    rows = home.rows()
    for table, expected in rows_of_one_owner().items():
        assert rows[table] == expected, table


def test_the_pages_teach_something_of_every_kind() -> None:
    with opened_home() as home:
        for url in PAGES:
            home.settle(url)
        home.flush()
        connection, focused = home.database.read(), home.source(FOCUSED)
        assert any(account.is_closed() for account in stored_accounts(connection, 1).values())
        assert "?sid" in [rule.rule for rule in alias_rules_of_site(connection, 1)]
        assert load_site_memory(connection, 1).learned > 4
        assert load_focus(connection, focused.id, TOPIC.words).lessons > 12


@pytest.mark.parametrize("handed_over_at", [1, STEPS // 2])
def test_two_owners_in_turn_store_what_one_owner_stores(handed_over_at: int) -> None:
    with opened_home() as home:
        for step, url in enumerate(PAGES):
            if step == handed_over_at:
                home.flush()
                home.owner.state.forget()
                home.owner = home.new_owner()
                for source in (home.source(HOME), home.source(FOCUSED)):
                    home.database.write(
                        lambda db, source=source: home.owner.state.open(db, source)  # type: ignore[misc]
                    ).result()
            home.settle(url)
        assert_rows_of_one_owner(home)


_MOMENTS = st.dictionaries(st.integers(0, STEPS - 1), st.sampled_from([None, 1, 2]), max_size=12)


@settings(max_examples=8)
@given(_MOMENTS)
def test_flushing_and_forgetting_at_any_moment_changes_no_row(
    moments: dict[int, int | None],
) -> None:
    with opened_home() as home:
        for step, url in enumerate(PAGES):
            home.settle(url)
            if step in moments:
                home.flush(moments[step])
                home.owner.state.forget(moments[step])
        assert_rows_of_one_owner(home)


@settings(max_examples=8)
@given(st.sets(st.integers(0, STEPS - 1), max_size=6), st.booleans())
def test_pages_that_are_rolled_back_and_settled_again_change_no_row(
    failing: set[int], whole_transaction: bool
) -> None:
    """What was learned and not stored is lost with a rollback, so it is stored before."""
    with opened_home() as home:
        home.database.after_rollback = home.owner.state.forget
        for step, url in enumerate(PAGES):
            if step in failing:
                home.flush()
                error = OSError(28, "no space") if whole_transaction else ZeroDivisionError()
                roll_back(home, url, error)
            home.settle(url)
        assert_rows_of_one_owner(home)


def roll_back(home: Home, url: str, error: Exception) -> None:
    """Settle a page in vain: the disk is full at the commit, or the piece of work fails alone."""
    if not isinstance(error, OSError):
        with pytest.raises(type(error)):
            home.settle(url, also=[error])
        return
    disk_full = error

    def fail() -> None:
        raise disk_full

    sync, home.database.before_commit = home.database.before_commit, fail
    with pytest.raises(OSError, match="no space"):
        home.settle(url)
    home.database.before_commit = sync


def test_a_rollback_drops_what_was_stored_in_it_from_every_cache() -> None:
    """Without that, accounts count as stored, rules as believed and lessons as learned."""
    with opened_home() as home:
        state = home.owner.state
        home.database.after_rollback = state.forget
        for url in PAGES:
            home.settle(url)
        before = all_rows(home.database.read())

        def fail_after_flush(connection: Writer) -> None:
            state.flush(connection)
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            home.database.write(fail_after_flush).result()
        assert all_rows(home.database.read()) == before
        for source in (home.source(HOME), home.source(FOCUSED)):
            fresh = home.new_owner().state
            known, stored = (
                home.database.write(lambda db, each=each, s=source: each.open(db, s)).result()  # type: ignore[misc]
                for each in (state, fresh)
            )
            assert known == stored


def test_the_next_piece_of_a_transaction_does_not_rely_on_one_that_failed(
    paper: SettledPaper,
) -> None:
    """A link that is known only from a page whose settling failed must not count as seen."""
    state = paper.settler.state
    paper.database.after_rollback = state.forget
    visit = paper.next_visit(HOME)
    response = make_response(HOME, front("/news/1"), headers=HTML)
    page = ReadPage(response, paper.read(visit, response), b"1")

    def failing(connection: Writer) -> None:
        for _ in range(2):  # the second time its links are known, and noted as seen
            paper.settler.reading(connection, visit, page)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        paper.database.write(failing).result()
    paper.settle(visit, response)
    assert paper.knows(f"{HOME}news/1")
