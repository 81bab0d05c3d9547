from tidings.extract.content.blocks import blocks_of
from tidings.extract.metadata.title_position import TitlePosition, title_position_of
from tidings.read.pages.html import parse_html

STORY = f"<p>{'The council met and spoke about the weather. ' * 8}</p>"


def _position(markup: str, title: str) -> TitlePosition:
    return title_position_of(blocks_of(parse_html(markup, "https://a.example/x")), title)


def test_the_heading_with_the_title_is_its_position() -> None:
    page = f"<p>Rain</p><h1>Daily Post</h1><h2>Rain</h2><p>By Jane</p>{STORY * 5}"
    assert _position(page, "Rain") == TitlePosition(2, range(6))
    assert list(_position(page, "Rain").below) == [2, 3, 4, 5]
    assert list(_position(page, "Rain").above) == [1, 0]


def test_without_the_title_the_first_h1_is_its_position() -> None:
    assert _position("<p>a</p><h1>b</h1><p>c</p>", "Rain").at == 1


def test_a_page_without_text_has_an_empty_span() -> None:
    assert not _position("<img>", "Rain").span
