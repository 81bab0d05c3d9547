"""Under which address an article is kept, from end to end: canonical links may be wrong."""

from random import Random

from tests.engine.paper_server import PaperServer, clocked_crawler, paper_server

from tidings.engine.live.crawler import opened_crawler
from tidings.group.stories.clipping import unpacked_clipping
from tidings.model.search.results import Query
from tidings.read.url import article_id
from tidings.settings.tree import Settings
from tidings.store.database.sqlite import Database
from tidings.store.tables.articles.articles import newest_articles

SUBJECTS = ("harbour", "theatre", "railway", "orchard", "glacier")
VERBS = ("keeps", "hears", "shows", "takes", "needs", "makes", "opens", "holds", "finds", "loses")
THINGS = ("money", "light", "water", "paint", "timber", "people", "stone", "music", "grain", "time")


def sentence(subject: str, chance: Random) -> str:
    parts = (
        f"the {subject} {chance.choice(VERBS)} {chance.choice(THINGS)} {chance.choice(THINGS)}"
        for _ in range(6)
    )
    return f"It was said that {', and '.join(parts)}."


def story(stand: PaperServer, subject: str, head: str, path: str = "") -> str:
    chance = Random(subject)
    paragraphs = (" ".join(sentence(subject, chance) for _ in range(3)) for _ in range(5))
    text = "".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)
    path = path or f"/2026/11/the-{subject}-needs-help"
    title = f"<h1>The {subject} needs more help before winter</h1>"
    stand.page(path, f"<article>{title}{text}</article>", head)
    return path


def kept(settings: Settings) -> dict[str, str]:
    """The kept articles: their paths by the ids that their clippings have."""
    database = Database(settings.home / "tidings.db", settings.store)
    try:
        rows = database.read().execute("SELECT article, clipping FROM annotations").fetchall()
        named = {row[0]: clip.id for row in rows if (clip := unpacked_clipping(row[1]))}
        articles = newest_articles(database.read(), 100)
        assert all(named[article.id] == article.id for article in articles)
        return {article.url: article.title for article in articles}
    finally:
        database.close()


async def test_a_canonical_address_that_all_pages_share_costs_no_article(
    settings: Settings,
) -> None:
    async with paper_server() as stand, clocked_crawler(settings) as us:
        head = '<link rel="canonical" href="/news">'
        stand.front(*(story(stand, subject, head) for subject in SUBJECTS))
        await us.follow(f"{stand.origin}/")
        await us.crawl()
        assert sorted(kept(settings).values()) == sorted(
            f"The {subject} needs more help before winter" for subject in SUBJECTS
        )
    async with opened_crawler(settings) as newsroom:
        for subject in SUBJECTS:
            assert newsroom.library.search(Query(subject)).total == 1


async def test_a_canonical_address_that_is_an_index_page_names_no_article(
    settings: Settings,
) -> None:
    async with paper_server() as stand, clocked_crawler(settings) as us:
        head = '<link rel="canonical" href="/news">'
        paths = [story(stand, subject, head) for subject in SUBJECTS]
        stand.front("/news")
        stand.pages["/news"] = stand.pages["/"]
        stand.front(*paths)
        stand.pages["/"], stand.pages["/news"] = stand.pages["/news"], stand.pages["/"]
        await us.follow(f"{stand.origin}/")
        await us.crawl()
        assert set(kept(settings)) == {stand.url(path) for path in paths}


async def test_a_print_view_is_still_the_article_that_it_names(settings: Settings) -> None:
    async with paper_server() as stand, clocked_crawler(settings) as us:
        path = story(stand, "harbour", "")
        printed = story(stand, "harbour", f'<link rel="canonical" href="{path}">', "/print/1")
        stand.front(path, printed)
        await us.follow(f"{stand.origin}/")
        await us.crawl()
        assert set(kept(settings)) == {stand.url(path)}


async def test_an_article_whose_name_another_page_took_before_it_was_read_is_kept_all_the_same(
    settings: Settings,
) -> None:
    async with paper_server() as stand, clocked_crawler(settings) as us:
        theatre = story(stand, "theatre", "")
        harbour = story(stand, "harbour", f'<link rel="canonical" href="{theatre}">')
        stand.front(harbour)
        await us.follow(f"{stand.origin}/")
        await us.crawl()
        stand.front(harbour, theatre)
        await us.crawl(rounds=1)
        expected = {
            stand.url(harbour): "The harbour needs more help before winter",
            stand.url(theatre): "The theatre needs more help before winter",
        }
        assert kept(settings) == expected
        await us.close()  # which commits the index
        for path in (harbour, theatre):
            said = await us.why(stand.url(path))
            assert "searchable" in said.reasons
            assert said.article == article_id(stand.url(path))
    async with opened_crawler(settings) as newsroom:
        for path in (harbour, theatre):
            subject = path.split("-")[1]
            hits = newsroom.library.search(Query(subject)).hits
            assert [hit.url for hit in hits] == [stand.url(path)]
