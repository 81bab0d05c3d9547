"""Puts a home right in which an older version followed the papers at a new port with every start.

The papers of the newest port live on at their addresses. Those of the other ports leave with their
articles: nobody can open their links, and the living papers, which the same seed makes, publish
the same articles. Stories keep their ids and their living articles.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import partial
from urllib.parse import urlsplit

from tidings.engine.demo.stored_world import StoredWorld
from tidings.engine.followers.story_grouping import write_stories
from tidings.engine.sources.source_list import unfollow
from tidings.model.crawl.source import Source
from tidings.model.web.reason import Reason
from tidings.store.database.database import Database
from tidings.store.database.session import Writer
from tidings.store.tables.sources.sources import all_sources, source_by_id
from tidings.store.tables.takedowns.removal import (
    articles_of_domain,
    forget_copies_of_source,
    remove_articles,
)

PAPER_HOSTS = frozenset(f"127.0.0.{number}" for number in range(11, 18))
_BATCH = 200  # articles per transaction


def adopted_world(database: Database, now: datetime) -> StoredWorld | None:
    """Return the world of a home's newest demo, and remove what older demos left."""
    by_port = papers_by_port(all_sources(database.read()).values())
    if not by_port:
        return None
    *dead, (port, papers) = sorted(by_port.items(), key=lambda item: _began(item[1]))
    for _, sources in dead:
        for source in sources:
            _remove_paper(database, source, now)
    return StoredWorld(port, _began(papers))


def papers_by_port(sources: Iterable[Source]) -> Mapping[int, list[Source]]:
    """Return the ports at which all papers of the world were followed, with their sources."""
    found: dict[int, dict[str, Source]] = defaultdict(dict)
    for source in sources:
        parts = urlsplit(source.url)
        is_front = parts.scheme == "http" and parts.path == "/" and not parts.query
        if is_front and parts.port and parts.hostname in PAPER_HOSTS:
            found[parts.port][parts.hostname] = source
    return {
        port: list(papers.values())
        for port, papers in found.items()
        if papers.keys() == PAPER_HOSTS
    }


def _began(papers: list[Source]) -> datetime:
    """Return when the world began: its papers were added within the same second."""
    return min(paper.added_at for paper in papers)


def _remove_paper(database: Database, source: Source, now: datetime) -> None:
    """Remove a paper with its articles; killed in between, the next start goes on."""
    ids = [article for article, _ in articles_of_domain(database.read(), source.domain)]
    for start in range(0, len(ids), _BATCH):
        batch = ids[start : start + _BATCH]
        database.write(partial(_remove_articles, ids=batch, now=now)).result()
    database.write(partial(_forget_paper, source=source, now=now)).result()


def _remove_articles(connection: Writer, ids: list[str], now: datetime) -> None:
    _, stories = remove_articles(connection, ids, now, Reason.SITE_REMOVED)
    write_stories(connection, stories, now)


def _forget_paper(connection: Writer, source: Source, now: datetime) -> None:
    if source_by_id(connection, source.id) is not None:  # it may be unfollowed already
        unfollow(connection, source, now)
    forget_copies_of_source(connection, source.id)
