"""Which links of a page join the frontier, as what, and why the others do not."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache

from tidings.crawl.links.path_rules import path_refusal
from tidings.model.crawl.source_settings import ANY_PAGE, SourceScope
from tidings.model.crawl.visit import FoundUrl
from tidings.model.web.page import UrlRole
from tidings.model.web.reason import Reason
from tidings.read.url import (
    canonical,
    domain_of,
    has_credentials,
    host_of,
    is_common,
    path_of,
    root_of,
    scheme_of,
    url_id,
)
from tidings.settings.tree import CrawlSettings

# Priorities: lower is sooner. Pages where news appears come before the news itself, fresh news
# (from feeds) before links on pages, then links that look like service pages, then re-checks.
START, LIVE, FRESH, LINKED, DEEP, UNLIKELY, RECHECK = 0, 1, 2, 3, 4, 5, 6

_MEDIA = re.compile(
    r"\.(?:jpe?g|png|gif|webp|svg|ico|bmp|tiff?|avif|mp[34]|m4[av]|webm|ogg|wav|avi|mov|wmv|flv|"
    r"css|js|mjs|json|woff2?|ttf|eot|zip|gz|bz2|xz|7z|rar|tar|exe|dmg|apk|iso|bin|ics|vcf|"
    r"epub|mobi|doc|ppt|xlsx?|ods|odg)$",
    re.IGNORECASE,
)
# Expensive to fetch and to read, and news seldom appears in them first.
_DOCUMENT = re.compile(r"\.(?:pdf|docx|docm|pptx|odt|odp|rtf|txt|md|markdown)$", re.IGNORECASE)
# A path that repeats one segment three times, or is nested deeper than real sections are.
_TRAP = re.compile(r"(?:/([^/]+))(?=/)(?:.*?/\1(?=/|$)){2}")
_MAX_SEGMENTS = 16
_MAX_PARAMETERS = 8


@dataclass(frozen=True, slots=True)
class LinkContext:
    """The page whose links are judged: its site, its depth, and our limits."""

    site: int
    domain: str
    depth: int
    parent: str
    settings: CrawlSettings
    continues: bool = False  # the links lead to further pages of a listing
    scope: SourceScope = ANY_PAGE  # what the source's settings want


@dataclass(frozen=True, slots=True)
class Admission:
    """The URLs to add (some only to record why they are not followed), and the drops by reason."""

    found: tuple[FoundUrl, ...]
    drops: dict[Reason, int]
    foreign: tuple[FoundUrl, ...] = ()  # off-site links that another followed site may want


@dataclass(frozen=True, slots=True)
class _UrlFacts:
    """What is known from a URL alone."""

    host: str
    id: int
    domain: str
    refusal: Reason | None  # on any site
    is_document: bool
    is_plain: bool  # neither refused nor a document, like nearly all


@lru_cache(maxsize=50_000)  # menus are on every page of a site
def _url_facts(url: str, max_length: int) -> _UrlFacts:
    path, _, query = path_of(url).partition("?")
    is_document = _DOCUMENT.search(path) is not None
    reason = None
    if has_credentials(url):
        reason = Reason.CREDENTIALS
    elif len(url) > max_length:
        reason = Reason.URL_TOO_LONG
    elif _MEDIA.search(path):
        reason = Reason.MEDIA_FILE
    elif _is_trap(path, query):
        reason = Reason.TRAP
    return _UrlFacts(
        host_of(url), url_id(url), domain_of(url), reason, is_document, not (reason or is_document)
    )


def _resolved(href: str, base: str, max_length: int) -> tuple[str, _UrlFacts] | None:
    """Return the canonical URL of a link on a page, and its facts."""
    url = canonical(href, base)
    return None if url is None else (url, _url_facts(url, max_length))


_resolved_once = lru_cache(maxsize=50_000)(_resolved)  # for the links of menus


def refusal(url: str, domain: str, settings: CrawlSettings) -> Reason | None:
    """Return why a canonical URL does not belong in a site's frontier, or None if it does."""
    return _refusal(_url_facts(url, settings.max_url_length), domain, settings)


def _refusal(facts: _UrlFacts, domain: str, settings: CrawlSettings) -> Reason | None:
    if facts.domain != domain:
        return Reason.OFF_SITE
    if facts.is_document and not settings.documents and facts.refusal in (None, Reason.TRAP):
        return Reason.MEDIA_FILE
    return facts.refusal


def _is_trap(path: str, query: str) -> bool:
    return (
        path.count("/") > _MAX_SEGMENTS
        or query.count("&") >= _MAX_PARAMETERS
        or _TRAP.search(path) is not None
    )


def admit(
    hrefs: Iterable[str],
    base: str,
    context: LinkContext,
    *,
    role: UrlRole = UrlRole.PAGE,
    priority: int = LINKED,
    dates: Mapping[str, datetime | None] | None = None,
) -> Admission:
    """Judge links as written on a page; `dates` are the dates that a feed or sitemap gives."""
    found: dict[str, FoundUrl] = {}
    drops: Counter[Reason] = Counter()
    foreign: dict[str, FoundUrl] = {}
    settings, domain = context.settings, context.domain
    too_deep = context.depth >= settings.max_depth
    found_plain = _plain_maker(context, role, priority)
    root, longest = root_of(base), settings.max_url_length
    for href in hrefs:
        resolved = (
            _resolved_once(href, root, longest)
            if is_common(href)
            else _resolved(href, base, longest)
        )
        if resolved is None:
            drops[_invalid_url_reason(href, base)] += 1
            continue
        url, facts = resolved
        if url in found or url in foreign:
            continue
        date = dates.get(href) if dates else None
        if facts.is_plain and facts.domain == domain and not too_deep:
            found[url] = found_plain(url, facts, date)
            continue
        reason = _refusal(facts, domain, settings) if role is UrlRole.PAGE else None
        if reason is None and too_deep:
            reason = Reason.TOO_DEEP
        if reason is Reason.OFF_SITE and _may_join_another(url, len(foreign), context):
            foreign[url] = _found(url, facts, context, role, priority, None, date)
            continue
        if reason is not None:
            drops[reason] += 1
        if reason not in (Reason.OFF_SITE, Reason.MEDIA_FILE, Reason.URL_TOO_LONG):
            found[url] = _found(url, facts, context, role, priority, reason, date)
    admission = Admission(tuple(found.values()), dict(drops), tuple(foreign.values()))
    if role is UrlRole.PAGE and context.scope.has_paths:
        return _within_paths(admission, context.scope)
    return admission


def _within_paths(admission: Admission, scope: SourceScope) -> Admission:
    """Drop the pages that the source's settings exclude; they stay known, to be judged again."""
    found = tuple(
        each._replace(dropped=Reason.EXCLUDED)
        if each.dropped is None and path_refusal(each.url, scope)
        else each
        for each in admission.found
    )
    excluded = sum(each.dropped is Reason.EXCLUDED for each in found)
    drops = {**admission.drops, Reason.EXCLUDED: excluded} if excluded else admission.drops
    return replace(admission, found=found, drops=drops)


def _plain_maker(
    context: LinkContext, role: UrlRole, priority: int
) -> Callable[[str, _UrlFacts, datetime | None], FoundUrl]:
    """Return a function that does what `_found` does for plain URLs, at a third of the cost."""
    shared = (
        context.site,
        role,
        priority,
        context.depth + 1,
        context.parent,
        None,
        priority == FRESH,
    )
    continues, new_tuple = context.continues, tuple.__new__

    def found(url: str, facts: _UrlFacts, published: datetime | None) -> FoundUrl:
        return new_tuple(
            FoundUrl, (url, facts.host, facts.id, *shared, published, continues, None, ())
        )

    return found


def _may_join_another(url: str, already: int, context: LinkContext) -> bool:
    """Return whether an off-site link would be acceptable to the site it leads to."""
    settings = context.settings
    if already >= settings.max_foreign_links or context.depth >= settings.max_depth:
        return False
    return refusal(url, domain_of(url), settings) is None


def _invalid_url_reason(href: str, base: str) -> Reason:
    scheme = scheme_of(href, base)
    return Reason.NOT_A_URL if scheme in (None, "http", "https") else Reason.BAD_SCHEME


def found_url(
    url: str,
    context: LinkContext,
    role: UrlRole,
    priority: int,
    dropped: Reason | None = None,
    published: datetime | None = None,
) -> FoundUrl:
    """Return a canonical URL as an entry for the frontier; documents wait for all pages."""
    facts = _url_facts(url, context.settings.max_url_length)
    return _found(url, facts, context, role, priority, dropped, published)


def _found(
    url: str,
    facts: _UrlFacts,
    context: LinkContext,
    role: UrlRole,
    priority: int,
    dropped: Reason | None,
    published: datetime | None,
) -> FoundUrl:
    late = facts.is_document and role is UrlRole.PAGE and priority < DEEP
    return FoundUrl(
        url,
        facts.host,
        facts.id,
        context.site,
        role,
        DEEP if late else priority,
        context.depth + 1,
        context.parent,
        dropped,
        priority == FRESH,
        published,
        context.continues,
    )
