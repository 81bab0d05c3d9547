import pytest

from tidings.extract.content.blocks import blocks_of
from tidings.extract.kinds.phrases import LEGAL
from tidings.extract.kinds.wording_traits import (
    name_traits,
    page_names,
    phrase_share,
    tone_traits,
    word_count,
)
from tidings.read.pages.html import parse_html


def _names(markup: str, title: str = "") -> dict[str, float]:
    page = parse_html(markup, "")
    return name_traits(page_names(page, blocks_of(page), title))


@pytest.mark.parametrize(
    ("title", "trait"),
    [
        ("Privacy Policy | The Paper", "legal_title"),
        ("The Paper - Kontakt", "service_title"),
        ("登录 - 日报", "account_title"),
        ("404 Not Found", "error_title"),
        ("Under construction", "closed_title"),
    ],
)
def test_a_part_of_a_title_that_is_such_a_phrase_counts_in_full(title: str, trait: str) -> None:
    assert _names(f"<title>{title}</title>")[trait] >= 0.6


def test_a_phrase_in_a_long_headline_counts_little() -> None:
    title = "Minister defends the privacy of patients against the plans of the insurers"
    assert _names(f"<title>{title}</title>")["legal_title"] < 0.2


def test_a_colon_inside_a_name_does_not_part_a_title() -> None:
    title = "newsletter:market-traders-repaint-the-bell-tower [The Paper]"
    assert _names(f"<title>{title}</title>")["service_title"] < 0.3
    assert _names("<title>Newsletter: all issues</title>")["service_title"] == 1.0


def test_the_first_of_several_headings_may_belong_to_a_box() -> None:
    several = _names("<title>A bridge</title><h1>Log in</h1><h1>A bridge</h1>")
    assert several["account_title"] == 0.0
    assert _names("<title>The Paper</title><h1>Log in</h1>")["account_title"] == 1.0


def test_a_heading_that_is_the_title_is_noticed() -> None:
    assert _names("<title>A bridge for all - Paper</title><h1>A bridge for all</h1>")[
        "heading_titled"
    ]


def test_words_are_counted_in_scripts_without_spaces_too() -> None:
    assert word_count("a bridge for the town") == 5
    assert word_count("新大桥今天通车") >= 3


def test_a_contract_is_recognised_by_its_words() -> None:
    contract = "You agree that we shall process your personal data under these terms. " * 10
    report = "The council voted on Monday for the bridge, said the mayor of the town. " * 10
    assert tone_traits(contract)["contract"] > 0.8
    assert tone_traits(contract)["you"] > 0.8
    assert tone_traits(report) == {"you": 0.0, "contract": 0.0}


def test_a_short_notice_does_not_set_the_tone() -> None:
    assert tone_traits("We use cookies.")["contract"] < 0.2


def test_a_share_is_never_more_than_one() -> None:
    assert phrase_share("privacy policy", (LEGAL, LEGAL)) == 1.0
