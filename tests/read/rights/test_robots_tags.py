"""Rules for robots in meta elements and headers."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.model.web.rights import NO_RESTRICTIONS, RobotsMeta
from tidings.read.pages.html import parse_html
from tidings.read.rights.robots_tags import robots_meta, robots_rules

JUNE = datetime(2010, 6, 25, 15, 0, tzinfo=UTC)
PACIFIC = timezone(timedelta(hours=-8))


@pytest.mark.parametrize(
    ("values", "rules"),
    [
        (["noarchive"], RobotsMeta(noarchive=True)),
        (["NoCache"], RobotsMeta(noarchive=True)),
        (["none"], RobotsMeta(noindex=True, nofollow=True)),
        (["nosnippet", "noindex"], RobotsMeta(nosnippet=True, noindex=True)),
        (["max-snippet:50"], RobotsMeta(max_snippet=50)),
        (["max-snippet: 50, max-snippet: 20"], RobotsMeta(max_snippet=20)),
        (["max-snippet:0"], RobotsMeta(nosnippet=True)),
        (["max-snippet:-1"], NO_RESTRICTIONS),
        (["max-snippet:many"], NO_RESTRICTIONS),
        (["max-image-preview:large, noai"], RobotsMeta(noai=True)),
        (["tidings: noindex"], RobotsMeta(noindex=True)),
        (["Tidings: noindex, nosnippet"], RobotsMeta(noindex=True, nosnippet=True)),
        (["otherbot: noindex, nofollow"], NO_RESTRICTIONS),
        (["otherbot: noindex, tidings: noarchive"], RobotsMeta(noarchive=True)),
        (["noarchive, otherbot: noindex, nofollow"], RobotsMeta(noarchive=True)),
        (["unavailable_after: 25 Jun 2010 15:00:00 GMT"], RobotsMeta(unavailable_after=JUNE)),
        (["unavailable_after: 2010-06-25T15:00:00Z"], RobotsMeta(unavailable_after=JUNE)),
        (
            ["unavailable_after: Friday, 25-Jun-10 15:00:00 PST, noarchive"],
            RobotsMeta(noarchive=True, unavailable_after=JUNE.replace(tzinfo=PACIFIC)),
        ),
        (
            ["unavailable_after: 2010-06-25"],
            RobotsMeta(unavailable_after=datetime(2010, 6, 26, tzinfo=UTC)),
        ),
        (["otherbot: unavailable_after: 25 Jun 2010 15:00:00 GMT"], NO_RESTRICTIONS),
        (["unavailable_after: whenever"], NO_RESTRICTIONS),
    ],
)
def test_a_header_gives_the_rules_for_us(values: list[str], rules: RobotsMeta) -> None:
    assert robots_rules(values) == rules


def test_the_strictest_rules_of_page_and_headers_win() -> None:
    page = parse_html(
        '<meta name="robots" content="max-snippet:100, unavailable_after: 2030-01-01 00:00:00">'
        '<meta name="tidings" content="noarchive"><meta name="otherbot" content="noindex">',
        "http://a.test/",
    )
    rules = robots_meta(page, ["max-snippet:60", "unavailable_after: 2031-01-01 00:00:00"])
    assert rules.noarchive
    assert not rules.noindex
    assert rules.max_snippet == 60
    assert rules.unavailable_after == datetime(2030, 1, 1, tzinfo=UTC)


@given(st.lists(st.text(alphabet="noindexarchv,: -0123456789maxsptT\n*@", max_size=80), max_size=4))
def test_any_header_can_be_read_and_more_headers_are_never_laxer(values: list[str]) -> None:
    rules = robots_rules(values)
    for value in values:
        assert rules | robots_rules([value]) == rules
