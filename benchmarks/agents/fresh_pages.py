"""The paper's figures 4 to 6 against an index a day old, and the recency that the issue aims at."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from benchmarks.agents.experiments import CONTENDERS, seeds_of
from benchmarks.agents.generated_web import GeneratedWeb
from benchmarks.agents.simulation import crawled
from benchmarks.agents.texts import WebQuery
from benchmarks.agents.web_pages import QuerySight, WebPages, index_hits
from tidings.crawl.agents.relevance import FIND
from tidings.model.agents.page_sight import SeenLink, SeenPage, Sight

_POINTS = (10, 25, 50, 100)  # pages returned
_FRESH_SHARE = 0.05  # of the web
_SEED_HITS, _SEED_HOSTS = 100, 40


def index_comparison(
    web: GeneratedWeb, queries: Sequence[WebQuery], names: Sequence[str]
) -> Iterator[tuple[str, ...]]:
    """Yield rows: precision and R·P as printed, true precision and recall, and recency in days.

    The index returns its best hits among the pages that it knows; agents visit 100 pages from 10
    seeds and return the best of them.
    """
    pages = WebPages(web)
    sights = [QuerySight(pages, query) for query in queries]
    everything = frozenset(range(web.parameters.hosts)) - web.dead
    returned = {"index a day old": [index_hits(sight, everything, 100) for sight in sights]}
    for name in names:
        returned[name] = [_returned(name, sight) for sight in sights]
    for name, lists in returned.items():
        for point in _POINTS:
            figures = [
                _figures(sight, hits[:point])
                for sight, hits in zip(sights, lists, strict=True)
                if hits
            ]
            means = np.mean(figures, axis=0)
            yield (name, str(point), *(f"{value:.2f}" for value in means))


def _returned(name: str, sight: QuerySight) -> list[int]:
    crawl = crawled(CONTENDERS[name](sight.terms, 100), sight, seeds_of(sight), 100)
    texts = len(sight.pages.web.texts.texts)
    read = [page for page in crawl.visited if 0 <= page < texts and page in sight.relevance]
    return sorted(read, key=lambda page: -sight.relevance[page].ours)


def _figures(sight: QuerySight, hits: list[int]) -> tuple[float, ...]:
    web, relevant = sight.pages.web, sight.query.relevant
    judged = [sight.judged(page) for page in hits]
    precision = float(np.mean([each.printed for each in judged]))
    good = len(relevant.intersection(hits))
    # Days by which a page is newer than the index; what the index knows is older: negative.
    recency = float(np.mean([1.0 - web.ages[page] for page in hits]))
    new = sum(web.ages[page] < 1 for page in hits) / len(hits)
    return (
        precision, float(np.mean([each.cosine for each in judged])), len(hits) * precision,
        good / len(hits), good / len(relevant), recency, new,
    )  # fmt: skip


class KnownSight(QuerySight):
    """A sight whose links say what the index knows: everything that is older than a day."""

    def __init__(self, pages: WebPages, query: WebQuery) -> None:
        super().__init__(pages, query)
        self._known: dict[int, tuple[SeenLink, ...]] = {}

    def sight(self, url: str, seconds: float) -> Sight:
        """Return what a visit brings."""
        seen = super().sight(url, seconds)
        if not isinstance(seen, SeenPage):
            return seen
        page = self.pages.number(url)
        marked = self._known.get(page) if page is not None else None
        if marked is None:
            marked = tuple(self._marked(link) for link in seen.links)
            if page is not None:
                self._known[page] = marked
        return replace(seen, links=marked)

    def _marked(self, link: SeenLink) -> SeenLink:
        page = self.pages.number(link.url)
        web = self.pages.web
        if page is None or page >= len(web.texts.texts) or web.ages[page] < 1:
            return link
        return replace(link, known=True)


def fresh_seeds(sight: QuerySight) -> list[str]:
    """Return feeds and home pages of the hosts that wrote most of what matches the query."""
    web = sight.pages.web
    hosts = frozenset(range(web.parameters.hosts)) - web.dead
    hits = index_hits(sight, hosts, _SEED_HITS)
    best = dict.fromkeys(int(web.hosts[page]) for page in hits)
    chosen = list(best)[:_SEED_HOSTS]
    pages = [int(web.feeds[host]) for host in chosen] + [int(web.homes[host]) for host in chosen]
    return [sight.pages.url(page) for page in (*hits[:5], *pages)]


def fresh_recall(
    web: GeneratedWeb, queries: Sequence[WebQuery], name: str
) -> tuple[list[float], list[float]]:
    """Return the shares of the new pages found within 5% of the web, by query.

    First of those that our judge calls finds, then of those that people judged relevant.
    """
    pages = WebPages(web)
    new = np.flatnonzero(web.ages[: len(web.texts.texts)] < 1.0).tolist()
    reachable = [page for page in new if int(web.hosts[page]) not in web.dead]
    finds, relevant = [], []
    budget = round(_FRESH_SHARE * web.size)
    for query in queries:
        sight = KnownSight(pages, query)
        judged = {page for page in reachable if sight.judged(page).ours >= FIND}
        wanted = query.relevant.intersection(reachable)
        crawl = crawled(CONTENDERS[name](sight.terms, budget), sight, fresh_seeds(sight), budget)
        if judged:
            finds.append(len(judged.intersection(crawl.visited)) / len(judged))
        if wanted:
            relevant.append(len(wanted.intersection(crawl.visited)) / len(wanted))
    return finds, relevant
