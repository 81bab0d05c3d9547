from datetime import UTC, datetime

import pytest

from tidings.search.links.page_keys import page_key, page_keys_of
from tidings.search.links.page_links import page_links
from tidings.settings.tree import LinkSettings
from tidings.store.archive.warc_files import ArchivedPage

AT = datetime(2026, 1, 1, tzinfo=UTC)


def links(markup: str, url: str = "https://a.example/", content_type: str = "text/html",
          per_page: int = 9) -> list[tuple[int, str]]:  # fmt: skip
    headers = (("content-type", content_type),) if content_type else ()
    page = ArchivedPage(url, AT, 200, headers, markup.encode(), False)
    found = page_links(page, LinkSettings(per_page=per_page))
    assert found is not None
    assert found.keys == page_keys_of(url)
    return [(target.page, text) for target, text in found.targets]


def test_the_first_text_of_a_target_stays() -> None:
    markup = "<a href=/x>First</a> <a href=/x>Second</a> <a href=/y></a>"
    assert links(markup) == [
        (page_key("https://a.example/x"), "First"),
        (page_key("https://a.example/y"), ""),
    ]


def test_links_are_relative_to_the_base_of_the_page() -> None:
    markup = "<base href='https://b.example/deep/'><a href='x'>X</a>"
    assert links(markup) == [(page_key("https://b.example/deep/x"), "X")]


def test_targets_are_canonical_and_only_pages_of_the_web() -> None:
    markup = (
        "<a href='HTTPS://B.example:443/x?utm_source=feed#top'>X</a>"
        "<a href='mailto:a@b.example'>mail</a><a href='javascript:void(0)'>nothing</a><a>none</a>"
    )
    assert links(markup) == [(page_key("https://b.example/x"), "X")]


def test_texts_are_cut_and_their_white_space_is_single() -> None:
    [(_, text)] = links(f"<a href=/x>  one\n\n  two {'long ' * 100}</a>")
    assert text.startswith("one two long long")
    assert len(text) <= 160
    assert "  " not in text


def test_links_beyond_the_limit_may_still_name_earlier_ones() -> None:
    markup = "<a href=/1></a><a href=/2>two</a><a href=/1>one</a><a href=/3>three</a>"
    wanted = [(page_key("https://a.example/1"), "one"), (page_key("https://a.example/2"), "two")]
    assert links(markup, per_page=2) == wanted


@pytest.mark.parametrize("content_type", ["", "TEXT/HTML; charset=utf-8", "application/xhtml+xml"])
def test_web_pages_are_known_by_their_type_or_have_none(content_type: str) -> None:
    assert len(links("<a href=/x>X</a>", content_type=content_type)) == 1
