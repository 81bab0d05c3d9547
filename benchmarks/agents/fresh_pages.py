"""The paper's figures 4 to 6 against an index a day old, and the recency that the issue aims at."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from benchmarks.agents.experiments import CONTENDERS, seeds_of
from benchmarks.agents.generated_web import GeneratedWeb
from benchmarks.agents.simulation import crawled
from benchmarks.agents.texts import WebQuery
from benchmarks.agents.web_pages import QuerySight, WebPages, index_hits
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
    judged = [sight._relevance(page) for page in hits]
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

    def sight(self, url: str, seconds: float) -> Sight:
        """Return what a visit brings."""
        seen = super().sight(url, seconds)
        if not isinstance(seen, SeenPage):
            return seen
        return replace(seen, links=tuple(self._marked(link) for link in seen.links))

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
    web: GeneratedWeb, queries: Sequence[WebQuery], name: str, *, judged: bool
) -> list[float]:
    """Return the share of each query's new pages found within 5% of the web.

    `judged`: of those that our judge calls finds; else of those that people judged relevant.
    """
    pages = WebPages(web)
    texts = len(web.texts.texts)
    new = np.flatnonzero(web.ages[:texts] < 1.0).tolist()
    reachable = [page for page in new if int(web.hosts[page]) not in web.dead]
    shares = []
    for query in queries:
        sight = KnownSight(pages, query)
        wanted = {
            page
            for page in reachable
            if (sight._relevance(page).ours >= 0.5 if judged else page in query.relevant)
        }
        if not wanted:
            continue
        budget = round(_FRESH_SHARE * web.size)
        crawl = crawled(CONTENDERS[name](sight.terms, budget), sight, fresh_seeds(sight), budget)
        shares.append(len(wanted.intersection(crawl.visited)) / len(wanted))
    return shares
