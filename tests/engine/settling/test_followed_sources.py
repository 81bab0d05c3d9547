from datetime import UTC, datetime

from tidings.crawl.links.admission import FRESH, LINKED, LinkContext, found_url
from tidings.engine.settling.followed_sources import FollowedSources
from tidings.model.crawl.source import Source
from tidings.model.web.page import UrlRole
from tidings.model.web.reason import Reason
from tidings.settings.tree import CrawlSettings

NOW = datetime(2026, 1, 2, tzinfo=UTC)
GROUND = LinkContext(1, "one.example", 0, "https://one.example/", CrawlSettings())


def site(number: int, domain: str) -> Source:
    return Source(number, f"https://{domain}/", domain, "", NOW)


def test_a_link_joins_the_followed_site_it_leads_to() -> None:
    followed = FollowedSources()
    followed.load([site(1, "one.example"), site(2, "two.example")])
    found = found_url("https://www.two.example/story", GROUND, UrlRole.PAGE, LINKED)
    adopted, drops = followed.adopted([found])
    assert [(each.url, each.site) for each in adopted] == [("https://www.two.example/story", 2)]
    assert drops == {}


def test_what_leads_to_no_followed_site_is_counted_with_its_reason() -> None:
    followed = FollowedSources()
    followed.load([site(1, "one.example")])
    link = found_url("https://two.example/story", GROUND, UrlRole.PAGE, LINKED)
    advert = found_url("https://ads.example/buy", GROUND, UrlRole.PAGE, FRESH)
    assert followed.adopted([link, advert, advert]) == (
        [],
        {Reason.OFF_SITE: 1, Reason.FOREIGN_ITEM: 2},
    )


def test_of_two_sites_at_one_domain_the_first_owns_it_whatever_comes_later() -> None:
    followed = FollowedSources()
    followed.load([site(1, "one.example"), site(2, "two.example"), site(3, "two.example")])
    followed.note(site(1, "two.example"))
    found = found_url("https://two.example/story", GROUND, UrlRole.PAGE, LINKED)
    assert followed.adopted([found])[0][0].site == 2
    moved = followed.get(1)
    assert moved is not None
    assert moved.domain == "two.example"
