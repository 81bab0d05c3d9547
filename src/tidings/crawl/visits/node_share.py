"""Which of several nodes crawls a site: by a hash of its registered domain, so all agree."""

from dataclasses import dataclass
from hashlib import blake2b

from tidings.model.crawl.source import Source
from tidings.read.url import domain_of


@dataclass(frozen=True, slots=True)
class NodeShare:
    """One node of several. The first is 1; alone it is 1 of 1 and everything is its own."""

    node: int = 1
    nodes: int = 1

    def owner(self, site: Source) -> int:
        """Return the node that crawls a site, wherever its start page has led since.

        The highest weight wins (rendezvous hashing): one more node takes its share from all the
        others, and nothing else changes hands.
        """
        domain = domain_of(site.url)
        return max(range(1, self.nodes + 1), key=lambda node: _weight(node, domain))

    def owns(self, site: Source) -> bool:
        """Tell whether a site is this node's own."""
        return self.nodes == 1 or self.owner(site) == self.node


def _weight(node: int, domain: str) -> bytes:
    return blake2b(f"{node} {domain}".encode(), digest_size=8).digest()


def node_share_from(text: str) -> NodeShare | None:
    """Return the share that "2/4" means, or None if it means none."""
    node, slash, nodes = text.partition("/")
    if not slash or not _is_number(node) or not _is_number(nodes):
        return None
    share = NodeShare(int(node), int(nodes))
    return share if 1 <= share.node <= share.nodes else None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 5
