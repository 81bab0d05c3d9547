import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.read.link_header import link_targets


@pytest.mark.parametrize(
    ("values", "hubs"),
    [
        (['<https://hub.example/>; rel="hub"'], ("https://hub.example/",)),
        (["<https://hub.example/>; rel=hub"], ("https://hub.example/",)),
        (['<https://a.example/>; REL="Alternate HUB"'], ("https://a.example/",)),
        (['<u>; rel="self", <h>; rel="hub"'], ("h",)),
        (['<u>; rel="self"', '<h>;rel="hub"', "<i>; rel=hub"], ("h", "i")),
        (['<h?a=1,2;b>; title="a, <b>; rel=hub"; rel="self", <k>; rel=hub'], ("k",)),
        (['<h>; rel="self"; rel="hub"'], ()),
        (['<h>; title="rel=hub"'], ()),
        (["<h>", "rel=hub", "", "<>; rel=hub", "<h; rel=hub"], ()),
    ],
)
def test_addresses_are_found_by_their_relation(values: list[str], hubs: tuple[str, ...]) -> None:
    assert link_targets(values, "hub") == hubs


@given(st.lists(st.text(alphabet='<>;,"=\\ relhub/', max_size=60), max_size=4))
def test_no_header_raises(values: list[str]) -> None:
    assert all(isinstance(href, str) for href in link_targets(values, "hub"))


def test_a_hostile_header_costs_little() -> None:
    long = '<a>;"' + "\\x" * 30_000
    assert link_targets([long, '<a>; rel="' + "x " * 30_000, "<" * 60_000], "hub") == ()
