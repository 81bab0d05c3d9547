import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.extract.content.blocks import blocks_of
from tidings.extract.metadata.byline import Byline, byline_of
from tidings.extract.metadata.title_position import title_position_of
from tidings.read.pages.html import parse_html

TITLE = "Rain is on its way"
STORY = f"<p>{'The council met and spoke about the weather. ' * 8}</p>"


def _byline(around: str, below: str = "") -> Byline:
    page = parse_html(f"<h1>{TITLE}</h1>{around}{STORY * 3}{below}", "https://a.example/x")
    found = blocks_of(page)
    return byline_of(page, found, title_position_of(found, TITLE).span)


@pytest.mark.parametrize(
    "line",
    [
        "By Jane Doe",
        "ByJane Doe",
        "BY JANE DOE on March 4, 2024",
        "Von Jane Doe, dpa",
        "Weather | By Jane Doe | March 4, 2024",
        "Posted 4 March 2024 by Jane Doe",
        "Eine Kolumne von Jane Doe",
        "04.03.2024 - Redaktion: Jane Doe (Reporterin)",
        "Text von Jane Doe Illustration von John Roe",
        "4. März 2024 | 13:10 Uhr | Jane Doe",
        "Escribe Jane Doe",
        "Автор: Jane Doe",
        "Autor Jane Doe Tags: rain, wind",
    ],
)
def test_a_line_near_the_title_names_the_author(line: str) -> None:
    assert _byline(f"<p>{line}</p>").names == ("Jane Doe",)


@pytest.mark.parametrize(
    "line", ["Photo by Jane Doe", "Foto von Jane Doe", "Powered by Jane Doe", "Rain in New York"]
)
def test_other_lines_name_no_author(line: str) -> None:
    assert _byline(f"<p>{line}</p>").names == ()


def test_several_authors_have_a_tag_each() -> None:
    tag = '<a rel="author" href="/{0}">{0}</a>'
    byline = _byline(f"<div>{tag.format('Jane Doe')} | {tag.format('John Roe')}</div>")
    assert byline == Byline(("Jane Doe", "John Roe"), "author's tag", sure=True)


def test_a_line_below_the_text_is_read_if_there_is_none_above() -> None:
    assert _byline("", "<p>Autor: Jane Doe</p>").names == ("Jane Doe",)
    assert _byline("<p>By John Roe</p>", "<p>Autor: Jane Doe</p>").names == ("John Roe",)


def test_commenters_are_not_authors() -> None:
    comment = '<div class="comment"><span class="author vcard">Jane Doe</span> says hello</div>'
    assert _byline("", comment).names == ()


def test_a_page_without_text_has_no_byline() -> None:
    page = parse_html("<img>", "https://a.example/x")
    assert byline_of(page, blocks_of(page), range(0)).names == ()


@given(st.text(max_size=200))
def test_any_line_gives_short_names(line: str) -> None:
    byline = _byline(f'<p class="author">{line}</p>')
    assert all(2 <= len(name) <= 70 for name in byline.names)
