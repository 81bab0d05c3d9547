"""Which rules of a robots.txt apply to us."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from protego import Protego

from tidings.fetch.politeness.robots_rules import RobotsRules, read_rules, without_other_robots

URL = "http://a.test/robots.txt"


def allows(text: str, path: str) -> bool:
    rules = read_rules(text.encode(), URL)
    return bool(Protego.parse(rules.text).can_fetch(f"http://a.test{path}", "Tidings"))


def test_our_own_group_outranks_the_one_for_all() -> None:
    text = "User-agent: *\nDisallow: /\n\nUser-agent: tidings\nDisallow: /tmp\n"
    assert allows(text, "/news")
    assert not allows(text, "/tmp/x")


def test_groups_of_other_robots_do_not_apply() -> None:
    text = "User-agent: Googlebot\nDisallow: /\nSitemap: /s.xml\nDisallow: /x\n"
    assert allows(text, "/x")
    assert "/x" not in without_other_robots(text)
    assert read_rules(text.encode(), URL).sitemaps == ("http://a.test/s.xml",)


def test_a_group_may_name_several_robots() -> None:
    text = "User-agent: other\nUser-agent: Tidings\nUser-agent: third\nDisallow: /x\n"
    assert not allows(text, "/x")


@pytest.mark.parametrize("name", ["Tidings/1.0", "tidings/2", "Tidings/*", "TIDINGS / 1 # old"])
def test_our_name_with_a_version_still_means_us(name: str) -> None:
    text = (
        f"User-agent: *\nAllow: /\n\nUser-agent: {name}\nDisallow: /\nContent-Signal: search=no\n"
    )
    rules = read_rules(text.encode(), URL)
    assert not Protego.parse(rules.text).can_fetch("http://a.test/x", "Tidings")
    assert rules.signals[0].for_us


def test_the_longest_match_wins_and_wildcards_work() -> None:
    text = "User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /*.pdf$\n"
    assert not allows(text, "/a/c")
    assert allows(text, "/a/b/c")
    assert not allows(text, "/x/y.pdf")
    assert allows(text, "/x/y.pdf?z")


def test_crawl_delay_and_sitemaps_are_read() -> None:
    text = (
        "User-agent: *\nCrawl-delay: 7.5\nSitemap: http://b.test/s.xml\nSitemap: /s.xml\n"
        "Sitemap: /s.xml\nSitemap: javascript:1\n"
    )
    rules = read_rules(text.encode(), URL)
    assert rules.crawl_delay == 7.5
    assert rules.sitemaps == ("http://b.test/s.xml", "http://a.test/s.xml")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"  \n<!DOCTYPE html>\nUser-agent: *\nDisallow: /",
        b"<html>User-agent: *\nDisallow: /</html>",
        b"\x89PNG\r\n\x1a\n\0\0\0\nUser-agent: *\nDisallow: /",
    ],
)
def test_other_content_than_a_robots_file_sets_no_rules(body: bytes) -> None:
    assert read_rules(body, URL) == RobotsRules()


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_is_ignored(encoding: str) -> None:
    rules = read_rules("User-agent: *\nDisallow: /x".encode(encoding), URL)
    assert not Protego.parse(rules.text).can_fetch("http://a.test/x", "Tidings")


def test_the_incomplete_last_line_of_a_cut_file_is_ignored() -> None:
    body = b"User-agent: *\nDisallow: /x\nDisallow: /"
    cut, whole = read_rules(body, URL, cut=True), read_rules(body, URL)
    assert Protego.parse(cut.text).can_fetch("http://a.test/y", "Tidings")
    assert not Protego.parse(cut.text).can_fetch("http://a.test/x", "Tidings")
    assert not Protego.parse(whole.text).can_fetch("http://a.test/y", "Tidings")


names = st.sampled_from(
    ["*", "Tidings", "tid", "TIDINGS", "tid*", "**", "Googlebot", "tidings-x", "", "# none", "bot"]
)
lines = st.one_of(
    st.builds("{}{}{}".format, st.sampled_from(["User-agent", "useragent", "USER AGENT"]),
              st.sampled_from([": ", ":", " ", " : "]), names),
    st.builds("{}: {}".format, st.sampled_from(["Disallow", "Allow", "dissalow", "Crawl-delay"]),
              st.sampled_from(["/", "/a", "/a/b", "/*b", "/b$", "", "3", "/c # why"])),
    st.sampled_from(["", "# comment", "Sitemap: /s.xml", "Host: a.test", "Noise", "Unknown: x",
                     "Sitemap http://a.test/s.xml", "User-agent", "User-agent x: y",
                     "User-agent x:y", "uſer-agent: x", "Allow", "Disallow /a"]),
    st.text(max_size=12),
)  # fmt: skip


@example(["User-agent: *", "Host: a.test", "User-agent: bot", "Disallow: /"])
@example(["User-agent: *", "Noise", "User-agent: bot", "Disallow: /"])
@example(["User-agent: *", "Disallow: /a", "User-agent x: y", "Disallow: /"])
@given(st.lists(lines, max_size=15))
def test_dropping_other_groups_changes_nothing_for_us(parts: list[str]) -> None:
    text = "\n".join(parts)
    whole, ours = Protego.parse(text), Protego.parse(without_other_robots(text))
    for path in ("/", "/a", "/a/b", "/ab", "/b", "/c"):
        url = f"http://a.test{path}"
        assert whole.can_fetch(url, "Tidings") == ours.can_fetch(url, "Tidings"), path
    assert whole.crawl_delay("Tidings") == ours.crawl_delay("Tidings")
    assert list(whole.sitemaps) == list(ours.sitemaps)


@given(st.binary(max_size=300))
def test_any_bytes_are_read(body: bytes) -> None:
    assert isinstance(read_rules(body, URL, cut=bool(len(body) % 2)), RobotsRules)
