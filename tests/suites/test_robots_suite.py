"""robots.txt: what google/robotstxt is tested with, by class."""

import pytest
from protego import Protego

from tidings.fetch.politeness.robots_rules import RobotsRules, read_rules
from tidings.read.url import canonical

PLACE = "https://a.test/robots.txt"


def rules_of(text: str | bytes) -> RobotsRules:
    body = text if isinstance(text, bytes) else text.encode()
    return read_rules(body, PLACE)


def allowed(text: str | bytes, path: str) -> bool:
    """Ask as a crawl does: with the canonical URL of a link to the path."""
    url = canonical(path, PLACE)
    return bool(Protego.parse(rules_of(text).text).can_fetch(url or "", "Tidings"))


def group(*rules: str, name: str = "Tidings") -> str:
    return "\n".join((f"User-agent: {name}", *rules, ""))


@pytest.mark.parametrize(
    "text",
    [
        "user-agent: tidings\ndisallow: /",
        "USER-AGENT: TIDINGS\nDISALLOW: /",
        "uSeR-aGeNt:tIdInGs\ndIsAlLoW:/",
        "  User-agent :  Tidings  \n\tDisallow :  /  ",
        "User-agent: Tidings # us\nDisallow: / # all",
        "User-agent Tidings\nDisallow /",
        "User-agent: Tidings/1.0\nDisallow: /",
        "User-agent: Tidings News\nDisallow: /",
        "User-agent: Tidings\nDissallow: /",
        "User-agent: *\nDisallow: /",
        "User-agent: Tidings\rDisallow: /\r",
        "User-agent: Tidings\r\n\r\nDisallow: /\r\n",
        "\ufeffUser-agent: Tidings\nDisallow: /",
        "User-agent: Tidings\n\n\nDisallow: /",
        "User-agent: a\nUser-agent: Tidings\nUser-agent: b\nDisallow: /",
        "Unknown: x\nUser-agent: Tidings\nUnknown: y\nDisallow: /",
        "<x>: y\nUser-agent: Tidings\nDisallow: /",
    ],
)
def test_lines_are_read_as_they_are_meant(text: str) -> None:
    assert not allowed(text, "/x")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Disallow: /",  # outside any group
        "foo: Tidings\nbar: /",
        "User-agent: other\nDisallow: /",
        "User-agent: Tid ings\nDisallow: /",
        "User-agent: Tidings-News\nDisallow: /",  # another robot's name
        "User-agent: Tidings\nDisallow:",
        "User-agent: Tidings\n# Disallow: /",
        "User-agent:\nDisallow: /",
    ],
)
def test_lines_that_are_not_for_us_forbid_nothing(text: str) -> None:
    assert allowed(text, "/x")


def test_all_groups_with_our_name_count_together() -> None:
    text = group("Disallow: /a") + group("Disallow: /", name="other") + group("Disallow: /b")
    assert [allowed(text, path) for path in ("/a", "/b", "/c")] == [False, False, True]


def test_the_group_for_all_counts_only_without_a_group_of_ours() -> None:
    for all_, ours in (("Disallow: /", "Allow: /"), ("Allow: /", "Disallow: /")):
        for text in (group(all_, name="*") + group(ours), group(ours) + group(all_, name="*")):
            assert allowed(text, "/x") == (ours == "Allow: /")


def test_a_group_of_ours_without_rules_allows_all() -> None:
    assert allowed(group("Disallow: /", name="*") + group("Disallow:"), "/x")


# Rules of a group, a path, and whether it may be fetched.
MATCHES = [
    (["Disallow: /x/"], "/x/y", False),
    (["Disallow: /X/"], "/x/y", True),
    (["Disallow: /x/"], "/x", True),
    (["Disallow: /x"], "/xyz?a", False),
    # The longest match decides; of two as long, the one that allows.
    (["Disallow: /x/page.html", "Allow: /x/"], "/x/page.html", False),
    (["Allow: /x/page.html", "Disallow: /x/"], "/x/page.html", True),
    (["Allow: /x/page.html", "Disallow: /x/"], "/x/", False),
    (["Disallow: /", "Allow: /"], "/x", True),
    (["Disallow: /x", "Allow: /x/"], "/x", False),
    (["Allow: /page", "Disallow: /*.html"], "/page.html", False),
    (["Allow: /x/page.", "Disallow: /*.html"], "/x/page.html", True),
    (["Allow: /$", "Disallow: /"], "/", True),
    (["Allow: /$", "Disallow: /"], "/page", False),
    # Wildcards and ends.
    (["Disallow: /f*"], "/fish/x", False),
    (["Disallow: /*.php"], "/a/b.php?c", False),
    (["Disallow: /*.php"], "/php/", True),
    (["Disallow: /*.php$"], "/a/b.php", False),
    (["Disallow: /*.php$"], "/a/b.php?c", True),
    (["Disallow: /*.php$"], "/a.php5", True),
    (["Disallow: /a*b*c$"], "/axbyc", False),
    (["Disallow: /a*b*c$"], "/acb", True),
    (["Disallow: /foo/**bar"], "/foo/x/bar", False),
    (["Disallow: *"], "/x", False),
    (["Disallow: *.pdf"], "/x.pdf", False),
    (["Disallow: /x#y"], "/x/z", False),  # a comment begins there
    (["Disallow: /foo$bar"], "/foo$bar", False),  # only a last $ is an end
    # Queries and whole addresses in them.
    (["Disallow: /", "Allow: /a?b=c&d=http://e.test?f&g"], "/a?b=c&d=http://e.test?f&g", True),
    (["Disallow: /*?"], "/a?b", False),
    (["Disallow: /*?"], "/a", True),
    # Escapes: one page in any spelling, in the rule and in the link.
    (["Disallow: /foo/ツ"], "/foo/ツ", False),
    (["Disallow: /foo/ツ"], "/foo/%E3%83%84", False),
    (["Disallow: /foo/%E3%83%84"], "/foo/ツ", False),
    (["Disallow: /foo/%e3%83%84"], "/foo/%E3%83%84", False),
    (["Disallow: /foo/%E3%83%84"], "/foo/%e3%83%84", False),
    (["Disallow: /%7Ejoe/"], "/~joe/", False),
    (["Disallow: /~joe/"], "/%7ejoe/", False),
    (["Disallow: /foo/%62%61%7A"], "/foo/baz", False),
    (["Disallow: /foo/baz"], "/foo/%62%61%7a", False),
    (["Disallow: /a%3cd.html"], "/a%3Cd.html", False),
    (["Disallow: /a%2Fb"], "/a/b", True),  # a reserved character is not its escape
    (["Disallow: /a/b"], "/a%2Fb", True),
    (["Disallow: /a%2Ab"], "/axb", True),  # an escaped star is no wildcard
    (["Disallow: /a%2Ab"], "/a%2ab", False),
    # The address of a folder and of its index page.
    (["Allow: /a/index.html", "Disallow: /"], "/a/", True),
    (["Allow: /a/index.html", "Disallow: /"], "/a/index.htm", False),
    (["Disallow: /"], "/robots.txt", True),
]


@pytest.mark.parametrize(("rules", "path", "may"), MATCHES)
def test_paths_match_as_the_protocol_says(rules: list[str], path: str, may: bool) -> None:
    assert allowed(group(*rules), path) == may


@pytest.mark.parametrize("between", ["Sitemap: /s.xml", "Crawl-delay: 5", "X: y", "Host: b.test"])
def test_other_lines_between_names_do_not_part_a_group(between: str) -> None:
    text = f"User-agent: Tidings\n{between}\nUser-agent: other\nDisallow: /x\n"
    assert not allowed(text, "/x")
    assert not allowed(text.replace("Tidings", "*"), "/x")


def test_sitemaps_stand_anywhere_and_may_be_elsewhere() -> None:
    text = (
        "Sitemap: /a.xml\nUser-agent: x\nSITEMAP : https://b.test/b.xml\nDisallow: /\nsite-map: c"
    )
    assert rules_of(text).sitemaps == (
        "https://a.test/a.xml",
        "https://b.test/b.xml",
        "https://a.test/c",
    )


def test_a_very_long_line_is_read_or_left_out_but_the_others_count() -> None:
    long = "/x/" + "a" * 100_000
    text = group(f"Disallow: {long}", "Disallow: /y")
    assert [allowed(text, path) for path in ("/x/a", "/y")] == [True, False]


def test_broken_bytes_spoil_only_their_line() -> None:
    assert not allowed(b"User-agent: *\nDisallow: /\xff\xfe\nDisallow: /y\n", "/y")
    assert allowed(b"User-agent: *\nDisallow: /\xff\xfe\nDisallow: /y\n", "/z")
