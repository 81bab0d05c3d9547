import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.extract.kinds.link_kind import link_kind_shares
from tidings.model.web.page import PageKind

SITE = "https://news.example"


def _most_likely(path: str, anchor: str, odds: tuple[int, int, int] = (0, 0, 0)) -> PageKind:
    shares = link_kind_shares(SITE + path, anchor, odds)
    return max(shares, key=lambda kind: shares[kind])


@pytest.mark.parametrize(
    ("path", "anchor", "kind"),
    [
        ("/local/council-votes-for-the-bridge-1234567", "Council votes for the bridge", "article"),
        ("/", "The Paper", "index"),
        ("/sport/", "Sport", "index"),
        ("/privacy-policy", "Privacy policy", "valueless"),
        ("/x?action=login", "Log in", "valueless"),
        ("/firma", "Kontakt", "valueless"),
    ],
)
def test_the_kind_of_a_link_is_predicted(path: str, anchor: str, kind: str) -> None:
    assert _most_likely(path, anchor) == kind


def test_earlier_pages_of_the_site_outweigh_the_address() -> None:
    assert _most_likely("/local/bridge", "The bridge") is PageKind.INDEX
    assert _most_likely("/local/bridge", "The bridge", (40, 0, 0)) is PageKind.ARTICLE
    assert _most_likely("/local/bridge", "The bridge", (1, 0, 40)) is PageKind.VALUELESS


@given(st.text(), st.text(), st.tuples(*[st.integers(0, 99)] * 3))
def test_the_shares_of_any_link_add_up_to_one(
    path: str, anchor: str, odds: tuple[int, int, int]
) -> None:
    assert sum(link_kind_shares(f"{SITE}/{path}", anchor, odds).values()) == pytest.approx(1.0)
