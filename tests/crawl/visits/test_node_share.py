from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from tidings.crawl.visits.node_share import NodeShare, node_share_from
from tidings.model.crawl.source import Source

NOW = datetime(2026, 1, 2, tzinfo=UTC)
SITES = [
    Source(n, f"https://www.paper-{n}.example/", f"paper-{n}.example", "", NOW) for n in range(600)
]


def test_every_site_has_one_owner_and_the_shares_are_even() -> None:
    owners = [[NodeShare(node, 4).owns(site) for node in range(1, 5)] for site in SITES]
    assert all(sum(each) == 1 for each in owners)
    sizes = [sum(column) for column in zip(*owners, strict=True)]
    assert min(sizes) > 100


@given(st.integers(1, 12))
def test_a_new_node_takes_sites_and_moves_no_others(nodes: int) -> None:
    before = [NodeShare(1, nodes).owner(site) for site in SITES]
    after = [NodeShare(1, nodes + 1).owner(site) for site in SITES]
    assert all(now in (then, nodes + 1) for then, now in zip(before, after, strict=True))


def test_hosts_of_one_domain_have_the_same_owner() -> None:
    moved = Source(1, "https://blog.paper-1.example/x", "elsewhere.example", "", NOW)
    assert NodeShare(1, 5).owner(moved) == NodeShare(1, 5).owner(SITES[1])


def test_a_share_is_parsed_and_invalid_ones_are_rejected() -> None:
    assert node_share_from("2/4") == NodeShare(2, 4)
    assert [node_share_from(text) for text in ("", "2", "0/4", "5/4", "a/b", "²/4")] == [None] * 6
