"""Content signals in robots.txt and in headers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.model.web.rights import NOTHING_RESERVED, Rights
from tidings.read.rights.content_signal import read_signals, signal_rights, signal_rights_at

PREAMBLE = "# (a) If a content-signal = yes, you may collect content\n# search: building an index\n"


def at(robots: str, path: str = "/news") -> Rights:
    return signal_rights_at(read_signals(robots, "Tidings"), path)


@pytest.mark.parametrize(
    ("value", "rights"),
    [
        ("search=yes, ai-train=no", Rights(search=True, ai_train=False)),
        ("search=yes,ai-input=no,ai-train=no", Rights(True, False, False)),
        (" Search = YES ", Rights(search=True)),
        ("ai-train=no, ai-train=yes", Rights(ai_train=False)),
        ("ai-train=maybe, use=no", NOTHING_RESERVED),
        ("", NOTHING_RESERVED),
    ],
)
def test_a_value_allows_or_refuses_each_use(value: str, rights: Rights) -> None:
    assert signal_rights(value) == rights


def test_the_group_for_everybody_counts_for_us() -> None:
    robots = f"{PREAMBLE}User-Agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /\n"
    assert at(robots) == Rights(search=True, ai_train=False)


def test_groups_for_other_robots_are_ignored() -> None:
    robots = "User-agent: GPTBot\nDisallow: /\nContent-Signal: ai-train=no\n"
    assert at(robots) == NOTHING_RESERVED


def test_our_own_group_wins_and_the_general_one_fills_the_gaps() -> None:
    robots = (
        "User-agent: *\nContent-Signal: search=yes, ai-input=no\n\n"
        "User-agent: other\nUser-agent: tidings\nContent-Signal: search=no\n"
    )
    assert at(robots) == Rights(search=False, ai_input=False)


def test_a_line_after_a_sitemap_still_belongs_to_its_group() -> None:
    robots = "User-agent: *\nAllow: /\nSitemap: /s.xml\nContent-Signal: ai-train=no\n"
    assert at(robots) == Rights(ai_train=False)


def test_a_delay_between_two_names_does_not_part_their_group() -> None:
    robots = "User-agent: *\nCrawl-delay: 5\nUser-agent: other\nContent-Signal: ai-train=no\n"
    assert at(robots) == Rights(ai_train=False)


def test_a_line_before_any_group_is_for_everybody() -> None:
    robots = "Content-Signal: ai-train=no\nUser-agent: other\nDisallow: /\n"
    assert at(robots) == Rights(ai_train=False)


def test_a_path_narrows_a_signal_and_the_longest_wins() -> None:
    robots = "User-agent: *\nContent-Signal: ai-train=yes\nContent-Signal: /premium/ ai-train=no\n"
    assert at(robots, "/premium/1") == Rights(ai_train=False)
    assert at(robots, "/news/1") == Rights(ai_train=True)


def test_of_two_opposite_signals_the_no_wins() -> None:
    robots = "User-agent: *\nContent-Signal: search=no\nContent-Signal: search=yes\n"
    assert at(robots) == Rights(search=False)


@given(st.text(alphabet="User-agent: *Tidings\nContSl=yo,/#", max_size=200))
def test_any_text_can_be_read(robots: str) -> None:
    assert at(robots).tdm_reserved is None
