"""The address an article is kept under, end to end: canonical links may be wrong."""

from random import Random

import pytest
from tests.engine.paper_server import PaperServer, clocked_crawler, paper_server

from tidings.engine.live.crawler import opened_crawler
from tidings.group.stories.clipping import unpacked_clipping
from tidings.model.search.results import Query
from tidings.read.url import article_id
from tidings.settings.tree import Settings
from tidings.store.database.database import open_database
from tidings.store.tables.articles.articles import newest_articles

SUBJECTS = ("harbour", "theatre", "railway", "orchard", "glacier")
VERBS = ("keeps", "hears", "shows", "takes", "needs", "makes", "opens", "holds", "finds", "loses")
THINGS = ("money", "light", "water", "paint", "timber", "people", "stone", "music", "grain", "time")


def sentence(subject: str, rng: Random) -> str:
    parts = (
        f"the {subject} {rng.choice(VERBS)} {rng.choice(THINGS)} {rng.choice(THINGS)}"
        for _ in range(6)
    )
    return f"It was said that {', and '.join(parts)}."


def story(paper: PaperServer, subject: str, head: str, path: str = "") -> str:
    rng = Random(subject)
    paragraphs = (" ".join(sentence(subject, rng) for _ in range(3)) for _ in range(5))
    text = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    path = path or f"/2026/11/the-{subject}-needs-help"
    title = f"<h1>The {subject} needs more help before winter</h1>"
    paper.page(path, f"<article>{title}{text}</article>", head)
    return path


def kept_titles(settings: Settings) -> dict[str, str]:
    """The titles of the kept articles by URL; checks that each clipping has its article's id."""
    database = open_database(settings.home / "tidings.db", settings.store)
    try:
        rows = database.read().execute("SELECT article, clipping FROM annotations").fetchall()
        clipping_ids = {row[0]: clip.id for row in rows if (clip := unpacked_clipping(row[1]))}
        articles = newest_articles(database.read(), 100)
        assert all(clipping_ids[article.id] == article.id for article in articles)
        return {article.url: article.title for article in articles}
    finally:
        database.close()


async def test_a_canonical_url_shared_by_all_pages_loses_no_article(
    settings: Settings,
) -> None:
    async with paper_server() as paper, clocked_crawler(settings) as crawler:
        head = '<link rel="canonical" href="/news">'
        paper.front(*(story(paper, subject, head) for subject in SUBJECTS))
        await crawler.follow(f"{paper.origin}/")
        await crawler.crawl()
        assert sorted(kept_titles(settings).values()) == sorted(
            f"The {subject} needs more help before winter" for subject in SUBJECTS
        )
    async with opened_crawler(settings) as crawler:
        for subject in SUBJECTS:
            assert crawler.library.search(Query(subject)).total == 1


async def test_a_canonical_url_of_an_index_page_is_ignored(
    settings: Settings,
) -> None:
    async with paper_server() as paper, clocked_crawler(settings) as crawler:
        head = '<link rel="canonical" href="/news">'
        paths = [story(paper, subject, head) for subject in SUBJECTS]
        paper.front("/news")
        paper.pages["/news"] = paper.pages["/"]
        paper.front(*paths)
        paper.pages["/"], paper.pages["/news"] = paper.pages["/news"], paper.pages["/"]
        await crawler.follow(f"{paper.origin}/")
        await crawler.crawl()
        assert set(kept_titles(settings)) == {paper.url(path) for path in paths}


async def test_a_print_view_is_the_article_that_its_canonical_url_names(settings: Settings) -> None:
    async with paper_server() as paper, clocked_crawler(settings) as crawler:
        path = story(paper, "harbour", "")
        printed = story(paper, "harbour", f'<link rel="canonical" href="{path}">', "/print/1")
        paper.front(path, printed)
        await crawler.follow(f"{paper.origin}/")
        await crawler.crawl()
        assert set(kept_titles(settings)) == {paper.url(path)}


async def test_an_article_is_kept_even_if_another_page_was_kept_under_its_url_before(
    settings: Settings,
) -> None:
    async with paper_server() as paper, clocked_crawler(settings) as crawler:
        theatre = story(paper, "theatre", "")
        harbour = story(paper, "harbour", f'<link rel="canonical" href="{theatre}">')
        paper.front(harbour)
        await crawler.follow(f"{paper.origin}/")
        await crawler.crawl()
        paper.front(harbour, theatre)
        await crawler.crawl(rounds=1)
        expected = {
            paper.url(harbour): "The harbour needs more help before winter",
            paper.url(theatre): "The theatre needs more help before winter",
        }
        assert kept_titles(settings) == expected
        await crawler.close()  # which commits the index
        for path in (harbour, theatre):
            explanation = await crawler.why(paper.url(path))
            assert "searchable" in explanation.reasons
            assert explanation.article == article_id(paper.url(path))
    async with opened_crawler(settings) as crawler:
        for path in (harbour, theatre):
            subject = path.split("-")[1]
            hits = crawler.library.search(Query(subject)).hits
            assert [hit.url for hit in hits] == [paper.url(path)]


@pytest.mark.parametrize("listing", ["feed", "sitemap"])
async def test_a_listed_page_gets_its_article_from_a_page_that_repeats_it(
    settings: Settings, listing: str
) -> None:
    async with paper_server() as paper, clocked_crawler(settings) as crawler:
        copy = story(paper, "harbour", "", "/2026/11/page-five")
        paper.front(copy)
        await crawler.follow(f"{paper.origin}/")
        await crawler.crawl()
        assert set(kept_titles(settings)) == {paper.url(copy)}
        owner = story(paper, "harbour", "")
        if listing == "feed":
            paper.feed("/list", [owner])
            link = "<link rel=alternate type=application/rss+xml href=/list>"
        else:
            paper.sitemap("/list", [owner])
            link = "<link rel=sitemap href=/list>"
        paper.front(copy, head=link)
        await crawler.crawl(rounds=2)
        assert set(kept_titles(settings)) == {paper.url(owner)}
        explanation = await crawler.why(paper.url(copy))
        assert any("same text" in reason for reason in explanation.reasons)
        await crawler.close()  # which commits the index
        assert (await crawler.why(paper.url(owner))).indexed
    database = open_database(settings.home / "tidings.db", settings.store)
    try:
        rows = database.read().execute("SELECT kind FROM changes ORDER BY seq").fetchall()
        assert [row[0] for row in rows] == ["new", "renamed", "corrected"]
    finally:
        database.close()
    async with opened_crawler(settings) as reopened:
        found = reopened.library.search(Query("harbour"))
        assert [hit.url for hit in found.hits] == [paper.url(owner)]
