import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tidings.model.search.dangling_policy import DanglingPolicy
from tidings.search.links.pagerank import LinkMatrix, page_rank

quick = settings(max_examples=40)  # the first call of networkx is slow

Link = tuple[int, int]
Floats = NDArray[np.float64]


@st.composite
def graphs(draw: st.DrawFn) -> tuple[int, list[Link]]:
    n = draw(st.integers(1, 12))
    node = st.integers(0, n - 1)
    return n, draw(st.lists(st.tuples(node, node), max_size=40))


def ranks(n: int, links: list[Link], **options: object) -> Floats:
    sources, targets = [a for a, _ in links], [b for _, b in links]
    return page_rank(sources, targets, n, tolerance=1e-14, max_rounds=500, **options).ranks  # type: ignore[arg-type]


def by_networkx(n: int, links: list[Link], weights: list[float] | None = None) -> Floats:
    graph = nx.DiGraph()
    graph.add_nodes_from(range(n))
    for (a, b), weight in zip(links, weights or [1.0] * len(links), strict=True):
        before = graph[a][b]["weight"] if weights and graph.has_edge(a, b) else 0.0
        if a != b:
            graph.add_edge(a, b, weight=before + weight)
    found = nx.pagerank(graph, tol=1e-15, max_iter=2000)
    return np.array([found[node] for node in range(n)])


@quick
@given(graphs())
def test_ranks_equal_those_of_networkx(graph: tuple[int, list[Link]]) -> None:
    n, links = graph
    np.testing.assert_allclose(ranks(n, links), by_networkx(n, links), atol=1e-9)


@quick
@given(graphs(), st.data())
def test_weights_of_repeated_links_are_added_up(
    graph: tuple[int, list[Link]], data: st.DataObject
) -> None:
    n, links = graph
    heavy = st.floats(0.01, 100)
    weights = data.draw(st.lists(heavy, min_size=len(links), max_size=len(links)))
    found = ranks(n, links, weights=weights)
    np.testing.assert_allclose(found, by_networkx(n, links, weights), atol=1e-9)


@quick
@given(graphs(), st.floats(0.0, 0.99))
def test_ranks_sum_to_one_and_none_is_below_the_floor(
    graph: tuple[int, list[Link]], damping: float
) -> None:
    n, links = graph
    found = page_rank([a for a, _ in links], [b for _, b in links], n, damping)
    assert found.ranks.sum() == pytest.approx(1.0, abs=1e-12)
    assert found.ranks.min() >= found.floor * (1 - 1e-9)


@quick
@given(graphs())
def test_injection_ends_where_sharing_does(graph: tuple[int, list[Link]]) -> None:
    n, links = graph
    injected = ranks(n, links, dangling=DanglingPolicy.INJECTION)
    np.testing.assert_allclose(injected, ranks(n, links), atol=1e-9)


@quick
@given(graphs())
def test_the_order_and_number_of_equal_links_do_not_matter(graph: tuple[int, list[Link]]) -> None:
    n, links = graph
    doubled = [*links[::-1], *links, *((node, node) for node in range(n))]
    np.testing.assert_allclose(ranks(n, doubled), ranks(n, links), atol=1e-12)


@settings(max_examples=10)
@given(st.integers(0, 2**31))
def test_larger_random_graphs_equal_networkx(seed: int) -> None:
    chance = np.random.default_rng(seed)
    n = 300
    targets = (n * chance.random(1_500) ** 3).astype(int).tolist()
    links = list(zip(chance.integers(0, n, 1_500).tolist(), targets, strict=True))
    np.testing.assert_allclose(ranks(n, links), by_networkx(n, links), atol=1e-9)


def test_a_sink_gives_its_rank_to_all_nodes() -> None:
    found = ranks(3, [(0, 2), (1, 2)])
    assert found.sum() == pytest.approx(1.0)
    assert found[2] > 2 * found[0]
    assert found[0] == pytest.approx(found[1])


def test_a_spider_trap_does_not_swallow_everything() -> None:
    # 1 and 2 link only to each other: without damping they would get all the rank.
    found = ranks(4, [(0, 1), (1, 2), (2, 1), (3, 0)])
    assert found[3] >= 0.15 / 4 - 1e-12
    assert found[1] + found[2] < 0.95


def test_unconnected_parts_keep_their_shares() -> None:
    found = ranks(5, [(0, 1), (1, 0), (2, 3), (3, 4), (4, 2)])
    np.testing.assert_allclose(found, 0.2, atol=1e-12)


def test_no_nodes_have_no_ranks() -> None:
    found = page_rank([], [], 0)
    assert len(found.ranks) == 0
    assert found.rounds == 0


def test_nodes_without_links_are_equal() -> None:
    np.testing.assert_allclose(page_rank([], [], 4).ranks, 0.25)
    np.testing.assert_allclose(page_rank([2, 2], [2, 2], 4).ranks, 0.25)


def test_links_without_weight_do_not_count() -> None:
    found = ranks(3, [(0, 1), (0, 2), (1, 2)], weights=[0.0, 1.0, float("nan")])
    np.testing.assert_allclose(found, ranks(3, [(0, 2)]), atol=1e-12)


@pytest.mark.parametrize("links", [([0, 3], [1, 1]), ([0], [-1]), ([0, 1], [1])])
def test_a_link_to_an_unknown_node_is_an_error(links: tuple[list[int], list[int]]) -> None:
    with pytest.raises(ValueError, match=r"node|many"):
        page_rank(*links, 3)


def test_rounds_end_at_their_bound() -> None:
    found = page_rank([0, 1, 2], [1, 2, 0], 4, tolerance=0.0, max_rounds=7)
    assert found.rounds == 7
    assert 0 < found.change < 1


def test_many_links_are_processed_in_blocks() -> None:
    chance = np.random.default_rng(3)
    n, size = 2_000, 400_000
    sources, targets = chance.integers(0, n, size), chance.integers(0, n, size)
    matrix = LinkMatrix.of(sources, targets, n, np.ones(size))
    assert len(matrix.blocks) > 2
    start = chance.random(n)
    kept = sources != targets
    out = np.bincount(sources[kept], minlength=n)
    given = (start / out)[sources[kept]]
    expected = np.bincount(targets[kept], given, minlength=n)
    np.testing.assert_allclose(matrix.flow(start), expected, atol=1e-12)
