"""The link graph: weighted votes between pages, between hosts and between domains.

The nodes are the pages of the archive and all articles. Every other link target is one further
node, `elsewhere`, which takes its share of a page's vote and links to nothing.

Menus and footers are on every page of a site. A link counts 1 + ln(N / n) on a page of a host with
N pages, n of which have it: 1 for a menu, more if fewer pages have it, so that menus do not
outweigh editorial links. Between hosts and between domains, each distinct page linked to is one
vote, however many pages have the link: links to several pages add up, a footer counts once.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tidings.search.links.aliases import KeyAliases
from tidings.search.links.edges import Edges
from tidings.search.links.page_keys import Keys

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]

_LOW: Final = 0xFFFF_FFFF


@dataclass(frozen=True, slots=True, eq=False)
class Votes:
    """Weighted links between numbered nodes; the number after the last is `elsewhere`."""

    keys: Keys  # of the nodes, sorted
    sources: Numbers
    targets: Numbers
    weights: Floats

    @property
    def size(self) -> int:
        """The number of nodes, including `elsewhere`."""
        return len(self.keys) + 1


@dataclass(frozen=True, slots=True, eq=False)
class Graph:
    """The votes between pages, hosts and domains, and the number of links to each page."""

    pages: Votes
    hosts: Votes
    domains: Votes
    linking_pages: Numbers  # for every page, the number of other pages that link to it
    linking_domains: Numbers  # and the number of other domains


def graph_of(edges: Edges, aliases: KeyAliases, articles: Keys) -> Graph:
    """Return the graph of these links; `articles` are nodes too, archived or not."""
    sources = _Sources.of(edges, aliases, articles)
    targets = _Targets.of(edges, aliases, sources)
    node, target = _pairs(sources.node_of_row, edges, targets)
    known = targets.node[target]
    by_host = _Grouped.of(sources.host_of_node[node], target)
    by_domain = _Grouped.of(sources.domain_of_node[node], target)
    size = sources.pages_of_host[sources.host_of_node[node]]
    weights = 1.0 + np.log(size / by_host.counts[by_host.group])
    foreign = by_domain.target[by_domain.source != targets.domain[by_domain.target]]
    nodes = len(sources.pages) + 1
    return Graph(
        pages=Votes(sources.pages, node, known, weights),
        hosts=by_host.votes(sources.hosts, targets.host),
        domains=by_domain.votes(sources.domains, targets.domain),
        linking_pages=np.bincount(known, minlength=nodes)[:-1],
        linking_domains=np.bincount(targets.node[foreign], minlength=nodes)[:-1],
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Sources:
    """The nodes, and the node of each archived page after aliases are resolved."""

    pages: Keys
    hosts: Keys
    domains: Keys
    node_of_row: Numbers
    host_of_node: Numbers  # of archived pages; meaningless for others
    domain_of_node: Numbers
    pages_of_host: Numbers  # the number of pages of each host

    @classmethod
    def of(cls, edges: Edges, aliases: KeyAliases, articles: Keys) -> "_Sources":
        resolved = aliases.resolved(edges.pages.page)
        pages = np.unique(np.concatenate([resolved, articles]))
        node_of_row = np.searchsorted(pages, resolved)
        hosts, host_of_row = np.unique(edges.pages.host, return_inverse=True)
        domains, domain_of_row = np.unique(edges.pages.domain, return_inverse=True)
        host_of_node = _by_node(host_of_row, node_of_row, len(pages))
        return cls(
            pages,
            hosts,
            domains,
            node_of_row,
            host_of_node,
            _by_node(domain_of_row, node_of_row, len(pages)),
            np.bincount(host_of_node[np.unique(node_of_row)], minlength=len(hosts)),
        )


@dataclass(frozen=True, slots=True, eq=False)
class _Targets:
    """The targets of links after aliases are resolved, each once."""

    number: Numbers  # for every row of the edges' targets, its number here
    node: Numbers  # for every number, its page or `elsewhere`
    host: Numbers
    domain: Numbers

    @classmethod
    def of(cls, edges: Edges, aliases: KeyAliases, sources: _Sources) -> "_Targets":
        keys, one_of, number = np.unique(
            aliases.resolved(edges.targets.page), return_index=True, return_inverse=True
        )
        return cls(
            number,
            _places_among(sources.pages, keys),
            _places_among(sources.hosts, edges.targets.host[one_of]),
            _places_among(sources.domains, edges.targets.domain[one_of]),
        )


def _places_among(known: Keys, keys: Keys) -> Numbers:
    """Return the position of each key among sorted ones; one after the last if it is unknown."""
    if not len(known):
        return np.zeros(len(keys), dtype=np.int64)
    places = np.minimum(np.searchsorted(known, keys), len(known) - 1)
    return np.where(known[places] == keys, places, len(known))


def _by_node(values: Numbers, node_of_row: Numbers, nodes: int) -> Numbers:
    """Return the values of rows by the nodes of the rows."""
    by_node = np.zeros(nodes, dtype=np.int64)
    by_node[node_of_row] = values
    return by_node


def _pairs(node_of_row: Numbers, edges: Edges, targets: _Targets) -> tuple[Numbers, Numbers]:
    """Return every pair of page and target once, without links of a page to its own alias."""
    pairs = node_of_row[edges.source] << 32
    pairs |= targets.number[edges.target]
    pairs.sort()
    pairs = pairs[np.diff(pairs, prepend=-1) != 0]
    node, target = pairs >> 32, pairs & _LOW
    others = node != targets.node[target]
    return node[others], target[others]


@dataclass(frozen=True, slots=True, eq=False)
class _Grouped:
    """Links grouped by (host or domain of the page, target)."""

    source: Numbers
    target: Numbers
    counts: Numbers  # the number of pages with the link
    group: Numbers  # for every link, its group

    @classmethod
    def of(cls, source: Numbers, target: Numbers) -> "_Grouped":
        groups, group, counts = np.unique(
            source << 32 | target, return_inverse=True, return_counts=True
        )
        return cls(groups >> 32, groups & _LOW, counts, group)

    def votes(self, keys: Keys, holder: Numbers) -> Votes:
        """Return one vote for each target; `holder` gives the host or domain of each."""
        return Votes(keys, self.source, holder[self.target], np.ones(len(self.source)))
