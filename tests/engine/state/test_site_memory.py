"""What a site's pages teach during a crawl."""

from datetime import UTC, datetime

from tidings.engine.library.library import Library
from tidings.engine.live.crawler import opened_crawler
from tidings.engine.process.home import ensure_home
from tidings.engine.process.message import unpacked
from tidings.engine.sources import source_list
from tidings.engine.state.site_memory import SiteMemories, load_site_memory
from tidings.extract.article import extract_html
from tidings.extract.site_memory.memory import MemoryUpdate, SiteMemory
from tidings.model.articles.article import Article
from tidings.model.web.page import PageKind
from tidings.read.pages.html import parse_html
from tidings.settings.tree import Settings
from tidings.store.database.database import Database, open_database
from tidings.store.database.session import Writer
from tidings.world.server.server import WorldServer

SITE = 7
NOTICE = "Republished with permission"  # what the paper that copies prints below each text
COPIER = 5  # its place among the papers


def article(number: int, *chrome: int) -> MemoryUpdate:
    own = tuple(range(1000 * number, 1000 * number + 5))
    return MemoryUpdate("/{slug}", PageKind.ARTICLE, (*own, *chrome), own)


def learn(database: Database, memories: SiteMemories, *updates: MemoryUpdate) -> list[bool]:
    """Learn from pages; return for each whether the keen tags are due."""

    def work(connection: Writer) -> list[bool]:
        return [memories.learn(connection, SITE, update) for update in updates]

    return database.write(work).result()


def memory_of(database: Database, memories: SiteMemories) -> SiteMemory | None:
    packed = memories.packed_for(database.read(), SITE)
    return unpacked(packed) if packed else None


def test_a_site_that_taught_nothing_has_no_memory(database: Database) -> None:
    assert memory_of(database, SiteMemories()) is None


def test_repeated_blocks_are_known_after_a_few_articles(database: Database) -> None:
    memories = SiteMemories()
    learn(database, memories, *(article(n, 7) for n in range(1, 5)))
    memory = memory_of(database, memories)
    assert memory is not None
    assert memory.repeated == {7}
    assert memory.templates == {"/{slug}": (4, 0, 0)}


def test_a_memory_survives_a_restart(database: Database) -> None:
    before = SiteMemories()
    learn(database, before, *(article(n, 7) for n in range(1, 5)))
    after = SiteMemories()
    assert memory_of(database, after) == memory_of(database, before)
    learn(database, after, *(article(n, 7) for n in range(5, 9)))
    assert load_site_memory(database.read(), SITE).blocks[7] == 8


def test_collected_updates_are_stored_by_a_flush(database: Database) -> None:
    memories = SiteMemories()
    learn(database, memories, *(article(n, 7) for n in range(1, 4)))
    assert load_site_memory(database.read(), SITE).learned == 0
    database.write(memories.flush).result()
    assert load_site_memory(database.read(), SITE).learned == 3


def test_keen_tags_become_due_and_are_stored_with_the_rest(database: Database) -> None:
    memories = SiteMemories()
    due = learn(database, memories, *(article(n, 7) for n in range(1, 21)))
    assert due.count(True) == 1
    tags = frozenset({"h2"})
    database.write(lambda db: memories.learn_keen_tags(db, SITE, tags)).result()
    memory = memory_of(database, memories)
    assert memory is not None
    assert memory.keen_tags == tags
    assert memory.repeated == {7}


def follow(settings: Settings, *urls: str) -> None:
    database = open_database(ensure_home(settings).database, settings.store)
    for url in urls:
        source_list.add_source(database, url, datetime.now(UTC))
    database.close()


def lost_paragraphs(library: Library, kept: Article, body: str) -> list[str]:
    """The paragraphs that reading without a site memory finds and the kept article lacks."""
    page = library.archived(kept.url)
    assert page is not None
    plain = extract_html(parse_html(page.body, kept.url, page.charset), listed=True)
    return [each for each in body.split("\n") if each in plain.text and each not in kept.text]


async def test_boilerplate_is_removed_after_enough_pages_without_losing_text(
    settings: Settings, site: WorldServer
) -> None:
    follow(settings, site.urls[COPIER])
    source = site.urls[COPIER].split("/")[2]
    site.advance(2_400)
    async with opened_crawler(settings) as crawler:
        await crawler.crawl()
        first = crawler.library.newest(1_000, source=source)
    site.advance(1_200)
    async with opened_crawler(settings) as crawler:  # a restart: what was learned is read back
        await crawler.crawl(rounds=1)
        kept = crawler.library.newest(1_000, source=source)
        fresh = [each for each in kept if each.id not in {known.id for known in first}]
        truth = {page.url: page for page in site.world.articles()}
        missing = [lost_paragraphs(crawler.library, each, truth[each.url].body) for each in fresh]
        (followed,) = crawler.library.sources()
        reasons = crawler.library.why(fresh[0].url).reasons
    assert any(NOTICE in each.text for each in first)
    assert len(fresh) > 3
    assert not any(NOTICE in each.text for each in fresh)
    assert missing == [[]] * len(fresh)
    assert followed.learned_from > 3
    assert followed.repeated_blocks > 0
    assert any("blocks repeat on its pages" in reason for reason in reasons)
