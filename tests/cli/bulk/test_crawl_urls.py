"""Lists of URLs on the command line: what is said of bad lines, and what is printed."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

Tidings = Callable[..., Any]


def test_bad_lines_are_named_and_the_rest_is_fetched(tidings: Tidings, tmp_path: Path) -> None:
    """Private addresses are refused by the guard, as in a crawl: the test needs no server."""
    listed = tmp_path / "list.txt"
    listed.write_text("# old\nhttp://127.1.0.1:9/a\nnonsense\nhttp://127.1.0.1:9/b\n" * 2)
    done = tidings("crawl", "--urls", str(listed), "--json", "--set", "fetch.allow_private=")
    assert "line 3: not a web address: nonsense" in done.err
    counts = done.json
    assert (counts["urls"], counts["hosts"], counts["bad_lines"], counts["left"]) == (2, 1, 2, 0)
    assert counts["reasons"] == {"the address is private": 2}
    jobs = tidings("jobs", "--json").json
    assert [(job["name"], job["done"]) for job in jobs] == [("fetch", 2), ("crawl", 2)]


def test_a_list_without_urls_makes_no_home(tidings: Tidings, tmp_path: Path) -> None:
    listed = tmp_path / "list.txt"
    listed.write_text("# nothing\nnonsense\n")
    done = tidings("crawl", "--urls", str(listed))
    assert done.code == 2
    assert "line 2" in done.err
    assert "names no URL" in done.err
    assert not (tmp_path / "home").exists()


def test_options_of_a_crawl_do_not_go_with_a_list(tidings: Tidings) -> None:
    done = tidings("crawl", "--urls", "list.txt", "--rounds", "2")
    assert done.code == 2
    assert "--rounds" in done.err


def test_a_missing_list_is_named(tidings: Tidings) -> None:
    done = tidings("crawl", "--urls", "missing.txt")
    assert done.code == 1
    assert "missing.txt" in done.err
