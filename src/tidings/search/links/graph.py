"""The graph: which page speaks for which, and how much that counts, for pages, hosts and domains.

Pages are those of the archive and all articles; whatever else is linked to is one further node,
`elsewhere`, which takes its share of a page's vote and links to nothing.

Menus and footers stand on every page of a site. A link counts 1 + ln(N / n) on a page of a host
with N pages, n of which have it: one for the menu, the more the fewer pages have it, so that
editorial links are not drowned. Between hosts and between domains, every different page that is
linked to is one vote, on however many pages the link stands: repeated links count, a footer's
counts once.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tidings.search.links.aliases import Aliases
from tidings.search.links.edges import Edges
from tidings.search.links.keys import Keys

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]

_LOW: Final = 0xFFFF_FFFF


@dataclass(frozen=True, slots=True, eq=False)
class Votes:
    """Weighted links between numbered nodes; the number after the last is elsewhere."""

    keys: Keys  # of the nodes, sorted
    sources: Numbers
    targets: Numbers
    weights: Floats

    @property
    def size(self) -> int:
        """The number of nodes, with elsewhere."""
        return len(self.keys) + 1


@dataclass(frozen=True, slots=True, eq=False)
class Graph:
    """The votes among pages, hosts and domains, and who is linked to by how many."""

    pages: Votes
    hosts: Votes
    domains: Votes
    linking_pages: Numbers  # for every page, how many others link to it
    linking_domains: Numbers  # … and from how many domains but its own


def graph_of(edges: Edges, aliases: Aliases, articles: Keys) -> Graph:
    """Return the graph of these links; `articles` are pages too, archived or not."""
    source = aliases.resolved(edges.pages.page)
    pages = np.unique(np.concatenate([source, articles]))
    hosts, host_of_row = np.unique(edges.pages.host, return_inverse=True)
    domains, domain_of_row = np.unique(edges.pages.domain, return_inverse=True)
    targets = _targets(edges, aliases, pages, hosts, domains)
    node_of_row = np.searchsorted(pages, source)
    host_of_node, domain_of_node = (
        _attribute(len(pages), node_of_row, each) for each in (host_of_row, domain_of_row)
    )
    pairs = _pairs(node_of_row, edges, targets.number)
    node, target = pairs >> 32, pairs & _LOW
    known = targets.node[target]
    elsewhere = node != known  # aliases may lead a page back to itself
    node, target, known = node[elsewhere], target[elsewhere], known[elsewhere]
    by_host = _Grouped.of(host_of_node[node], target)
    by_domain = _Grouped.of(domain_of_node[node], target)
    sizes = np.bincount(host_of_node[np.unique(node_of_row)], minlength=len(hosts))
    weights = 1.0 + np.log(sizes[host_of_node[node]] / by_host.counts[by_host.group])
    foreign = by_domain.source != targets.domain[by_domain.target]
    return Graph(
        pages=Votes(pages, node, known, weights),
        hosts=by_host.votes(hosts, targets.host),
        domains=by_domain.votes(domains, targets.domain),
        linking_pages=np.bincount(known, minlength=len(pages) + 1)[:-1],
        linking_domains=np.bincount(
            targets.node[by_domain.target[foreign]], minlength=len(pages) + 1
        )[:-1],
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Targets:
    """What links lead to once aliases are resolved, each once."""

    number: Numbers  # for every row of the edges' targets, its number here
    node: Numbers  # for every number its page, or elsewhere
    host: Numbers
    domain: Numbers


def _targets(edges: Edges, aliases: Aliases, pages: Keys, hosts: Keys, domains: Keys) -> _Targets:
    keys, one_of, number = np.unique(
        aliases.resolved(edges.targets.page), return_index=True, return_inverse=True
    )
    return _Targets(
        number,
        _found(pages, keys),
        _found(hosts, edges.targets.host[one_of]),
        _found(domains, edges.targets.domain[one_of]),
    )


def _found(known: Keys, keys: Keys) -> Numbers:
    """Return the place of each key among sorted ones; one after the last for a stranger."""
    if not len(known):
        return np.zeros(len(keys), dtype=np.int64)
    places = np.minimum(np.searchsorted(known, keys), len(known) - 1)
    return np.where(known[places] == keys, places, len(known))


def _attribute(nodes: int, node_of_row: Numbers, values: Numbers) -> Numbers:
    attribute = np.zeros(nodes, dtype=np.int64)
    attribute[node_of_row] = values
    return attribute


def _pairs(node_of_row: Numbers, edges: Edges, number: Numbers) -> Numbers:
    """Return every (page, target) once, as one number."""
    pairs = node_of_row[edges.source] << 32
    pairs |= number[edges.target]
    pairs.sort()
    return pairs[np.diff(pairs, prepend=-1) != 0] if len(pairs) else pairs


@dataclass(frozen=True, slots=True, eq=False)
class _Grouped:
    """Links of pages gathered by (host or domain, target)."""

    source: Numbers
    target: Numbers
    counts: Numbers  # how many pages have the link
    group: Numbers  # for every link, which of these it belongs to

    @classmethod
    def of(cls, source: Numbers, target: Numbers) -> "_Grouped":
        groups, group, counts = np.unique(
            source << 32 | target, return_inverse=True, return_counts=True
        )
        return cls(groups >> 32, groups & _LOW, counts, group)

    def votes(self, keys: Keys, holder: Numbers) -> Votes:
        """Return one vote for each target; `holder` says whose each is."""
        return Votes(keys, self.source, holder[self.target], np.ones(len(self.source)))
