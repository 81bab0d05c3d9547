"""Which rules of a robots.txt apply to us."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from protego import Protego

from tidings.fetch.politeness.robots_rules import (
    RobotsRules,
    grouped_lines,
    read_rules,
    without_other_robots,
)

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


@pytest.mark.parametrize(
    "between",
    ["Sitemap: /s.xml", "Crawl-delay: 5", "Host: a.test", "Noindex: /y", "", "# a comment", "junk"],
)
def test_only_rules_end_the_names_of_a_group(between: str) -> None:
    text = f"User-agent: Tidings\n{between}\nUser-agent: other\nDisallow: /x\nAllow: /y\n"
    assert not allows(text, "/x")
    text = f"User-agent: other\n{between}\nUser-agent: Tidings\nDisallow: /x\n"
    assert not allows(text, "/x")
    text = f"User-agent: other\nDisallow: /x\n{between}\nUser-agent: Tidings\nDisallow: /y\n"
    assert allows(text, "/x")


@pytest.mark.parametrize("rule", ["Disallow:", "Allow: /", "dissalow: /", "disallow /", "ALLOW :"])
def test_any_rule_ends_the_names_of_a_group(rule: str) -> None:
    text = f"User-agent: Tidings\n{rule}\nUser-agent: other\nDisallow: /x\nAllow: /\n"
    assert allows(text, "/x") == (not rule.startswith("dis") or rule == "Disallow:")
    assert "/x" not in without_other_robots(text)


def test_a_crawl_delay_is_for_the_names_before_it() -> None:
    text = "User-agent: {}\nCrawl-delay: 9\nUser-agent: {}\nDisallow: /x\n"
    ours = read_rules(text.format("Tidings", "other").encode(), URL)
    theirs = read_rules(text.format("other", "Tidings").encode(), URL)
    assert (ours.crawl_delay, theirs.crawl_delay) == (9.0, None)


def test_repeated_names_do_not_make_a_hostile_file_large() -> None:
    names = ("*", "Tidings", "tidings", "TIDINGS", "tid", "other")
    text = "\n".join(f"User-agent: {names[n % 6]}\nNoise: x" for n in range(2_000))
    assert sum(map(len, grouped_lines(text))) < 5 * len(text)


plain_lines = st.one_of(
    st.builds("User-agent: {}".format, st.sampled_from(["*", "Tidings", "tidings", "bot"])),
    st.builds("{}: {}".format, st.sampled_from(["Disallow", "Allow"]),
              st.sampled_from(["/", "/a", "/a/b", "/*b", "/b$", ""])),
    st.sampled_from(["Sitemap: /s.xml", "Crawl-delay: 3", "Noise: x", "Visit-time: 1", "Host: a"]),
)  # fmt: skip


@given(st.lists(plain_lines, max_size=15))
def test_lines_that_are_not_rules_change_no_rule(parts: list[str]) -> None:
    rules = [line for line in parts if line.startswith(("User-agent", "Disallow", "Allow"))]
    plain, ours = (
        Protego.parse("\n".join(rules)),
        Protego.parse("\n".join(grouped_lines("\n".join(parts)))),
    )
    for path in ("/", "/a", "/a/b", "/ab", "/b", "/c"):
        url = f"http://a.test{path}"
        assert plain.can_fetch(url, "Tidings") == ours.can_fetch(url, "Tidings"), path


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
    whole = Protego.parse("\n".join(grouped_lines(text)))
    ours = Protego.parse(without_other_robots(text))
    for path in ("/", "/a", "/a/b", "/ab", "/b", "/c"):
        url = f"http://a.test{path}"
        assert whole.can_fetch(url, "Tidings") == ours.can_fetch(url, "Tidings"), path
    assert whole.crawl_delay("Tidings") == ours.crawl_delay("Tidings")
    assert list(whole.sitemaps) == list(ours.sitemaps)


@given(st.binary(max_size=300))
def test_any_bytes_are_read(body: bytes) -> None:
    assert isinstance(read_rules(body, URL, cut=bool(len(body) % 2)), RobotsRules)
