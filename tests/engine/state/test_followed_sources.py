from dataclasses import replace
from datetime import UTC, datetime

from tidings.crawl.links.admission import FRESH, LINKED, LinkContext, found_url
from tidings.engine.state.followed_sources import followed_from
from tidings.model.crawl.source import Source, SourceFocus
from tidings.model.web.page import UrlRole
from tidings.model.web.reason import Reason
from tidings.settings.tree import CrawlSettings

NOW = datetime(2026, 1, 2, tzinfo=UTC)
CONTEXT = LinkContext(1, "one.example", 0, "https://one.example/", CrawlSettings())


def source(number: int, domain: str) -> Source:
    return Source(number, f"https://{domain}/", domain, "", NOW)


def test_a_link_is_assigned_to_the_source_it_leads_to() -> None:
    followed = followed_from([source(1, "one.example"), source(2, "two.example")])
    found = found_url("https://www.two.example/story", CONTEXT, UrlRole.PAGE, LINKED)
    assigned, drops = followed.assigned([found])
    assert [(each.url, each.site) for each in assigned] == [("https://www.two.example/story", 2)]
    assert drops == {}


def test_a_link_to_no_followed_source_is_counted_with_its_reason() -> None:
    followed = followed_from([source(1, "one.example")])
    link = found_url("https://two.example/story", CONTEXT, UrlRole.PAGE, LINKED)
    advert = found_url("https://ads.example/buy", CONTEXT, UrlRole.PAGE, FRESH)
    assert followed.assigned([link, advert, advert]) == (
        [],
        {Reason.OFF_SITE: 1, Reason.FOREIGN_ITEM: 2},
    )


def test_of_two_sources_at_one_domain_the_first_owns_it_whatever_comes_later() -> None:
    followed = followed_from(
        [source(1, "one.example"), source(2, "two.example"), source(3, "two.example")]
    ).with_source(source(1, "two.example"))
    found = found_url("https://two.example/story", CONTEXT, UrlRole.PAGE, LINKED)
    assert followed.assigned([found])[0][0].site == 2
    moved = followed.get(1)
    assert moved is not None
    assert moved.domain == "two.example"


def test_sources_that_are_new_or_have_another_topic_are_noticed() -> None:
    before = followed_from([source(1, "one.example"), source(2, "two.example")])
    focused = replace(source(2, "two.example"), about=SourceFocus("election"))
    after = followed_from([source(1, "one.example"), focused, source(3, "three.example")])
    assert after.new_since(before) == {2, 3}
    assert before.new_since(after) == {2}
    assert after.with_source(replace(focused, name="Two")).new_since(after) == set()
