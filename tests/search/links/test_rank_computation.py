import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.model.search.dangling_policy import DanglingPolicy
from tidings.search.links.aliases import KeyAliases
from tidings.search.links.edges import Edges
from tidings.search.links.graph import Votes, graph_of
from tidings.search.links.link_ranks import UNLINKED, LinkRanks
from tidings.search.links.page_keys import PageKeys
from tidings.search.links.page_links import PageLinks
from tidings.search.links.rank_computation import ranks_of
from tidings.settings.tree import LinkSettings

Web = dict[int, set[int]]
PAGES = st.integers(100, 130).map(lambda number: number // 10 * 10 + number % 3)
WEBS = st.dictionaries(PAGES, st.sets(PAGES, max_size=5), max_size=8)
NO_ALIASES = KeyAliases.of([])


def edges(web: Web) -> Edges:
    def keys(page: int) -> PageKeys:
        return PageKeys(page, page // 10, page // 100)

    return Edges.of(
        PageLinks(keys(page), tuple((keys(target), "") for target in sorted(targets)))
        for page, targets in web.items()
    )


def ranks(web: Web, articles: set[int], **changes: object) -> LinkRanks:
    options = LinkSettings(**changes)  # type: ignore[arg-type]
    return ranks_of(edges(web), NO_ALIASES, np.array(sorted(articles), np.uint64), options)


def by_definition(votes: Votes, damping: float) -> list[float]:
    """Solve the equations of PageRank exactly; then log10 of .75 times the rank over the floor."""
    n = votes.size
    flow = np.zeros((n, n))
    for source, target, weight in zip(votes.sources, votes.targets, votes.weights, strict=True):
        if source != target:
            flow[target, source] += weight
    given_ = flow.sum(axis=0)
    flow[:, given_ > 0] /= given_[given_ > 0]
    sinks = given_ == 0
    # r = (1 - d)/n + d/n * sum(r of sinks) + d * flow r, and the sum of r is 1.
    equations = np.eye(n) - damping * flow - damping / n * np.outer(np.ones(n), sinks)
    solved = np.linalg.solve(equations, np.full(n, (1 - damping) / n))
    assert solved.sum() == pytest.approx(1.0)
    floor = (1 - damping + damping * solved[sinks].sum()) / n
    return [math.log10(0.75 * rank / floor) for rank in solved[:-1]]


@given(WEBS, st.sets(PAGES, max_size=3), st.sampled_from([0.0, 0.3, 0.85]))
@settings(max_examples=40)
def test_ranks_solve_the_equations_of_pagerank(
    web: Web, articles: set[int], damping: float
) -> None:
    found = ranks(web, articles, damping=damping)
    graph = graph_of(edges(web), NO_ALIASES, np.array(sorted(articles), np.uint64))
    for column, votes in (
        (found.page, graph.pages),
        (found.host, graph.hosts),
        (found.domain, graph.domains),
    ):
        assert column.keys.tolist() == votes.keys.tolist()
        assert column.ranks == pytest.approx(by_definition(votes, damping), abs=2e-5)


def test_a_page_that_nothing_links_to_has_the_lowest_rank_by_either_method() -> None:
    web: Web = {101: {102, 111}, 111: {102}, 120: {101}}
    for policy in DanglingPolicy:
        found = ranks(web, {102, 130}, dangling=policy)
        assert found.pages([120, 130, 999]) == pytest.approx([UNLINKED] * 3, abs=1e-6)
        linked = found.pages([102, 101, 111])
        assert linked.min() > UNLINKED + 0.05


def test_counts_of_links_belong_to_the_same_pages_as_the_ranks() -> None:
    web: Web = {101: {250}, 102: {250}, 301: {250, 101}}
    found = ranks(web, {250})
    assert found.page.keys.tolist() == [101, 102, 250, 301]
    assert [found.linking(page) for page in (101, 102, 250, 301, 7)] == [
        (1, 1),
        (0, 0),
        (3, 2),
        (0, 0),
        (0, 0),
    ]
    assert found.linking_pages.dtype == found.linking_domains.dtype == np.dtype("u4")


def test_an_empty_archive_has_empty_ranks() -> None:
    found = ranks({}, set())
    assert len(found.page.keys) == len(found.host.keys) == len(found.domain.keys) == 0
    assert found.pages([1]) == pytest.approx([UNLINKED])
