"""Sites behind shells, bot checks, consent pages and one page for every address, end to end."""

from collections.abc import Callable

import pytest
from tests.engine.paper_server import PaperServer, clocked_crawler, paper_server

from tidings.model.crawl.source_condition import SourceCause
from tidings.model.crawl.source_status import SourceStatus
from tidings.model.web.reason import Reason
from tidings.settings.tree import Settings

GUESSES = ("/sitemap.xml", "/news-sitemap.xml", "/sitemap_index.xml", "/feed", "/rss",
           "/rss.xml", "/atom.xml", "/feed.json")  # fmt: skip
SHELL = """<!doctype html><html><head><title>The Paper</title>{head}
<script nonce="{nonce}" src="/app.js"></script></head><body><div id="root"></div>
<noscript>You need to enable JavaScript to run this app.</noscript></body></html>"""
PARKED = "<html><head><title>Soon</title></head><body><h1>We are moving</h1>{text}</body></html>"
CHALLENGE = """<html><head><title>Just a moment...</title></head><body><noscript>Enable JavaScript
and cookies to continue</noscript><script>window._cf_chl_opt={}</script></body></html>"""


async def brought(
    settings: Settings, prepare: Callable[[PaperServer], None]
) -> tuple[SourceStatus, PaperServer]:
    """Crawl a site until idle; return what it brought."""
    async with paper_server() as stand, clocked_crawler(settings) as crawler:
        prepare(stand)
        await crawler.follow(f"{stand.origin}/")
        await crawler.crawl()
        (source,) = (await crawler.sources()).values()
        for path in ("/sitemap.xml", "/feed"):
            if stand.requests[path] and stand.pages.get(path, (404,))[0] == 200:
                reasons = (await crawler.why(stand.url(path))).reasons
                stand.requests[f"same page at {path}"] = any(
                    str(Reason.CATCH_ALL) in reason for reason in reasons
                )
        return source, stand


async def test_a_shell_behind_every_address_needs_javascript_and_counts_as_nothing(
    settings: Settings,
) -> None:
    def prepare(stand: PaperServer) -> None:
        for number, path in enumerate(("/", "/robots.txt", *GUESSES)):
            body = SHELL.format(head="", nonce=f"r{number:08x}")  # nearly the same
            stand.pages[path] = (200, "text/html", body)

    source, stand = await brought(settings, prepare)
    assert source.condition.cause is SourceCause.NEEDS_JAVASCRIPT
    assert source.condition.sentence == "needs JavaScript"
    assert source.condition.next_attempt is not None
    assert (source.feeds, source.sitemaps, source.index_pages, source.articles) == (0, 0, 0, 0)
    assert all(stand.requests[path] == 1 for path in GUESSES)
    assert stand.requests["same page at /feed"]
    assert stand.requests["same page at /sitemap.xml"]


async def test_a_shell_that_names_a_feed_is_followed_through_it(settings: Settings) -> None:
    def prepare(stand: PaperServer) -> None:
        head = '<link rel="alternate" type="application/rss+xml" href="/news.xml">'
        stand.pages["/"] = (200, "text/html", SHELL.format(head=head, nonce="x"))
        stand.feed("/news.xml", [stand.article(number) for number in range(3)])

    source, _ = await brought(settings, prepare)
    assert (source.articles, source.feeds) == (3, 1)
    assert not source.condition.is_alarming


async def test_articles_that_are_shells_are_not_kept(settings: Settings) -> None:
    def prepare(stand: PaperServer) -> None:
        paths = [f"/2026/11/story-{number}" for number in range(12)]
        for path in paths:
            stand.pages[path] = (200, "text/html", SHELL.format(head="", nonce=path))
        stand.pages["/"] = (200, "text/html", SHELL.format(head="", nonce="x"))
        stand.feed("/feed", paths)

    source, _ = await brought(settings, prepare)
    assert source.articles == 0
    assert source.condition.cause is SourceCause.NEEDS_JAVASCRIPT


@pytest.mark.parametrize("nonce", [True, False])
async def test_one_page_behind_every_address_is_no_article(settings: Settings, nonce: bool) -> None:
    text = "".join(
        f"<p>The publisher of this paper moves to another town, and paragraph {n} tells all "
        "about it, at a length that would do honour to any article of any paper.</p>"
        for n in range(6)
    )

    def prepare(stand: PaperServer) -> None:
        links = "" if nonce else "<a href='/2026/11/story-1'>The first of all our stories</a>"
        for number, path in enumerate(("/", *GUESSES, "/2026/11/story-1")):
            mark = f"<!-- {number} -->" if nonce else ""
            body = PARKED.format(text=f"{text}{links}{mark}")
            stand.pages[path] = (200, "text/html", body)

    source, stand = await brought(settings, prepare)
    assert source.articles == 0
    assert source.condition.sentence == "answers every address with the same page"
    assert stand.requests["same page at /feed"]


@pytest.mark.parametrize("status", [200, 403, 503])
async def test_a_bot_check_is_named_and_moves_nothing(settings: Settings, status: int) -> None:
    def prepare(stand: PaperServer) -> None:
        stand.pages["/"] = (status, "text/html", CHALLENGE)
        stand.answered_with = {"cf-mitigated": "challenge"} if status != 200 else {}

    source, _ = await brought(settings, prepare)
    assert source.condition.cause is SourceCause.BOT_CHECK
    assert source.condition.sentence.startswith("a bot check stands before it (Cloudflare")
    assert source.condition.next_attempt is not None


async def test_a_consent_page_does_not_become_the_home_of_a_source(settings: Settings) -> None:
    def prepare(stand: PaperServer) -> None:
        stand.pages["/"] = (302, "text/html", f"{stand.origin}/consent?to=/")
        stand.page("/consent?to=/", "<h1>We value your privacy</h1><button>Accept</button>")

    source, _ = await brought(settings, prepare)
    assert source.condition.cause is SourceCause.CONSENT
    assert "a consent page stands before it" in source.condition.sentence
