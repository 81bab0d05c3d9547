import tempfile
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.crawl.visits.frontier import Frontier
from tidings.engine.live.due_rows import StoredDueRows
from tidings.model.crawl.visit import FoundUrl, UrlState, Visit
from tidings.model.web.page import FrontierState, PageKind, UrlRole
from tidings.model.web.reason import Reason
from tidings.read.url import host_of, url_id
from tidings.settings.tree import StoreSettings
from tidings.store.database.database import Database, open_database
from tidings.store.tables.frontier.urls import add_urls, save_url_state

NOW = datetime(2026, 1, 2, tzinfo=UTC)
T = NOW.timestamp()
DONE = UrlState(FrontierState.DONE, Reason.ARTICLE, UrlRole.PAGE, kind=PageKind.ARTICLE)


def add(database: Database, *urls: str, priority: int = 3) -> None:
    found = [FoundUrl(u, host_of(u), url_id(u), 1, UrlRole.PAGE, priority, 1, None) for u in urls]
    database.write(lambda db: add_urls(db, found, NOW)).result()


def settle(database: Database, visit: Visit, url_state: UrlState = DONE) -> None:
    database.write(
        lambda db: save_url_state(db, visit.host, visit.id, url_state, NOW, None)
    ).result()


def frontier(database: Database, *, per_host: int = 1, once: bool = False) -> Frontier:
    new_frontier = Frontier(
        StoredDueRows(database), lambda host: 0.0, per_host, NOW if once else None
    )
    new_frontier.load(T)
    return new_frontier


def test_no_more_than_the_allowed_number_is_under_way_at_a_host(database: Database) -> None:
    add(database, *(f"http://a.example/{i}" for i in range(9)), "http://b.example/1")
    front = frontier(database, per_host=2)
    popped = [front.pop(T) for _ in range(5)]
    hosts = Counter(visit.host for visit in popped if visit)
    assert hosts == {"a.example": 2, "b.example": 1}


def test_a_host_continues_after_a_visit_is_done(database: Database) -> None:
    add(database, "http://a.example/1", "http://a.example/2")
    front = frontier(database)
    first = front.pop(T)
    assert first is not None
    assert front.pop(T) is None
    settle(database, first)
    front.done(first, T)
    second = front.pop(T)
    assert second is not None
    assert second.url != first.url


def test_other_hosts_go_before_one_that_must_wait(database: Database) -> None:
    add(database, "http://a.example/1", "http://b.example/1")
    ready = {"a.example": T + 5, "b.example": 0.0}
    front = Frontier(StoredDueRows(database), ready.__getitem__, 1)
    front.load(T)
    first = front.pop(T)
    assert first is not None
    assert first.host == "b.example"
    settle(database, first)
    front.done(first, T)
    assert front.pop(T) is None
    assert front.next_turn() == T + 5
    late = front.pop(T + 5)
    assert late is not None
    assert late.host == "a.example"


def test_a_page_due_later_is_popped_then(database: Database) -> None:
    add(database, "http://a.example/")
    front = frontier(database)
    visit = front.pop(T)
    assert visit is not None
    index = UrlState(FrontierState.DONE, Reason.INDEX_PAGE, UrlRole.PAGE, kind=PageKind.INDEX,
                     due=NOW + timedelta(seconds=60))  # fmt: skip
    settle(database, visit, index)
    front.done(visit, T)
    assert front.pop(T) is None
    assert front.next_turn() == T + 60
    assert front.pop(T + 60) is not None


def test_a_crawl_until_idle_visits_nothing_twice_and_waits_for_nothing(database: Database) -> None:
    add(database, "http://a.example/")
    front = frontier(database, once=True)
    visit = front.pop(T)
    assert visit is not None
    settle(database, visit, UrlState(FrontierState.DONE, Reason.INDEX_PAGE, UrlRole.PAGE, due=NOW))
    front.done(visit, T)
    assert front.pop(T + 100) is None
    assert front.next_turn() is None


def test_a_crawl_until_idle_waits_for_a_short_pause_and_leaves_a_long_one(
    database: Database,
) -> None:
    add(database, "http://a.example/1", "http://b.example/1")
    opens = {"a.example": T + 60, "b.example": T + 500}
    front = Frontier(StoredDueRows(database), opens.__getitem__, 1, NOW, patience=120.0)
    front.load(T)
    assert front.pop(T) is None
    assert front.next_turn() == T + 60
    assert front.left_hosts == {"b.example": T + 500}
    visit = front.pop(T + 61)
    assert visit is not None
    assert visit.host == "a.example"


def test_a_crawl_until_idle_leaves_a_host_that_pauses_again_and_again(database: Database) -> None:
    add(database, "http://a.example/1")
    now = [T]
    front = Frontier(StoredDueRows(database), lambda _: now[0] + 100, 1, NOW, patience=120.0)
    front.load(T)
    for _ in range(20):
        for _ in range(3):  # several wake it: a pause counts once
            front.wake("a.example", now[0])
            assert front.pop(now[0]) is None
        now[0] += 100
        if front.next_turn() is None:
            break
    assert front.next_turn() is None
    assert front.left_hosts["a.example"] - T <= 800


def test_following_waits_for_any_pause(database: Database) -> None:
    add(database, "http://a.example/1")
    front = Frontier(StoredDueRows(database), lambda _: T + 80_000, 1)
    front.load(T)
    assert front.pop(T) is None
    assert front.next_turn() == T + 80_000


def test_a_new_frontier_repeats_visits_that_were_under_way(database: Database) -> None:
    add(database, "http://a.example/1")
    assert frontier(database).pop(T) is not None
    assert frontier(database).pop(T) is not None  # as after kill -9: the row is still due


@settings(max_examples=25)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 12)), max_size=40), st.integers(1, 3))
def test_every_url_is_handed_out_exactly_once(urls: list[tuple[int, int]], per_host: int) -> None:

    with tempfile.TemporaryDirectory() as folder:
        database = open_database(Path(folder) / "t.db", StoreSettings(commit_seconds=0.0))
        wanted = {f"http://h{host}.example/{page}" for host, page in urls}
        add(database, *wanted)
        front = frontier(database, per_host=per_host)
        seen: list[str] = []
        while visit := front.pop(T):
            seen.append(visit.url)
            settle(database, visit)
            front.done(visit, T)
        database.close()
        assert sorted(seen) == sorted(wanted)
