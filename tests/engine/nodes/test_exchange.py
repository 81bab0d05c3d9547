import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from benchmarks.nodes import crawl
from tests.factories import make_found

from tidings.crawl.visits.node_share import NodeShare
from tidings.engine.nodes.exchange import Exchange, apply_share, opened_exchange
from tidings.engine.process.home import HomeUnusable
from tidings.engine.sources.source_list import add_source
from tidings.model.crawl.visit import FoundUrl
from tidings.model.web.reason import Reason
from tidings.read.url import host_of, url_id
from tidings.settings.tree import CrawlSettings, StoreSettings
from tidings.store.database.database import open_database
from tidings.store.database.session import Writer
from tidings.store.tables.frontier.due import due_hosts
from tidings.store.tables.frontier.node_outbox import queue_for_node, waiting_by_node
from tidings.store.tables.frontier.urls import add_urls, url_record
from tidings.store.tables.sources.sources import followed_sources

NOW = datetime(2026, 1, 2, tzinfo=UTC)
URL = "http://a.example/story"


def found(url: str = URL) -> FoundUrl:
    return make_found(url, site=0, depth=2, parent="http://b.example/")


class Node:
    """One node's database and its side of the exchange."""

    def __init__(self, folder: Path, number: int) -> None:
        self.number = number
        own = folder / str(number)
        own.mkdir()
        self.database = open_database(own / "tidings.db", StoreSettings(commit_seconds=0))
        self._settings = CrawlSettings(node=f"{number}/2", exchange=str(folder / "exchange"))
        self.idle = True
        self.exchange = self.opened()

    def opened(self) -> Exchange:
        """Open the exchange, as a restart does."""
        exchange = opened_exchange(self._settings, self.database, lambda: NOW.timestamp())
        assert exchange is not None
        return exchange

    def sync(self) -> set[str]:
        return asyncio.run(self.exchange.sync(_take, lambda: self.idle))

    def knows(self, url: str = URL) -> bool:
        return url_record(self.database.read(), host_of(url), url_id(url)) is not None


def _take(connection: Writer, urls: list[FoundUrl], now: datetime) -> list[FoundUrl]:
    return add_urls(connection, urls, now)


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[tuple[Node, Node]]:
    nodes = Node(tmp_path, 1), Node(tmp_path, 2)
    yield nodes
    for node in nodes:
        node.database.close()


def test_a_url_reaches_its_node_and_leaves_the_outbox(pair: tuple[Node, Node]) -> None:
    one, two = pair
    one.database.write(lambda db: queue_for_node(db, 2, [found()], NOW)).result()
    one.sync()
    assert two.sync() == {"a.example"}
    assert two.knows()
    one.sync()
    assert waiting_by_node(one.database.read()) == {}
    assert not list(Path(one._settings.exchange).rglob("*.jsonl"))
    one.database.write(lambda db: queue_for_node(db, 2, [found()], NOW)).result()
    assert waiting_by_node(one.database.read()) == {}


def test_a_batch_is_written_again_if_its_file_was_lost_in_a_crash(
    pair: tuple[Node, Node],
) -> None:
    one, two = pair
    one.database.write(lambda db: queue_for_node(db, 2, [found()], NOW)).result()
    one.sync()
    for file in Path(one._settings.exchange).rglob("*.jsonl"):
        file.unlink()
    one.exchange = one.opened()
    one.sync()
    two.sync()
    assert two.knows()


def test_no_node_ends_while_a_batch_is_in_transit(pair: tuple[Node, Node]) -> None:
    one, two = pair
    one.database.write(lambda db: queue_for_node(db, 2, [found()], NOW)).result()
    for _ in range(3):
        one.sync()
        assert not one.exchange.over
    two.idle = False
    two.sync()
    for _ in range(3):
        one.sync()
        assert not one.exchange.over
    two.idle = True
    for _ in range(3):
        two.sync()
        one.sync()
    assert one.exchange.over
    assert two.exchange.over


def test_the_crawl_does_not_end_before_every_node_has_started(tmp_path: Path) -> None:
    one = Node(tmp_path, 1)
    for _ in range(3):
        one.sync()
    assert not one.exchange.over
    one.database.close()


def test_a_source_added_at_one_node_is_followed_by_all_and_due_at_one(
    pair: tuple[Node, Node],
) -> None:
    one, two = pair
    add_source(one.database, "http://a.example/", NOW)
    for node in (one, two, one):
        node.sync()
        share = f"{node.number}/2"
        node.database.write(lambda db, share=share: apply_share(db, share, NOW)).result()  # type: ignore[misc]
    assert [source.url for source in followed_sources(two.database.read())] == ["http://a.example/"]
    owner = NodeShare(1, 2).owner(followed_sources(one.database.read())[0])
    due = [bool(due_hosts(node.database.read())) for node in pair]
    assert due == [owner == 1, owner == 2]
    other = pair[2 - owner]
    left = url_record(other.database.read(), "a.example", url_id("http://a.example/"))
    assert left is not None
    assert left.state.reason is Reason.OTHER_NODE
    other.database.write(lambda db: apply_share(db, "1/1", NOW)).result()
    assert due_hosts(other.database.read())


@pytest.mark.parametrize("node", ["0/2", "3/2", "x", "1", "-1/2", "1/2"])
def test_a_wrong_node_or_a_missing_folder_is_refused(tmp_path: Path, node: str) -> None:
    database = open_database(tmp_path / "tidings.db", StoreSettings(commit_seconds=0.0))
    with pytest.raises(HomeUnusable):
        opened_exchange(CrawlSettings(node=node), database, lambda: 0.0)
    database.close()


def test_three_nodes_find_everything_and_fetch_nothing_twice(tmp_path: Path) -> None:
    done = crawl(tmp_path, 3, 6, 4)
    assert done.found == done.pages
    assert done.again == 0
    assert sum(share > 0 for share in done.shares) > 1


@pytest.mark.slow
def test_a_killed_node_that_restarts_completes_the_crawl(tmp_path: Path) -> None:
    done = crawl(tmp_path, 3, 9, 4, kill=2)
    assert done.found == done.pages
