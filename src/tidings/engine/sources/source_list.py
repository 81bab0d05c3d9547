"""The source list: adding, listing and removing followed sources."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from tidings.crawl.links.admission import START
from tidings.engine.sources.freshness import url_freshness
from tidings.engine.sources.source_condition import conditions_of_sources
from tidings.model.crawl.source import Source, SourceFocus
from tidings.model.crawl.source_status import SourceStatus
from tidings.model.crawl.visit import FoundUrl, UrlRecord
from tidings.model.web.page import FrontierState, UrlRole
from tidings.read.url import (
    canonical,
    domain_of,
    has_credentials,
    host_of,
    scheme_of,
    url_id,
    without_feed_scheme,
)
from tidings.store.database.database import Database
from tidings.store.database.session import Reader, Writer
from tidings.store.tables.articles.articles import articles_per_source
from tidings.store.tables.frontier.urls import add_urls, has_lists, live_urls, url_record
from tidings.store.tables.sources.imported_sites import adopt_imported_sites
from tidings.store.tables.sources.learned_focuses import forget_learned_focus, learned_focus_counts
from tidings.store.tables.sources.list_histories import (
    resting_list_count,
    wake_duplicate_feeds_of_site,
)
from tidings.store.tables.sources.pauses import paused_sources, resume_source
from tidings.store.tables.sources.rhythms import rhythm_rows_of_site
from tidings.store.tables.sources.site_memory import site_memory_counts
from tidings.store.tables.sources.sources import (
    followed_sources,
    insert_source,
    set_source_focus,
    source_by_id,
    source_by_url,
    unfollow_source,
)
from tidings.store.tables.sources.subscriptions import end_subscriptions, subscriptions_of_sites

_MAX_DIGITS = 10  # of an id; longer numbers cannot be one, and a database may not take them


class SourceInvalid(Exception):
    """The request cannot be carried out; the message says what to do."""


def source_url(text: str) -> str:
    """Return the canonical URL of what a user typed; a bare host name gets https."""
    text = _web_address(text.strip())
    guess = text if "://" in text else f"https://{text}"
    url = canonical(guess)
    if url is None or ("://" not in text and (scheme_of(text) or "." not in host_of(url))):
        raise SourceInvalid(
            f"{text!r} is not a web address: give one such as https://example.org/."
        )
    if has_credentials(url):
        raise SourceInvalid(
            "The address contains a password, which would be stored: leave it out, and keep it "
            "with 'tidings credentials set NAME --user USER'."
        )
    return url


def _web_address(text: str) -> str:
    """Replace feed: and feed:// by the scheme that they stand for."""
    address = without_feed_scheme(text)
    return f"http:{address}" if address.startswith("//") and address != text else address


def add_source(
    database: Database, text: str, now: datetime, about: SourceFocus | None = None
) -> tuple[str, bool]:
    """Follow a source; return its URL and whether it is new.

    `about` is its topic from now on; None leaves the topic unchanged.
    """
    url = source_url(text)
    return url, database.write(
        lambda connection: follow_source(connection, url, now, about)
    ).result()


def follow_source(
    connection: Writer, url: str, now: datetime, about: SourceFocus | None = None
) -> bool:
    """Follow the source at a canonical URL; return False if it is followed already."""
    is_new = insert_source(connection, url, domain_of(url), now)
    site = source_by_url(connection, url)
    assert site is not None
    adopt_imported_sites(connection, site.id, site.domain)
    if about is not None and set_source_focus(connection, site.id, about, now):
        forget_learned_focus(connection, site.id)
    start = FoundUrl(url, host_of(url), url_id(url), site.id, UrlRole.PAGE, START, 0, None)
    add_urls(connection, [start], now)
    return is_new


def remove_source(database: Database, text: str, now: datetime) -> str:
    """Stop following a source; its articles are kept."""
    site = followed_source(database.read(), text)
    database.write(lambda connection: unfollow(connection, site, now)).result()
    return site.url


def followed_source(connection: Reader, text: str) -> Source:
    """Return the source that is followed under exactly this address."""
    url = source_url(text)
    site = source_by_url(connection, url)
    if site is None:
        raise SourceInvalid(f"{url} is not followed: 'tidings sources' lists the followed ones.")
    return site


def unfollow(connection: Writer, site: Source, now: datetime) -> None:
    """Stop following a source, inside the writer's transaction."""
    unfollow_source(connection, site, now)
    resume_source(connection, site.id)
    end_subscriptions(connection, site.id, now)
    wake_duplicate_feeds_of_site(connection, site.id, now)


def source_named(connection: Reader, text: str) -> Source:
    """Return the followed source that a user typed, by its address or else by its domain."""
    url = source_url(text)
    same = [site for site in followed_sources(connection) if site.domain == domain_of(url)]
    site = source_by_url(connection, url) or (same[0] if same else None)
    if site is None:
        raise SourceInvalid(f"{url} is not followed: 'tidings sources' lists the followed ones.")
    return site


def source_at(connection: Reader, name: str) -> Source:
    """Return the followed source that a program names: by its id, its domain or its address.

    Of a domain that several sources have, the one that is followed as a whole is meant; without
    one, none is: SourceInvalid names their ids.
    """
    if name.isdecimal() and name.isascii() and len(name) < _MAX_DIGITS:
        found = source_by_id(connection, int(name))
        if found is None:
            raise SourceInvalid(f"There is no source {name}: /api/v1/sources lists them.")
        return found
    url = source_url(name)
    same = [site for site in followed_sources(connection) if site.domain == domain_of(url)]
    found = source_by_url(connection, url) or (same[0] if len(same) == 1 else None)
    if found is not None:
        return found
    if same:
        ids = ", ".join(f"{site.id} ({site.url})" for site in same[:10])
        raise SourceInvalid(f"Several sources have the domain {name}; name one by its id: {ids}.")
    raise SourceInvalid(f"{url} is not followed: /api/v1/sources lists the followed ones.")


def source_statuses(
    database: Database, now: datetime, only: Sequence[Source] | None = None
) -> list[SourceStatus]:
    """Return all followed sources, or some, with what they brought, and why they bring nothing."""
    connection = database.read()
    sources = followed_sources(connection) if only is None else only
    domains = None if only is None else sorted({source.domain for source in only})
    articles = articles_per_source(connection, domains)
    conditions = conditions_of_sources(connection, sources, articles, now)
    learned = site_memory_counts(connection)
    subscribed = subscriptions_of_sites(connection)
    judged = learned_focus_counts(connection)
    paused = paused_sources(connection)
    return [
        replace(
            _source_status(
                database, site, articles.get(site.domain, 0), learned.get(site.id, (0, 0))
            ),
            subscriptions=tuple(subscribed.get(site.id, ())),
            judged=judged.get(site.id, (0, 0))[0],
            wanted=judged.get(site.id, (0, 0))[1],
            paused_at=paused.get(site.id),
            condition=conditions[site.id],
        )
        for site in sources
    ]


def _source_status(
    database: Database, site: Source, articles: int, learned: tuple[int, int]
) -> SourceStatus:
    live = live_urls(database.read(), site.id)
    roles = [each.state.role for each in live if _was_read(each)]
    start = url_record(database.read(), host_of(site.url), url_id(site.url))
    states = (FrontierState.DONE, FrontierState.RESTING)
    visited = start is not None and start.state.state in states
    starts = (start,) if start is not None else ()
    dues = [each.state.due for each in (*live, *starts) if each.state.due]
    rhythms = rhythm_rows_of_site(database.read(), site.id)
    return SourceStatus(
        site=site,
        articles=articles,
        feeds=roles.count(UrlRole.FEED),
        sitemaps=roles.count(UrlRole.SITEMAP),
        index_pages=roles.count(UrlRole.PAGE),
        next_visit=min(dues, default=None),
        learned_from=learned[0],
        repeated_blocks=learned[1],
        resting=resting_list_count(database.read(), site.id),
        synthetic=visited and not has_lists(database.read(), site.id),
        live_urls=tuple(
            url_freshness(each, rhythms[each.id]) for each in live if each.id in rhythms
        ),
    )


def _was_read(live: UrlRecord) -> bool:
    """Return whether a feed, sitemap or index page could be read at some time."""
    if live.state.role is UrlRole.PAGE:
        return live.visited_at is not None
    return live.state.state is FrontierState.DONE or live.state.body_hash is not None
