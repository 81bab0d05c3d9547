"""Deleting for good: gone from everywhere at once, and nothing brings it back."""

import io
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

import pytest
from tests.engine.paper_server import ClockedCrawler, PaperServer, clocked_crawler, paper_server

from tidings.engine.commands import takedown
from tidings.engine.commands.command_values import (
    AddSource,
    Answer,
    ArticleDeleted,
    Command,
    DeleteArticle,
    DeleteSource,
    ImportSources,
    SourceDeleted,
    SourcesImported,
)
from tidings.engine.commands.issuing import CommandRefused, opened_commands
from tidings.engine.exporting.article_export import ExportFilter, export_articles
from tidings.engine.exporting.warc_export import export_warc
from tidings.engine.library.library import Library
from tidings.engine.maintenance.doctor import examine
from tidings.engine.process.home import Home
from tidings.engine.process.home_archive import archive_of
from tidings.model.search.results import Query
from tidings.read.url import article_id
from tidings.settings.tree import Settings
from tidings.store.archive.warc_record import DamagedRecord
from tidings.store.database.database import Database, open_database
from tidings.store.tables.articles.articles import article_ids

TABLES = ("articles", "annotations", "revisions", "memberships", "tombstones", "likenesses")


class Newsroom:
    """A paper on loopback, a crawler, and commands as another process issues them."""

    def __init__(self, settings: Settings, server: PaperServer, crawler: ClockedCrawler) -> None:
        self.settings, self.server, self.crawler = settings, server, crawler
        self.articles: list[str] = []

    async def publish(self, *numbers: int, head: str = "") -> list[str]:
        """Publish articles, and crawl the paper until it is idle."""
        self.articles += [self.server.article(number, head) for number in numbers]
        self.server.front(*self.articles)
        return await self.crawl()

    async def crawl(self) -> list[str]:
        await self.crawler.follow(self.server.url("/"))
        await self.crawler.crawl(rounds=1)
        return self.kept()

    def url(self, number: int) -> str:
        return self.server.url(f"/2026/11/story-{number}")

    async def issue(self, command: Command) -> Answer:
        """Issue a command while nobody crawls."""
        await self.crawler.close()
        with opened_commands(self.settings) as commands:
            (answer,) = commands.issue(command)
        return answer

    @contextmanager
    def database(self) -> Iterator[Database]:
        database = open_database(self.settings.home / "tidings.db", self.settings.store)
        yield database
        database.close()

    def kept(self) -> list[str]:
        with self.database() as database:
            return list(article_ids(database.read()))

    @contextmanager
    def library(self) -> Iterator[Library]:
        library = Library.open(self.settings)
        yield library
        library.close()


@pytest.fixture
async def newsroom(settings: Settings) -> AsyncIterator[Newsroom]:
    async with paper_server() as server, clocked_crawler(settings) as crawler:
        yield Newsroom(settings, server, crawler)


def exported(newsroom: Newsroom) -> bytes:
    """What exports of articles and of the archive contain."""
    home, sink = Home(newsroom.settings.home), io.BytesIO()
    with newsroom.database() as database:
        export_articles(database, ExportFilter(), "jsonl", sink, lambda _: None)
        export_warc(database, archive_of(home, database), ExportFilter(), sink, lambda _: None)
        for capture, _ in archive_of(home, database).members():
            sink.write(capture.url.encode())
    return sink.getvalue()


async def test_a_deleted_article_is_gone_at_once(newsroom: Newsroom) -> None:
    assert len(await newsroom.publish(1, 2)) == 2
    gone, stays = newsroom.url(1), newsroom.url(2)
    with newsroom.database() as database:
        (capture,) = archive_of(Home(newsroom.settings.home), database).find(gone)
    assert await newsroom.issue(DeleteArticle(gone)) == ArticleDeleted(gone)
    assert newsroom.kept() == [article_id(stays)]
    assert gone.encode() not in exported(newsroom)
    assert stays.encode() in exported(newsroom)
    with newsroom.library() as library:
        assert library.article(article_id(gone)) is None
        assert library.archived(gone) is None
        assert library.archived(stays) is not None
        assert any("deleted here" in reason for reason in library.why(gone).reasons)
    with newsroom.database() as database:
        archive = archive_of(Home(newsroom.settings.home), database)
        assert list(archive.find(gone)) == []
        with pytest.raises(DamagedRecord, match="taken down"):
            archive.read(capture.place)
        for table in TABLES:
            key = "id" if table == "articles" else "article"
            query = f"SELECT count(*) FROM {table} WHERE {key} = ?"
            assert database.read().execute(query, (article_id(gone),)).fetchone()[0] == 0


async def test_nothing_brings_a_deleted_article_back(newsroom: Newsroom) -> None:
    await newsroom.publish(1, 2)
    gone = newsroom.url(1)
    await newsroom.issue(DeleteArticle(article_id(gone)))
    before = newsroom.server.requests["/2026/11/story-1"]
    newsroom.server.feed("/feed", ["/2026/11/story-1"])
    newsroom.server.front(
        *newsroom.articles,
        head="<link rel=alternate type='application/rss+xml' href='/feed'>",
    )
    assert await newsroom.crawl() == [article_id(newsroom.url(2))]
    assert newsroom.server.requests["/feed"] > 0
    assert newsroom.server.requests["/2026/11/story-1"] == before


@pytest.mark.parametrize("canonical", [True, False])
async def test_the_same_article_at_another_address_stays_away_and_is_not_archived(
    newsroom: Newsroom, canonical: bool
) -> None:
    await newsroom.publish(1, 2)
    gone = newsroom.url(1)
    await newsroom.issue(DeleteArticle(gone))
    head = f"<link rel=canonical href='{gone}'>" if canonical else ""
    newsroom.server.article(1, head)
    newsroom.server.pages["/copy/story-1"] = newsroom.server.pages["/2026/11/story-1"]
    newsroom.articles.append("/copy/story-1")
    newsroom.server.front(*newsroom.articles)
    assert await newsroom.crawl() == [article_id(newsroom.url(2))]
    assert newsroom.server.requests["/copy/story-1"] == 1
    assert b"/copy/story-1" not in exported(newsroom)
    explained = await newsroom.crawler.why(newsroom.server.url("/copy/story-1"))
    assert any("deleted here" in reason for reason in explained.reasons)


async def test_an_unknown_article_cannot_be_deleted_and_a_deleted_one_only_once(
    newsroom: Newsroom,
) -> None:
    await newsroom.publish(1)
    with pytest.raises(CommandRefused, match="There is no article"):
        await newsroom.issue(DeleteArticle("https://paper.example/unknown"))
    await newsroom.issue(DeleteArticle(newsroom.url(1)))
    again = await newsroom.issue(DeleteArticle(newsroom.url(1)))
    assert again == ArticleDeleted(newsroom.url(1), was_known=False)


async def test_a_source_is_deleted_with_its_articles_in_parts(
    newsroom: Newsroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(takedown, "_BATCH", 2)
    assert len(await newsroom.publish(1, 2, 3, 4, 5)) == 5
    front = newsroom.server.url("/")
    assert await newsroom.issue(DeleteSource(front)) == SourceDeleted(front, 5)
    assert newsroom.kept() == []
    assert newsroom.server.origin.encode() not in exported(newsroom)
    with newsroom.library() as library:
        assert (library.sources(), library.stories(10)) == ([], [])
    assert await newsroom.issue(ImportSources((front,))) == SourcesImported((), (front,))
    with newsroom.library() as library:
        assert library.sources() == []


async def test_a_deleted_source_may_be_added_again_but_its_articles_stay_away(
    newsroom: Newsroom,
) -> None:
    await newsroom.publish(1, 2)
    await newsroom.issue(DeleteSource(newsroom.server.url("/")))
    await newsroom.issue(AddSource(newsroom.server.url("/")))
    assert await newsroom.publish(3) == [article_id(newsroom.url(3))]
    assert newsroom.url(3).encode() in exported(newsroom)
    assert newsroom.url(2).encode() not in exported(newsroom)


@pytest.mark.parametrize("crawls_again", [False, True])
async def test_all_stores_agree_after_deletions(newsroom: Newsroom, crawls_again: bool) -> None:
    await newsroom.publish(1, 2, 3)
    await newsroom.issue(DeleteArticle(newsroom.url(2)))
    if crawls_again:
        await newsroom.crawl()
        await newsroom.crawler.close()
    with newsroom.library() as library:
        assert library.status().indexed == 2
        assert library.search(Query("bridge")).total == 2
    for result in examine(newsroom.settings):
        assert result.healthy, result
