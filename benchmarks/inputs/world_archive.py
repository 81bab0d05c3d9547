"""The pages of the news world as an archive, in a home or as responses, without a web server."""

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random

from tidings.crawl.links.admission import FRESH, LINKED, LinkContext, found_url
from tidings.crawl.visits.visit_outcome import after_archiving
from tidings.engine.process.home import ensure_home
from tidings.engine.process.home_archive import opened_archive
from tidings.engine.process.home_database import opened_database
from tidings.engine.sources.source_list import add_source
from tidings.model.crawl.visit import FoundUrl
from tidings.model.web.exchange import Response
from tidings.model.web.page import UrlRole
from tidings.read.url import canonical, domain_of
from tidings.settings.tree import Settings
from tidings.store.archive.warc_files import Archive
from tidings.store.archive.warc_record import payload_digest, response_record
from tidings.store.database.database import Database
from tidings.store.database.session import Writer
from tidings.store.tables.frontier.urls import add_urls, save_url_state
from tidings.store.tables.sources.sources import followed_sources
from tidings.world.pages.paper_site import PaperPage
from tidings.world.world import World

_PAGES_PER_HISTORY = 9.9  # pages that the seven papers have for each past article per paper
_START = datetime(2026, 3, 2, 9, tzinfo=UTC)  # fixed, so that every run has the same pages
_CHUNK = 500  # pages in a transaction


def world_of(pages: int) -> World:
    """Return a world with at least so many pages: large ones have fewer lists than most."""
    world = World(1, _START, history=max(5, round(1.4 * pages / _PAGES_PER_HISTORY)))
    world.set_port(8080)
    return world


def world_responses(world: World) -> Iterator[tuple[Response, bool]]:
    """Yield the pages of a world as a crawler gets them, and whether each is an article.

    The papers take turns, and each begins with its front page, as in a crawl.
    """
    papers = {url: _responses_of(world, url) for url in world.urls}
    at = _START
    while papers:
        for url, pages in list(papers.items()):
            found = next(pages, None)
            if found is None:
                del papers[url]
                continue
            at += timedelta(seconds=0.1)
            target, page, is_article = found
            yield _response(target, page, at), is_article


def _responses_of(world: World, front: str) -> Iterator[tuple[str, PaperPage, bool]]:
    site = world.paper_sites[front.split("/")[2].partition(":")[0]]
    targets = [each for each in site.targets(world.now) if each != "/"]
    Random(1).shuffle(targets)  # articles and lists come mixed
    for target in ["/", *targets]:
        page = site.page(target, world.now)
        if isinstance(page, PaperPage) and "html" in page.media_type:
            yield site.origin + target, page, target in site.published.by_path


def _response(url: str, page: PaperPage, at: datetime) -> Response:
    headers = (("content-type", page.media_type),)
    return Response(url, url, 200, headers, page.content, False, (), "", at, 0.1)


def fill_archive(folder: Path, pages: int) -> None:
    """Make a home with archived pages and nothing that is derived from them.

    So a crawl for the archive only leaves it. Every other page is unknown until links lead to it.
    """
    settings = Settings(home=folder)
    home, world = ensure_home(settings), world_of(pages)
    with closing(opened_database(home)) as database:
        for url in world.urls:
            add_source(database, url, _START)
        archive = opened_archive(home, database, settings.store)
        responses = islice(world_responses(world), pages)
        while some := list(islice(responses, _CHUNK)):
            _archive(database, archive, some)
        archive.close()


def _archive(database: Database, archive: Archive, some: list[tuple[Response, bool]]) -> None:
    sites = {each.domain: each.id for each in followed_sources(database.read())}
    database.write(partial(_settle, archive=archive, some=some, sites=sites)).result()
    archive.sync()


def _settle(
    connection: Writer, archive: Archive, some: list[tuple[Response, bool]], sites: dict[str, int]
) -> None:
    for response, is_article in some:
        found = _found(response, sites, is_article)
        add_urls(connection, [found], response.at)
        digest = payload_digest(response.body)
        place = archive.append(
            response_record(response, digest), found.url, response.at, 200, "text/html", digest
        )
        state = after_archiving(response, True, None)
        save_url_state(connection, found.host, found.id, state, response.at, place)


def _found(response: Response, sites: dict[str, int], is_article: bool) -> FoundUrl:
    url = canonical(response.url)
    assert url is not None
    domain = domain_of(url)
    context = LinkContext(sites[domain], domain, 0, url, Settings().crawl)
    # A feed listed the articles.
    return found_url(url, context, UrlRole.PAGE, FRESH if is_article else LINKED)
