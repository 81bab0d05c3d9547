"""Computes the ranks of pages, hosts and domains from the links of the archive."""

import math
from collections.abc import Sequence

import numpy as np

from tidings.model.search.dangling_policy import DanglingPolicy
from tidings.search.links.aliases import KeyAliases
from tidings.search.links.anchors import Anchors, anchors_of
from tidings.search.links.edges import Edges
from tidings.search.links.graph import Graph, Votes, graph_of
from tidings.search.links.link_ranks import UNLINKED, LinkRanks, RankColumn
from tidings.search.links.page_keys import Keys
from tidings.search.links.pagerank import INJECTION_ROUNDS, page_rank
from tidings.settings.tree import LinkSettings

_TOLERANCE = 1e-8  # of all ranks together; they are stored with seven digits


def ranks_of(
    edges: Edges, aliases: KeyAliases, articles: Keys, settings: LinkSettings
) -> LinkRanks:
    """Return the ranks computed from these links, and the texts of links to articles."""
    graph = graph_of(edges, aliases, articles)
    columns = [column_of(votes, settings) for votes in (graph.pages, graph.hosts, graph.domains)]
    return with_columns(graph, columns, anchors_of(edges, aliases, articles, settings))


def with_columns(graph: Graph, columns: Sequence[RankColumn], anchors: Anchors) -> LinkRanks:
    """Return the ranks of the pages, hosts and domains of a graph, with what else it has."""
    page, host, domain = columns
    return LinkRanks(
        at=None,
        page=page,
        host=host,
        domain=domain,
        linking_pages=graph.linking_pages.astype(np.uint32),
        linking_domains=graph.linking_domains.astype(np.uint32),
        anchors=anchors,
    )


def column_of(votes: Votes, settings: LinkSettings) -> RankColumn:
    """Return the ranks of the pages, of the hosts or of the domains."""
    injecting = settings.dangling is DanglingPolicy.INJECTION
    ranking = page_rank(
        votes.sources,
        votes.targets,
        votes.size,
        settings.damping,
        votes.weights,
        dangling=settings.dangling,
        tolerance=_TOLERANCE,
        max_rounds=INJECTION_ROUNDS if injecting else _rounds(settings.damping),
    )
    scores = np.maximum(ranking.ranks[:-1] / ranking.floor, 1.0)
    return RankColumn(votes.keys, (np.log10(scores) + UNLINKED).astype(np.float32))


def _rounds(damping: float) -> int:
    """Return the number of rounds after which the tolerance is certainly reached."""
    return 2 if damping <= 0 else math.ceil(math.log(_TOLERANCE / 2) / math.log(damping)) + 2
