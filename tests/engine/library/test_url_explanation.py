"""`tidings why` on a crawled world: one URL of every outcome."""

from dataclasses import replace
from datetime import UTC, datetime

from tests.engine.paper_server import clocked_crawler, paper_server

from tidings.engine.live.crawler import opened_crawler
from tidings.engine.process.home import ensure_home
from tidings.engine.sources import source_list
from tidings.model.web.reason import Reason
from tidings.settings.tree import Settings
from tidings.store.database.database import open_database
from tidings.world.server.server import WorldServer


async def crawled(settings: Settings, *urls: str) -> None:
    database = open_database(ensure_home(settings).database, settings.store)
    for url in urls:
        source_list.add_source(database, url, datetime.now(UTC))
    database.close()
    async with opened_crawler(settings) as crawler:
        await crawler.crawl()


async def test_every_page_of_the_world_is_explained(settings: Settings, site: WorldServer) -> None:
    paper = site.urls[0]
    await crawled(settings, paper)
    async with opened_crawler(settings) as crawler:
        why = crawler.library.why
        for page in site.world.pages():
            if not page.url.startswith(paper):
                continue
            explanation = why(page.url)
            assert explanation.reasons
            if page.kind == "article" and page.allowed and not page.noindex:
                assert explanation.indexed, explanation
                assert "searchable" in explanation.reasons
        login = why(f"{paper}login")
        assert (login.state, login.kind) == ("done", "valueless")
        assert any(Reason.VALUELESS in reason for reason in login.reasons)
        front = why(paper)
        assert (front.state, front.kind) == ("done", "index")
        assert front.next_visit is not None
        assert front.visits


async def test_refused_failed_and_unknown_urls_are_explained(
    settings: Settings, site: WorldServer
) -> None:
    paper = site.urls[0]
    missing, private = f"{paper}no/such/page", f"{paper}private/memo"
    down = "http://127.0.0.99:9/"
    await crawled(settings, paper, missing, private, down)
    async with opened_crawler(settings) as crawler:
        why = crawler.library.why
        assert (why(missing).state, why(missing).status) == ("queued", 404)
        assert any(Reason.NOT_FOUND in reason for reason in why(missing).reasons)
        assert why(private).state == "refused"
        assert any(Reason.ROBOTS_DENIED in reason for reason in why(private).reasons)
        assert why(down).state == "queued"
        assert why(f"{paper}never/seen").state == "unknown"
        assert Reason.OFF_SITE in why("https://elsewhere.example/").reasons[0]
        assert Reason.MEDIA_FILE in why(f"{paper}photo.jpg").reasons[0]
        assert Reason.BAD_SCHEME in why("mailto:me@example.org").reasons[0]
        assert Reason.NOT_A_URL in why("nonsense").reasons[0]
        problems = crawler.library.alarming_sources()
    assert {source.url: str(found.cause) for source, found in problems} == {
        missing: "not_found",
        private: "robots",
        down: "no_connection",
    }


async def test_a_truncated_page_is_explained(settings: Settings) -> None:
    settings = replace(settings, fetch=replace(settings.fetch, max_body_bytes=20_000))
    async with paper_server() as stand, clocked_crawler(settings) as crawler:
        path = stand.article(1, head=f"<style>{'p { color: red } ' * 2_000}</style>")
        stand.front(path)
        await crawler.follow(f"{stand.origin}/")
        await crawler.crawl()
        explanation = await crawler.why(stand.url(path))
        assert (
            "truncated after 20,000 bytes (our limit); the rest was not read" in explanation.reasons
        )
