import math
from collections import Counter, defaultdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.search.links.aliases import KeyAliases
from tidings.search.links.edges import Edges
from tidings.search.links.graph import Graph, Votes, graph_of
from tidings.search.links.page_keys import PageKeys
from tidings.search.links.page_links import PageLinks

# Pages are numbers. The page 123 is on the host 12 of the domain 1.
Web = dict[int, set[int]]
Links = Counter[tuple[int, int]]
ELSEWHERE = -1

PAGES = st.integers(100, 399).map(lambda number: number // 50 * 50 + number % 3)
WEBS = st.dictionaries(PAGES, st.sets(PAGES, max_size=5), max_size=8)


def keys(page: int) -> PageKeys:
    return PageKeys(page, page // 10, page // 100)


def graph(web: Web, articles: set[int], aliases: dict[int, int]) -> Graph:
    edges = Edges.of(
        PageLinks(keys(page), tuple((keys(target), "") for target in sorted(targets)))
        for page, targets in web.items()
    )
    known = np.array(sorted(articles), np.uint64)
    return graph_of(edges, KeyAliases.of(aliases.items()), known)


def read(votes: Votes) -> dict[tuple[int, int], list[float]]:
    """The weights of the votes from key to key, sorted."""
    names = [*votes.keys.tolist(), ELSEWHERE]
    found: dict[tuple[int, int], list[float]] = defaultdict(list)
    for source, target, weight in zip(votes.sources, votes.targets, votes.weights, strict=True):
        found[names[source], names[target]].append(float(weight))
    return {pair: sorted(weights) for pair, weights in found.items()}


@given(WEBS, st.sets(PAGES, max_size=4))
@settings(max_examples=50)
def test_pages_vote_by_how_few_pages_of_their_host_have_the_link(
    web: Web, articles: set[int]
) -> None:
    found = graph(web, articles, {}).pages
    nodes = {*web, *articles}
    assert found.keys.tolist() == sorted(nodes)
    wanted: dict[tuple[int, int], list[float]] = defaultdict(list)
    for page, targets in web.items():
        same_host = [other for other in web if other // 10 == page // 10]
        for target in targets - {page}:
            having = sum(target in web[other] and target != other for other in same_host)
            weight = 1 + math.log(len(same_host) / having)
            wanted[page, target if target in nodes else ELSEWHERE].append(weight)
    assert read(found) == {pair: pytest.approx(sorted(each)) for pair, each in wanted.items()}


@pytest.mark.parametrize(("level", "size"), [("hosts", 10), ("domains", 100)])
@given(web=WEBS)
@settings(max_examples=40)
def test_hosts_and_domains_vote_once_for_each_page_they_link_to(
    level: str, size: int, web: Web
) -> None:
    found: Votes = getattr(graph(web, set(), {}), level)
    known = {page // size for page in web}
    assert found.keys.tolist() == sorted(known)
    linked = {
        (page // size, target) for page, links in web.items() for target in links if target != page
    }
    wanted = Counter(
        (source, target // size if target // size in known else ELSEWHERE)
        for source, target in linked
    )
    assert read(found) == {pair: [1.0] * count for pair, count in wanted.items()}


@given(WEBS, st.sets(PAGES, max_size=4))
@settings(max_examples=40)
def test_a_page_knows_how_many_pages_and_other_domains_link_to_it(
    web: Web, articles: set[int]
) -> None:
    found = graph(web, articles, {})
    for at, page in enumerate(found.pages.keys.tolist()):
        linking = {other for other, targets in web.items() if page in targets and other != page}
        domains = {other // 100 for other in linking} - {page // 100}
        assert found.linking_pages[at] == len(linking)
        assert found.linking_domains[at] == len(domains)


def test_links_to_and_from_an_alias_belong_to_the_canonical_page() -> None:
    # 102 stands for 101; 103 links to both, which is one link.
    web = {103: {101, 102}, 102: {104}, 104: {102}}
    found = graph(web, set(), {102: 101})
    assert found.pages.keys.tolist() == [101, 103, 104]
    assert set(read(found.pages)) == {(103, 101), (101, 104), (104, 101)}
    assert found.linking_pages.tolist() == [2, 0, 1]


def test_a_link_of_a_page_to_its_own_alias_does_not_count() -> None:
    found = graph({101: {102, 103}}, set(), {102: 101})
    assert read(found.pages) == {(101, ELSEWHERE): [1.0]}


def test_without_pages_there_are_only_the_articles() -> None:
    found = graph({}, {7, 5}, {})
    assert (found.pages.keys.tolist(), found.pages.size) == ([5, 7], 3)
    assert (found.hosts.size, found.domains.size) == (1, 1)
    assert found.linking_pages.tolist() == [0, 0]
    assert read(found.pages) == {}
