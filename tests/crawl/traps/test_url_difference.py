"""How two URLs of one page differ, and the key of a URL without that difference."""

from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.crawl.traps.url_difference import alias_key, rule_applies, single_difference

SITE = "https://a.example"


@pytest.mark.parametrize(
    ("one", "other", "rule"),
    [
        ("/story/1?sid=ab12", "/story/1?sid=cd34", "?sid"),
        ("/story/1?sid=ab12", "/story/1", "?sid"),
        ("/story/1?a=1&sid=ab", "/story/1?a=1&sid=cd", "?sid"),
        ("/story/1;jsession=ab12", "/story/1;jsession=cd34", "?;jsession"),
        ("/list?a=1&b=2", "/list?b=2&a=1", "order"),
        ("/12345-some-words-here-now", "/12345-other-words-here-too", "0# /{slug-id}"),
        ("/sport/12345", "/culture/12345", "0 /{word}/{id}"),
        ("/s/a1b2c3d4e5f6/desk/1", "/s/f6e5d4c3b2a1/desk/1", "1 /{word}/{id}/{word}/{n}"),
        ("/story/1", "/story/1/print", "+print"),
        ("/amp/story/1", "/story/1", "+amp"),
    ],
)
def test_a_single_difference_is_found(one: str, other: str, rule: str) -> None:
    found = single_difference(SITE + one, SITE + other)
    assert found is not None
    assert found.rule == rule
    assert alias_key(SITE + one, (rule,)) == alias_key(SITE + other, (rule,))
    assert single_difference(SITE + other, SITE + one).rule == rule  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("/story/12345", "/story/12346"),
        ("/12345-some-words-here", "/12346-some-words-here"),
        ("/story/1?a=1&b=2", "/story/1?a=2&b=3"),
        ("/sport/one", "/culture/two"),
        ("/story/1", "/story/1/further/on"),
        ("/story/1", "/story/1/12345"),
        ("/story/1?sid=a", "/story/2?sid=b"),
    ],
)
def test_urls_with_more_differences_or_other_numbers_are_different_pages(
    one: str, other: str
) -> None:
    assert single_difference(SITE + one, SITE + other) is None


def test_the_host_may_be_the_only_difference() -> None:
    found = single_difference("https://www.a.example/x", "https://m.a.example/x")
    assert found is not None
    assert found.rule == "host"


WORD = st.text(alphabet="abcxyz019-", min_size=1, max_size=12)
PATHS = st.lists(WORD, min_size=1, max_size=5).map("/".join)
QUERIES = st.lists(st.tuples(WORD, WORD), max_size=4).map(
    lambda pairs: "&".join(f"{quote(name)}={quote(value)}" for name, value in pairs)
)
URLS = st.builds(lambda path, query: f"{SITE}/{path}?{query}", PATHS, QUERIES)


@given(URLS, URLS)
def test_the_rule_of_a_difference_gives_both_urls_one_key(one: str, other: str) -> None:
    found = single_difference(one, other)
    if found is not None:
        assert alias_key(one, (found.rule,)) == alias_key(other, (found.rule,))
        assert rule_applies(one, found.rule) or rule_applies(other, found.rule)


@given(URLS)
def test_rules_that_do_not_apply_leave_the_key_unchanged(url: str) -> None:
    assert single_difference(url, url) is None
    assert alias_key(url, ()) == alias_key(url, ("?nothing-here", "+nowhere", "9 /{none}"))
