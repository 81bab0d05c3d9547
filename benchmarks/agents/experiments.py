"""What is run on generated webs: which queries, from which seeds, by whom, and what they found."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from benchmarks.agents.contenders import (
    AnchorFirst,
    BestFirst,
    BreadthFirst,
    Contender,
    JudgedBestFirst,
    SharkSearch,
)  # fmt: skip
from benchmarks.agents.generated_web import generated_web
from benchmarks.agents.simulation import AGENTS, CrawledWeb, crawled
from benchmarks.agents.texts import COLLECTIONS, NEWS, WebQuery, WebTexts, web_texts
from benchmarks.agents.web_pages import TODAY, QuerySight, WebPages, index_hits
from benchmarks.agents.web_parameters import LOCAL, WebParameters
from tidings.crawl.agents.agent_population import AgentPopulation
from tidings.crawl.agents.query_terms import QueryTerms
from tidings.model.agents.query_run import AgentPolicy, RunBudget, RunRequest

SHARES = (0.02, 0.05, 0.1, 0.2, 0.4)  # of the web
OURS, UNLEARNED, LACRAWLER = "ours", "ours without learning", "lacrawler"
BEST, SHARK, BREADTH = "best-first", "shark-search", "breadth-first"

_KNOWN = 0.25  # of the hosts: those that the index follows
_HITS = 5  # of the index: with the home pages of their hosts, ten seeds as in the paper
_LEAST_RELEVANT = 3  # of a query that is reported
_TUNED = ("cisi", "cacm", "npl")  # their even queries were tuned on
_PER_COLLECTION = {"time": 8, "cranfield": 8, "cisi": 5, "cacm": 4, "npl": 5, NEWS: 2}

Maker = Callable[[QueryTerms, int], Contender]


def population(policy: AgentPolicy, threshold: float | None = None) -> Maker:
    """Return what makes agents with a budget of pages and nothing else."""

    def make(query: QueryTerms, pages: int) -> Contender:
        budget = RunBudget(pages, 10**12, 1e9, 10**6, 10**6, AGENTS)
        request = RunRequest(query.text, (), budget, policy, threshold)
        return AgentPopulation(request, query, today=TODAY)

    return make


CONTENDERS: dict[str, Maker] = {
    BREADTH: lambda query, pages: BreadthFirst(query),
    BEST: lambda query, pages: BestFirst(query),
    "best-first, our judge": lambda query, pages: JudgedBestFirst(query),
    "anchor-first": lambda query, pages: AnchorFirst(query),
    SHARK: lambda query, pages: SharkSearch(query),
    LACRAWLER: population(AgentPolicy.LACRAWLER),
    UNLEARNED: population(AgentPolicy.UNLEARNED),
    OURS: population(AgentPolicy.LEARNED),
}


@dataclass(frozen=True, slots=True)
class SearchOutcome:
    """What one contender found for one query on one web."""

    contender: str
    query: str
    collection: str
    web: int
    relevant: int
    pages: int
    found: tuple[float, ...]  # share of the relevant pages, at each share of the web
    seconds: float  # simulated


def reported_queries(texts: WebTexts, count: int) -> list[WebQuery]:
    """Return queries that no policy was tuned on, in proportion of about `count` in all."""
    chosen: list[WebQuery] = []
    for name in (*COLLECTIONS, NEWS):
        mine = [
            query
            for query in texts.queries
            if query.collection == name
            and len(query.relevant) >= _LEAST_RELEVANT
            and query.language == "en"
            and not (name in _TUNED and int(query.name.split()[1]) % 2 == 0)
        ]
        wanted = max(1, round(count * _PER_COLLECTION[name] / 32)) if mine else 0
        step = max(1, len(mine) // max(1, wanted))
        chosen += mine[::step][:wanted]
    return chosen


def seeds_of(sight: QuerySight) -> list[str]:
    """Return the best hits of the index and the home pages of their hosts."""
    web = sight.pages.web
    hosts = [host for host in range(web.parameters.hosts) if host not in web.dead]
    rng = np.random.default_rng([web.seed, 3])
    known = rng.permutation(hosts)[: round(_KNOWN * len(hosts))]
    hits = index_hits(sight, frozenset(known.tolist()), _HITS)
    homes = dict.fromkeys(int(web.homes[web.hosts[page]]) for page in hits)
    return [sight.pages.url(page) for page in (*hits, *homes)]


def outcomes(
    texts: WebTexts, parameters: WebParameters, web_seed: int, queries: Sequence[WebQuery],
    names: Sequence[str], share: float,
) -> list[SearchOutcome]:  # fmt: skip
    """Let contenders search one web for queries, each up to a share of the web."""
    web = generated_web(texts, parameters, web_seed)
    found = []
    by_language = {query.language: WebPages(web, query.language) for query in queries}
    for query in queries:
        sight = QuerySight(by_language[query.language], query)
        seeds = seeds_of(sight)
        pages = round(share * web.size)
        for name in names:
            crawl = crawled(CONTENDERS[name](sight.terms, pages), sight, seeds, pages)
            found.append(_outcome(name, query, web_seed, crawl, web.size, share))
    return found


def _outcome(
    name: str, query: WebQuery, web: int, crawl: CrawledWeb, size: int, share: float
) -> SearchOutcome:
    relevant = len(query.relevant)
    reached = tuple(
        crawl.found(query.relevant, round(each * size)) / relevant
        for each in SHARES
        if each <= share
    )
    pages = len(crawl.visited)
    return SearchOutcome(
        name, query.name, query.collection, web, relevant, pages, reached, crawl.seconds
    )


def found_on(web: int, queries: int) -> list[SearchOutcome]:
    """Return what all contenders found on one web; worker processes call it."""
    texts = _texts_of_process()
    return outcomes(texts, LOCAL, web, reported_queries(texts, queries), list(CONTENDERS), 0.1)


@cache
def _texts_of_process() -> WebTexts:
    return web_texts()
