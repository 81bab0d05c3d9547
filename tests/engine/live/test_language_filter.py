"""Crawls for some languages only: what is kept, why the rest is not, and how it comes back."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from tests.crawl.focus.test_language_filter import ENGLISH, GERMAN
from tests.engine.live.test_crawler import crawl, follow, kept_urls
from tests.engine.paper_server import PaperServer, paper_server

from tidings.engine.commands.command_values import SetSource
from tidings.engine.commands.issuing import opened_commands
from tidings.engine.library.library import Library
from tidings.model.search.explanation import Explanation
from tidings.model.web.page import FrontierState
from tidings.model.web.reason import Reason
from tidings.settings.tree import Settings
from tidings.store.database.database import open_database
from tidings.world.news.newspapers import PAPERS
from tidings.world.server.server import serve
from tidings.world.world import World


@pytest.fixture
async def server() -> AsyncIterator[PaperServer]:
    async with paper_server() as each:
        yield each


def wanting(settings: Settings, *languages: str) -> Settings:
    return replace(settings, crawl=replace(settings.crawl, languages=languages))


def change(settings: Settings, source: str, *values: str, unset: tuple[str, ...] = ()) -> None:
    with opened_commands(settings) as commands:
        commands.issue(SetSource(source, values, unset))


def why(settings: Settings, url: str) -> Explanation:
    library = Library.open(settings)
    try:
        return library.why(url)
    finally:
        library.close()


def article(server: PaperServer, path: str, sentence: str, language: str = "") -> str:
    text = "".join(f"<p>{sentence}{sentence} {path} {n}.</p>" for n in range(4))
    title = sentence[:50]
    lang = f" lang='{language}'" if language else ""
    markup = (
        f"<html{lang}><head><title>{title}</title></head><body><article><h1>{title}</h1>{text}"
        "</article></body></html>"
    )
    server.pages[path] = (200, "text/html", markup)
    return path


def refused_urls(settings: Settings) -> set[str]:
    """Return what was refused or dropped for its language."""
    database = open_database(settings.home / "tidings.db", settings.store)
    rows = database.read().execute(
        "SELECT url FROM urls WHERE reason = ?", (Reason.OTHER_LANGUAGE,)
    )
    refused = {row[0] for row in rows}
    database.close()
    return refused


async def test_exactly_the_wanted_languages_are_kept_of_a_world_of_papers(
    settings: Settings,
) -> None:
    async with serve(World(seed=3, history=4), speed=0) as site:
        papers = {paper.language: paper for paper in PAPERS}  # one for each language
        urls = [site.world.origin(paper) + "/" for paper in papers.values()]
        follow(settings, *urls)
        await crawl(settings)
        truth = {page.url: page for page in site.world.pages()}
        everything = kept_urls(settings) & truth.keys()
        german, german_url = papers["de"].key, site.world.origin(papers["de"]) + "/"
        chosen = wanting(replace(settings, home=settings.home.with_name("chosen")), "en")
        follow(chosen, *urls)
        change(chosen, german_url, "languages=de")
        await crawl(chosen)

        def is_wanted(url: str) -> bool:
            return truth[url].language == ("de" if truth[url].paper == german else "en")

        kept, refused = kept_urls(chosen) & truth.keys(), refused_urls(chosen) & truth.keys()
        assert {truth[url].language for url in everything} == {"en", "de", "fr", "zh", "es"}
        assert {truth[url].language for url in kept} == {"en", "de"}
        assert all(map(is_wanted, kept))
        assert not any(map(is_wanted, refused))
        # What is an article may depend on the order of the pages, but its language does not.
        wanted = set(filter(is_wanted, everything))
        assert len(kept & wanted) >= 0.8 * len(wanted)
        assert len(refused & everything) >= 0.8 * len(everything - wanted)
        # Without a filter, what was refused comes back.
        change(chosen, german_url, unset=("languages",))
        await crawl(wanting(chosen))
        assert refused_urls(chosen) == set()
        assert len(kept_urls(chosen) & everything) >= 0.8 * len(everything)


async def test_an_article_in_another_language_is_refused_with_a_reason_and_comes_back(
    settings: Settings, server: PaperServer
) -> None:
    own = article(server, "/2026/english", ENGLISH, "en")
    mislabelled = article(server, "/2026/mislabelled", ENGLISH, "de")
    german = article(server, "/2026/german", GERMAN, "de")
    template = article(server, "/2026/template", GERMAN, "en-US")
    server.front(own, mislabelled, german, template)
    english = wanting(settings, "en")
    follow(english, server.origin)
    await crawl(english)
    assert kept_urls(english) == {server.url(own), server.url(mislabelled)}
    refused = why(english, server.url(german))
    assert refused.state == FrontierState.REFUSED
    assert refused.archived is None  # dropped before anything of it is stored
    sentence = f"refused: {Reason.OTHER_LANGUAGE} (declared de, detected de; wanted en)"
    assert sentence in refused.reasons
    assert f"refused: {Reason.OTHER_LANGUAGE} (declared en, detected de; wanted en)" in (
        why(english, server.url(template)).reasons
    )
    change(english, server.origin, "languages=all")
    await crawl(english)
    assert kept_urls(english) == {server.url(p) for p in (own, mislabelled, german, template)}
    assert server.requests[own] == 1


async def test_another_general_filter_readmits_what_the_last_one_refused(
    settings: Settings, server: PaperServer
) -> None:
    own = article(server, "/2026/english", ENGLISH)
    german = article(server, "/2026/german", GERMAN)
    server.front(own, german)
    follow(settings, server.origin)
    await crawl(wanting(settings, "en"))
    assert kept_urls(settings) == {server.url(own)}
    await crawl(wanting(settings, "en"))
    assert server.requests[german] == 1
    await crawl(wanting(settings, "de"))  # articles that are kept stay
    assert kept_urls(settings) == {server.url(own), server.url(german)}
    assert (server.requests[own], server.requests[german]) == (1, 2)


async def test_index_pages_in_other_languages_are_followed_but_not_their_editions(
    settings: Settings, server: PaperServer
) -> None:
    own = article(server, "/2026/english", ENGLISH, "en")
    edition = article(server, "/de/2026/german", GERMAN, "de")
    items = f"<li><a href='{own}'>A story about the old bridge</a></li>"
    switch = "<a href='/de/2026/german' hreflang='de'>Diese Geschichte auf Deutsch lesen</a>"
    markup = f"<html lang='de'><body><h1>Die Zeitung</h1><ul>{items}</ul>{switch}</body></html>"
    server.pages["/"] = (200, "text/html", markup)
    follow(settings, server.origin)
    await crawl(wanting(settings, "en"))
    assert kept_urls(settings) == {server.url(own)}
    assert server.requests[edition] == 0
    dropped = why(settings, server.url(edition))
    assert (dropped.state, f"dropped: {Reason.OTHER_LANGUAGE}" in dropped.reasons) == (
        FrontierState.DROPPED,
        True,
    )
    await crawl(settings)
    assert kept_urls(settings) == {server.url(own), server.url(edition)}


async def test_items_of_a_feed_in_another_language_are_not_requested(
    settings: Settings, server: PaperServer
) -> None:
    own = article(server, "/2026/english", ENGLISH, "en")
    german = article(server, "/2026/german", GERMAN, "de")
    items = "".join(
        f"<item><title>{title}</title><link>{server.url(path)}</link></item>"
        for path, title in ((own, ENGLISH), (german, GERMAN))
    )
    channel = f"<title>P</title><link>{server.origin}/</link><language>de-de</language>{items}"
    server.pages["/feed"] = (200, "application/rss+xml", f"<rss><channel>{channel}</channel></rss>")
    server.front(head="<link rel='alternate' type='application/rss+xml' href='/feed'>")
    follow(settings, server.origin)
    await crawl(wanting(settings, "en"))
    assert kept_urls(settings) == {server.url(own)}  # whatever its feed declares
    assert server.requests[german] == 0
