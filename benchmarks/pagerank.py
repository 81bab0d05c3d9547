"""PageRank on millions of links compared with networkx and scipy, and the weights of links.

CPU seconds, contenders one after another on the same graph. With `--home`, the links of a crawled
home are weighted in several ways, to compare the resulting ranks.
"""

import argparse
import time
import tracemalloc
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import networkx as nx
import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray
from scipy.stats import spearmanr

from benchmarks.support.table import print_conditions, print_table
from tidings.model.search.dangling_policy import DanglingPolicy
from tidings.search.links.aliases import KeyAliases
from tidings.search.links.edge_segments import EdgeSegments
from tidings.search.links.edges import AnchorTexts, Edges, PageKeyColumns
from tidings.search.links.graph import Graph, graph_of
from tidings.search.links.page_keys import page_key
from tidings.search.links.pagerank import LinkMatrix, matrix_rank, page_rank
from tidings.search.links.rank_computation import ranks_of
from tidings.settings.tree import LinkSettings
from tidings.store.database.session import Reader
from tidings.store.database.sqlite import connect

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]
_TOLERANCE = 1e-8
_MASK = 0xFFFF_FFFF_FFFF_FFFF


@dataclass(frozen=True, slots=True)
class RandomGraph:
    """A random graph whose nodes are linked to by a power law."""

    n: int
    sources: Numbers
    targets: Numbers

    @classmethod
    def of(cls, n: int, links: int) -> "RandomGraph":
        rng = np.random.default_rng(7)
        targets = (n * rng.random(links) ** 3).astype(np.int64)
        return cls(n, rng.integers(0, n, links), targets)


def timed(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def ours(random_graph: RandomGraph, weights: Floats | None) -> tuple[list[str], Floats]:
    began = time.process_time()
    matrix = LinkMatrix.of(random_graph.sources, random_graph.targets, random_graph.n, weights)
    built = time.process_time()
    result = matrix_rank(matrix, 0.85, DanglingPolicy.UNIFORM, _TOLERANCE, 200)
    iterate = time.process_time() - built
    return [f"{built - began:.2f}", f"{iterate:.2f}", str(result.rounds)], result.ranks


def by_scipy(random_graph: RandomGraph) -> tuple[list[str], Floats]:
    began = time.process_time()
    kept = random_graph.sources != random_graph.targets
    pairs = (random_graph.targets[kept], random_graph.sources[kept])
    matrix = sp.csr_matrix(
        (np.ones(int(kept.sum())), pairs), shape=(random_graph.n, random_graph.n)
    )
    matrix.data[:] = 1.0  # repeated links were added up
    out = np.asarray(matrix.sum(axis=0)).ravel()
    gives = np.where(out > 0, 1.0 / np.maximum(out, 1.0), 0.0)
    build = time.process_time() - began
    ranks, change, rounds = np.full(random_graph.n, 1.0 / random_graph.n), 1.0, 0
    while change > _TOLERANCE:
        floor = (0.15 + 0.85 * ranks[out == 0].sum()) / random_graph.n
        after = 0.85 * (matrix @ (ranks * gives)) + floor
        change, ranks, rounds = float(np.abs(after - ranks).sum()), after, rounds + 1
    iterate = time.process_time() - began - build
    return [f"{build:.2f}", f"{iterate:.2f}", str(rounds)], ranks


def by_networkx(random_graph: RandomGraph) -> tuple[list[str], Floats]:
    graph = nx.DiGraph()
    graph.add_nodes_from(range(random_graph.n))
    links = zip(random_graph.sources.tolist(), random_graph.targets.tolist(), strict=True)
    build = timed(lambda: graph.add_edges_from((a, b) for a, b in links if a != b))
    began = time.process_time()
    ranks = nx.pagerank(graph, tol=_TOLERANCE / random_graph.n)
    iterate = time.process_time() - began
    return [f"{build:.2f}", f"{iterate:.2f}", "–"], np.array(
        [ranks[i] for i in range(random_graph.n)]
    )


def compare(n: int, links: int, *, with_networkx: bool) -> None:
    """Print the table of one graph."""
    random_graph = RandomGraph.of(n, links)
    rows = {"Tidings": ours(random_graph, None), "scipy": by_scipy(random_graph)}
    if with_networkx:
        rows["networkx"] = by_networkx(random_graph)
    rows["Tidings, weighted links"] = ours(
        random_graph, np.random.default_rng(8).random(links) + 0.5
    )
    first = rows["Tidings"][1]
    lines = [
        [name, *figures, "–" if "weighted" in name else f"{np.abs(ranks - first).max():.0e}"]
        for name, (figures, ranks) in rows.items()
    ]
    header = ("", "build s", "rounds s", "rounds", "largest difference")
    print_table(f"PageRank, {links:,} links among {n:,} nodes", header, lines)


def time_whole_ranking(pages: int, each: int) -> None:
    """Print the cost of a refresh after reading the links: weights, three ranks, anchors."""
    edges = _edges(pages, each)
    articles = edges.pages.page[: pages * 9 // 10]
    tracemalloc.start()
    seconds = timed(lambda: ranks_of(edges, KeyAliases.of([]), articles, LinkSettings()))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    links = len(edges.target)
    size = sum(array.nbytes for array in edges.arrays().values())
    row = ["after reading", f"{seconds:.1f}", f"{size / links:.1f}", f"{peak / links:.0f}"]
    title = f"All ranks and anchors, {pages * each:,} links on {pages:,} pages of 200 hosts"
    print_table(title, ("", "CPU s", "bytes a link", "in memory"), [row])


def _edges(pages: int, each: int) -> Edges:
    rng = np.random.default_rng(9)
    keys = np.sort(rng.integers(0, 2**63, pages, dtype=np.uint64))
    hosts = np.sort(rng.integers(0, 200, pages)).astype(np.uint64)
    places = PageKeyColumns(keys, hosts, hosts)
    # Half of the links lead to nearby pages, like menus and related articles.
    source = np.repeat(np.arange(pages), each)
    near = (source // 400 * 400 + rng.integers(0, 400, len(source))) % pages
    target = np.where(rng.random(len(source)) < 0.5, near, rng.integers(0, pages, len(source)))
    texts = AnchorTexts.of(["", *(f"Headline number {number}" for number in range(pages))])
    counts = np.full(pages, each, dtype=np.uint32)
    rows = target.astype(np.uint32)
    return Edges(places, counts, places, rows, texts, rows + np.uint32(1))


def print_rank_shares(home: Path) -> None:
    """Print how the rank of a crawled home is distributed under several link weights."""
    connection = connect(home / "tidings.db")
    twins = connection.execute("SELECT id, target FROM urls WHERE target IS NOT NULL")
    aliases = KeyAliases.of((id_ & _MASK, page_key(url)) for id_, url in twins)
    ids = [int(id_, 16) for (id_,) in connection.execute("SELECT id FROM articles")]
    graph = graph_of(EdgeSegments(home / "links").load(), aliases, np.array(ids, dtype=np.uint64))
    kinds = _kinds(connection, graph)
    rarity = graph.pages.weights - 1.0  # ln(N / n)
    weightings = {
        "all the same": np.ones(len(rarity)),
        "1 + ln(N/n)": 1.0 + rarity,
        "ln(N/n) + .1": rarity + 0.1,
        "sqrt(N/n)": np.exp(rarity / 2),
        "N/n": np.exp(rarity),
    }
    rows = [[name, *_held(graph, kinds, weights)] for name, weights in weightings.items()]
    header = (
        "weight",
        "front",
        "index",
        "valueless",
        "article",
        "fronts first",
        "agreement",
    )
    print_table(f"Shares of rank by kind, {len(kinds):,} pages", header, rows)


def _kinds(connection: Reader, graph: Graph) -> NDArray[np.str_]:
    rows = connection.execute("SELECT url, kind FROM urls WHERE role = 'page' AND kind IS NOT NULL")
    fronts = {url for (url,) in connection.execute("SELECT url FROM sites")}
    known = {page_key(url): "front" if url in fronts else kind for url, kind in rows}
    return np.array([known.get(int(key), "") for key in graph.pages.keys])


def _held(graph: Graph, kinds: NDArray[np.str_], weights: Floats) -> list[str]:
    votes = graph.pages
    ranks = page_rank(votes.sources, votes.targets, votes.size, weights=weights).ranks[:-1]
    articles = np.append(kinds == "article", False)
    between = articles[votes.sources] & articles[votes.targets]
    editorial = np.bincount(votes.targets[between], minlength=votes.size)[:-1]
    held = [f"{ranks[kinds == kind].sum() / ranks.sum():.2f}" for kind in _KINDS]
    linked = graph.linking_pages > 0
    fronts = ranks[(kinds == "front") & linked]
    first = np.mean(fronts[:, None] > ranks[kinds == "article"][None, :])
    agreement = spearmanr(ranks[articles[:-1]], editorial[articles[:-1]])[0]
    return [*held, f"{first:.0%}", f"{agreement:.2f}"]


_KINDS = ("front", "index", "valueless", "article")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--links", type=int, default=10_000_000)
    parser.add_argument(
        "--home", type=Path, help="a crawled home with ranks: compare weights on its links"
    )
    options = parser.parse_args(arguments)
    print_conditions("tidings", "numpy", "scipy", "networkx")
    if options.home:
        print_rank_shares(options.home)
        return
    compare(options.links // 100, options.links // 10, with_networkx=True)
    compare(options.links // 10, options.links, with_networkx=False)
    time_whole_ranking(options.links // 50, 50)


if __name__ == "__main__":
    main()
