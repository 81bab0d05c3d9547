"""What proves a rule about a site's URLs, and what overturns it."""

from dataclasses import replace

from tidings.crawl.traps.alias_learning import SiteRules, claim_key, contradictions
from tidings.model.crawl.alias_rule import AliasRule

SITE = "https://a.example"


def rules_after(pages: int) -> SiteRules:
    """The rules after so many pages were each seen with two session ids."""
    rules = SiteRules([])
    for number in range(pages):
        url = f"{SITE}/story/{number}?sid="
        rule = rules.after_twins(f"{url}a{number}", f"{url}b{number}", bytes([number]))
        assert rule is not None
        rules.keep(rule)
    return rules


def test_a_rule_is_believed_after_three_pages() -> None:
    assert rules_after(2).believed == ()
    assert rules_after(3).believed == ("?sid",)


def test_the_same_page_again_is_no_further_proof() -> None:
    rules = SiteRules([])
    for number in range(9):
        rule = rules.after_twins(f"{SITE}/1?sid=a{number}", f"{SITE}/1?sid=b{number}", b"same")
        assert rule is not None
        assert not rules.keep(rule)
    assert rules.believed == ()


def test_a_rule_is_checked_once_before_it_is_believed() -> None:
    rules = rules_after(2)
    third = rules.after_twins(f"{SITE}/9?sid=a", f"{SITE}/9?sid=b", b"9")
    assert third is not None
    assert rules.must_be_checked(third)
    assert rules.keep(third)
    assert not rules.must_be_checked(third)


def test_an_article_that_a_rule_would_have_hidden_overturns_it() -> None:
    rules = rules_after(3)
    (doubted,) = rules.after_hidden_article(f"{SITE}/story/1?sid=z")
    assert rules.keep(doubted)
    assert rules.believed == ()
    assert rules_after(3).after_hidden_article(f"{SITE}/story/1") == []


def test_rules_that_are_stored_and_read_again_are_believed_again() -> None:
    proven = AliasRule("?sid", ("1", "2", "3"), ("a", "b", "c"), alike=3)
    assert SiteRules([proven]).believed == ("?sid",)
    assert SiteRules([replace(proven, unlike=1)]).believed == ()


def test_urls_of_one_page_have_one_key() -> None:
    one, other = f"{SITE}/story/1?sid=a", f"{SITE}/story/1?sid=b"
    assert claim_key(one, ("?sid",)) == claim_key(other, ("?sid",))
    assert claim_key(one, ()) != claim_key(other, ())


def test_pages_that_a_rule_would_merge_speak_against_it() -> None:
    urls = [f"{SITE}/view?story={number}" for number in range(9)]
    assert contradictions("?story", urls) == 8
    assert contradictions("?page", urls) is None
