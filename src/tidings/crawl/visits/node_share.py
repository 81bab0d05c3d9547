"""Which node crawls a site: all nodes compute it from a hash of the site's registered domain."""

from dataclasses import dataclass
from hashlib import blake2b

from tidings.model.crawl.source import Source
from tidings.read.url import domain_of


@dataclass(frozen=True, slots=True)
class NodeShare:
    """One node of several, counted from 1. A single node is 1 of 1 and owns every site."""

    node: int = 1
    nodes: int = 1

    def owner(self, site: Source) -> int:
        """Return the node that crawls a site; redirects of its start page do not change it.

        The highest weight wins (rendezvous hashing): a new node takes its share from all the
        others, and no other site changes its node.
        """
        domain = domain_of(site.url)
        return max(range(1, self.nodes + 1), key=lambda node: _weight(node, domain))

    def owns(self, site: Source) -> bool:
        """Return whether this node crawls the site."""
        return self.nodes == 1 or self.owner(site) == self.node


def _weight(node: int, domain: str) -> bytes:
    return blake2b(f"{node} {domain}".encode(), digest_size=8).digest()


def node_share_from(text: str) -> NodeShare | None:
    """Parse a share such as "2/4", or return None if it is invalid."""
    node, slash, nodes = text.partition("/")
    if not slash or not _is_number(node) or not _is_number(nodes):
        return None
    share = NodeShare(int(node), int(nodes))
    return share if 1 <= share.node <= share.nodes else None


def node_number(text: str) -> int:
    """Return the number of the node that a share such as "2/4" belongs to."""
    return (node_share_from(text) or NodeShare()).node


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 5
