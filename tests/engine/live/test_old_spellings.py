"""A home whose addresses an older version spelled as they were written goes on as if it had not."""

from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace

import pytest
from tests.engine.paper_server import ClockedCrawler, PaperServer, clocked_crawler, paper_server

from tidings.crawl.links import admission
from tidings.engine.commands.command_values import DeleteArticle
from tidings.engine.commands.issuing import opened_commands
from tidings.engine.library.library import Library
from tidings.engine.maintenance.doctor import examine
from tidings.engine.maintenance.link_refresh import refresh_links
from tidings.engine.process.home import Home
from tidings.engine.rebuilding.rebuild import rebuild_home
from tidings.model.crawl.rebuild_step import RebuildStep
from tidings.model.web.page import FrontierState
from tidings.read import url as urls
from tidings.read.url import article_id, canonical
from tidings.settings.tree import Settings
from tidings.store.database.database import open_database
from tidings.store.database.upgrades.one_spelling import spell_addresses_in_one_way


def old(path: str) -> str:
    """Return how a paper spells a path: with needless escapes, in lower case."""
    return path.replace("-", "%2d").replace("s", "%73")


@contextmanager
def old_version(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Keep addresses as they are written, as older versions did."""
    with monkeypatch.context() as patch:
        patch.setattr(urls, "one_spelling", str)
        forget_spellings()
        assert canonical("http://a.example/%73") == "http://a.example/%73"
        yield
    forget_spellings()


def forget_spellings() -> None:
    """Forget what is remembered in this process; another version is another process."""
    urls._cached_canonical.cache_clear()
    admission._resolved_once.cache_clear()


def upgrade(settings: Settings) -> None:
    """Do what opening the home with this version does."""
    database = open_database(Home(settings.home).database, settings.store)
    database.write(spell_addresses_in_one_way).result()
    database.close()


def stored(settings: Settings) -> dict[str, str]:
    """Return the URLs of all articles by their ids."""
    database = open_database(Home(settings.home).database, settings.store)
    rows = database.read().execute("SELECT id, url FROM articles").fetchall()
    database.close()
    return {row[0]: row[1] for row in rows}


def published(server: PaperServer, number: int, foot: str = "") -> str:
    """Publish a story, which the server shows for every spelling of its path; return the path."""
    path = server.article(number, foot=foot)
    server.pages[old(path)] = server.pages[path]
    return path


def request_counts(server: PaperServer) -> Counter[str]:
    """Return the number of requests for each page, however they were spelled."""
    counts: Counter[str] = Counter()
    for path, count in server.requests.items():
        counts[path.replace("%2d", "-").replace("%73", "s")] += count
    return counts


async def crawl_as_before(
    server: PaperServer,
    crawler: ClockedCrawler,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> list[str]:
    """Crawl a paper as the old version did; return the paths of its stories."""
    paths = [published(server, number) for number in range(4)]
    published(server, 1, f"<p><a href='{old(paths[0])}'>What the mayor said before</a></p>")
    feed = "<link rel='alternate' type='application/rss+xml' href='/news-feed'>"
    server.front(*map(old, paths), head=feed.replace("-", "%2d"))
    server.feed("/news-feed", [old(path) for path in paths])
    server.pages["/news%2dfeed"] = server.pages["/news-feed"]
    with old_version(monkeypatch):
        await crawler.follow(f"{server.origin}/")
        await crawler.crawl()
        await crawler.close()
        assert stored(settings) == {
            article_id(server.url(old(path))): server.url(old(path)) for path in paths
        }
        refresh_links(Home(settings.home), settings)
    return paths


async def test_nothing_is_fetched_again_or_doubled(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = replace(settings, crawl=replace(settings.crawl, recheck_share=0.0))
    async with paper_server() as server, clocked_crawler(settings) as crawler:
        paths = await crawl_as_before(server, crawler, settings, monkeypatch)
        before, requested = stored(settings), request_counts(server)
        upgrade(settings)
        assert stored(settings) == {
            article_id(server.url(old(path))): server.url(path) for path in paths
        }
        new = published(server, 9)
        server.front(*paths, *map(old, paths), new, old(new))
        server.feed("/news-feed", [*paths, *map(old, paths)])
        crawler.wait(days=1)
        await crawler.crawl(rounds=2)
        await crawler.close()
        again = request_counts(server)
        assert [again[path] for path in (*paths, new)] == [1] * 5
        assert again["/news-feed"] > requested["/news-feed"] > 0  # it is followed as before
        assert stored(settings).keys() == before.keys() | {article_id(server.url(new))}
        for result in examine(settings):
            assert result.healthy, result


async def test_every_spelling_and_every_id_leads_to_the_kept_article(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with paper_server() as server, clocked_crawler(settings) as crawler:
        paths = await crawl_as_before(server, crawler, settings, monkeypatch)
        upgrade(settings)
        refresh_links(Home(settings.home), settings)
        with closing(Library.open(settings)) as library:
            for path in paths:
                written, spelled = server.url(old(path)), server.url(path)
                kept = article_id(written)
                for name in (written, spelled, kept, article_id(spelled)):
                    article = library.article_named(name)
                    assert article is not None
                    assert (article.id, article.url) == (kept, spelled)
                explained = library.why(written)
                assert (explained.url, explained.article) == (spelled, kept)
                assert explained.state == FrontierState.DONE
            linked = library.why(server.url(old(paths[0])))
        # The graph was read in the old spelling; the rank of the linked page is found in the new.
        assert linked.links is not None
        assert linked.links.pages == 2
        assert "What the mayor said before" in linked.links.anchors


async def test_what_is_deleted_or_rebuilt_is_the_kept_article(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with paper_server() as server, clocked_crawler(settings) as crawler:
        paths = await crawl_as_before(server, crawler, settings, monkeypatch)
        before = stored(settings)
        upgrade(settings)
        rebuild_home(settings, frozenset(RebuildStep), lambda *_: None, everything=True)
        assert stored(settings).keys() == before.keys()
        with opened_commands(settings) as commands:
            commands.issue(DeleteArticle(server.url(paths[2])))
        gone = article_id(server.url(old(paths[2])))
        assert stored(settings).keys() == before.keys() - {gone}
        server.front(*map(old, paths), *paths)
        crawler.wait(days=1)
        await crawler.crawl(rounds=1)
        await crawler.close()
        assert stored(settings).keys() == before.keys() - {gone}


async def test_a_server_that_insists_on_its_own_spelling_is_obeyed(settings: Settings) -> None:
    async with paper_server() as server, clocked_crawler(settings) as crawler:
        path = server.article(1)
        server.pages[old(path)] = server.pages[path]
        server.pages[path] = (301, "text/html", server.url(old(path)))
        server.front(old(path))
        await crawler.follow(f"{server.origin}/")
        await crawler.crawl()
        await crawler.close()
        assert stored(settings) == {article_id(server.url(path)): server.url(path)}
        assert (server.requests[path], server.requests[old(path)]) == (1, 1)
        explained = await crawler.why(server.url(old(path)))
        assert explained.target is None
