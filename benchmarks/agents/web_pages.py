"""What agents see of a generated web: pages by URL, as the worker processes would read them."""

from collections import Counter
from datetime import UTC, datetime, timedelta

import numpy as np

from benchmarks.agents.generated_web import Anchor, GeneratedWeb, PageType, WebLink
from benchmarks.agents.texts import WebQuery
from tidings.crawl.agents.query_terms import QueryTerms, query_terms
from tidings.crawl.agents.relevance import relevance_of_terms
from tidings.model.agents.page_sight import (
    MissedPage,
    PageRelevance,
    SeenLink,
    SeenPage,
    Sight,
)  # fmt: skip
from tidings.model.web.page import PageKind, UrlRole
from tidings.read.url import host_of
from tidings.text.terms.analysis import analyse

TODAY = datetime(2026, 3, 2, 9, tzinfo=UTC)
TIMEOUT = 15.0  # seconds until a host that never answers is given up

_MORE = ("read", "more"), ("here",), ("continu", "read"), ("full", "stori"), ("click", "here")
_PAGE_BYTES = 30_000
_CONTEXT = 14  # terms beside a link

Terms = tuple[str, ...]


class WebPages:
    """Pages of a web with the terms of one language; built when they are first visited."""

    def __init__(self, web: GeneratedWeb, language: str = "en") -> None:
        self.web, self.language = web, language
        self.has_words = np.random.default_rng([web.seed, 5]).random(web.parameters.hosts) < 0.5
        self._urls: dict[int, str] = {}
        self._numbers: dict[str, int] = {}
        self._links: dict[int, tuple[SeenLink, ...]] = {}
        self._terms: dict[int, tuple[Terms, Terms]] = {}

    def url(self, page: int) -> str:
        """Return the URL of a page; those of articles have its title on half of the hosts."""
        url = self._urls.get(page)
        if url is None:
            host = int(self.web.hosts[page])
            path = {PageType.HOME: "", PageType.FEED: "feed.xml"}.get(
                PageType(self.web.types[page]), f"p{page}"
            )
            url = self._urls[page] = f"https://h{host}.example/{path}"
            self._numbers[url] = page
        return url

    def number(self, url: str) -> int | None:
        """Return the page of a URL; None for those that are gone, and of traps."""
        return self._numbers.get(url)

    def terms(self, page: int) -> tuple[Terms, Terms]:
        """Return the terms of a page's title and of its text."""
        found = self._terms.get(page)
        if found is None:
            found = self._terms[page] = self._page_terms(page)
        return found

    def _page_terms(self, page: int) -> tuple[Terms, Terms]:
        web = self.web
        if page < len(web.texts.texts):
            text = web.texts.texts[page]
            if self.language == "en":
                return text.title_terms, text.terms
            return self._analysed(text.title), self._analysed(text.text)
        title = self.terms(int(web.topics[page]))[0][:4] if web.topics[page] >= 0 else ("home",)
        listed = (link.target for link in web.links[page] if link.anchor is not Anchor.MENU)
        heads = (self.terms(target)[0] for target in listed if target >= 0)
        return title, tuple(term for head in heads for term in head)

    def _analysed(self, text: str) -> Terms:
        return tuple(analyse(text, self.language))

    def links(self, page: int) -> tuple[SeenLink, ...]:
        """Return the links of a page."""
        found = self._links.get(page)
        if found is None:
            rng = np.random.default_rng([self.web.seed, 7, page])
            seen: dict[str, SeenLink] = {}
            for place, link in enumerate(self.web.links[page]):
                made = self._link(page, place, link, rng)
                known = seen.get(made.url)
                if known is None or len(made.anchor) > len(known.anchor):
                    seen[made.url] = made
            found = self._links[page] = tuple(seen.values())
        return found

    def _link(self, page: int, place: int, link: WebLink, rng: np.random.Generator) -> SeenLink:
        if link.target < 0:
            return self._no_page(page, place, link)
        url = self.url(link.target)
        head, body = self.terms(link.target)
        anchor = self._anchor(page, link, head, rng)
        is_feed = link.anchor is Anchor.FEED
        around = self._around(page, link, body, rng)
        host = int(self.web.hosts[link.target])
        is_text = link.target < len(self.web.texts.texts)
        role = UrlRole.FEED if self.web.types[link.target] == PageType.FEED else UrlRole.PAGE
        return SeenLink(
            url=url,
            anchor=anchor,
            around=around,
            address=head[:8] if is_text and self.has_words[host] else (),
            role=role,
            published=self.published(link.target) if is_feed else None,
            words=" ".join(anchor),
        )

    def _no_page(self, page: int, place: int, link: WebLink) -> SeenLink:
        if link.target == -1:
            return SeenLink(f"https://h{self.web.hosts[page]}.example/gone-{page}-{place}")
        return SeenLink(f"https://h{-2 - link.target}.example/calendar/0", ("calendar",))

    def _anchor(self, page: int, link: WebLink, head: Terms, rng: np.random.Generator) -> Terms:
        if link.anchor in (Anchor.HEADLINE, Anchor.FEED):
            return head
        if link.anchor is Anchor.MENU:
            return head[:2]
        if link.anchor is Anchor.PART:
            start = int(rng.integers(max(1, len(head) - 2)))
            return head[start : start + 3]
        if link.anchor is Anchor.MORE:
            return _MORE[int(rng.integers(len(_MORE)))]
        if link.anchor is Anchor.NOISE:
            return self._window(self.terms(page)[1], 3, rng)
        return ()

    def _around(self, page: int, link: WebLink, body: Terms, rng: np.random.Generator) -> Terms:
        if link.anchor is Anchor.MENU:
            return ()
        if link.telling or link.anchor is Anchor.FEED:
            return body[:_CONTEXT]
        return self._window(self.terms(page)[1], _CONTEXT, rng)

    def _window(self, terms: Terms, count: int, rng: np.random.Generator) -> Terms:
        start = int(rng.integers(max(1, len(terms) - count)))
        return terms[start : start + count]

    def published(self, page: int) -> datetime | None:
        """Return when a text was published."""
        age = float(self.web.ages[page])
        return None if np.isnan(age) else TODAY - timedelta(days=age)


class QuerySight:
    """What a query's agents see: pages of a web with their relevance for it."""

    def __init__(self, pages: WebPages, query: WebQuery) -> None:
        self.pages, self.query = pages, query
        self.terms: QueryTerms = query_terms(query.text, query.language)
        self.relevance: dict[int, PageRelevance] = {}
        self.reads: Counter[int] = Counter()

    def seconds(self, url: str, number: int) -> float:
        """Return how long a request takes, by the host and the visit's number."""
        host = int(host_of(url)[1:].partition(".")[0])
        if host in self.pages.web.dead:
            return TIMEOUT
        chance = np.random.default_rng([number, host]).exponential()
        return min(TIMEOUT, float(self.pages.web.host_seconds[host]) * (0.5 + 0.5 * chance))

    def sight(self, url: str, seconds: float) -> Sight:
        """Return what a visit brings."""
        host = int(host_of(url)[1:].partition(".")[0])
        if host in self.pages.web.dead:
            return MissedPage(url, "no answer", seconds=seconds)
        page = self.pages.number(url)
        if page is None:
            return self._trap(url, seconds) if "/calendar/" in url else MissedPage(url, "gone")
        kind = PageKind.ARTICLE if page < len(self.pages.web.texts.texts) else PageKind.INDEX
        return SeenPage(
            url, self.judged(page), kind, self.pages.links(page),
            title=" ".join(self.pages.terms(page)[0]),
            published=self.pages.published(page), seconds=seconds, bytes=_PAGE_BYTES,
        )  # fmt: skip

    def judged(self, page: int) -> PageRelevance:
        """Return the relevance of a page."""
        found = self.relevance.get(page)
        if found is None:
            found = self.relevance[page] = relevance_of_terms(self.terms, *self.pages.terms(page))
        return found

    def _trap(self, url: str, seconds: float) -> SeenPage:
        """A page of a calendar without end: the next months, and the days of this one."""
        root, _, month = url.partition("/calendar/")
        number = int(month.partition("/")[0])
        days = [SeenLink(f"{root}/calendar/{number}/{day}", ("day",)) for day in range(1, 29)]
        after = [SeenLink(f"{root}/calendar/{number + n}", ("next", "month")) for n in (1, 2, 12)]
        links = tuple(after if "/" in month else (*after, *days))
        return SeenPage(url, PageRelevance(), PageKind.INDEX, links, "calendar", seconds=seconds)


def index_hits(sight: QuerySight, hosts: frozenset[int], count: int) -> list[int]:
    """Return the best hits of an index a day old that knows the texts of some hosts."""
    web = sight.pages.web
    texts = len(web.texts.texts)
    known = np.isin(web.hosts[:texts], list(hosts)) & (web.ages[:texts] >= 1.0)
    scored = []
    for page in np.flatnonzero(known).tolist():
        head, body = sight.pages.terms(page)
        scored.append((_score(sight.terms, web.texts.idf, head, body), -page))
    scored.sort(reverse=True)
    return [-page for score, page in scored[:count] if score > 0]


def _score(query: QueryTerms, idf: dict[str, float], head: Terms, body: Terms) -> float:
    """BM25."""
    length = 1.2 * (0.25 + 0.75 * (len(head) + len(body)) / 80)
    found = 0.0
    for term, count in query.counts.items():
        times = head.count(term) + body.count(term)
        if times:
            found += count * idf.get(term, 0.0) * 2.2 * times / (times + length)
    return found
