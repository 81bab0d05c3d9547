import pytest

from tidings.read.pages.frames_and_refreshes import frame_and_refresh_hrefs
from tidings.read.pages.html import parse_html

URL = "https://paper.example/"


@pytest.mark.parametrize(
    ("content", "href"),
    [
        ("0; url=/en/", "/en/"),
        ("0;URL='/en/'", "/en/"),
        ('5, url = "/en/', "/en/"),
        ("0.5;https://paper.example/en/", "https://paper.example/en/"),
        ("3 url=/en/ ", "/en/"),
    ],
)
def test_a_refresh_gives_the_next_page(content: str, href: str) -> None:
    quoted = content.replace('"', "&quot;")
    page = parse_html(f'<meta http-equiv="Refresh" content="{quoted}">', URL)
    assert frame_and_refresh_hrefs(page) == (href,)


@pytest.mark.parametrize("content", ["300", "", "0;", "0; url=", "soon", "0; url=" + "x" * 5_000])
def test_a_refresh_of_the_page_itself_gives_nothing(content: str) -> None:
    assert (
        frame_and_refresh_hrefs(parse_html(f'<meta http-equiv="refresh" content="{content}">', URL))
        == ()
    )


def test_frames_give_the_pages_they_show() -> None:
    frames = '<frameset><frame src="nav.html"><frame src="main.html"><frame></frameset>'
    assert frame_and_refresh_hrefs(parse_html(f"<html>{frames}</html>", URL)) == (
        "nav.html",
        "main.html",
    )


def test_inline_frames_count_only_on_pages_without_links() -> None:
    inner = '<iframe src="/list.html"></iframe>'
    assert frame_and_refresh_hrefs(parse_html(f"<body>{inner}</body>", URL)) == ("/list.html",)
    assert frame_and_refresh_hrefs(parse_html(f'<body><a href="/a">A</a>{inner}</body>', URL)) == ()


def test_the_number_of_frames_is_limited() -> None:
    frames = "".join(f'<iframe src="/{n}"></iframe>' for n in range(500))
    assert len(frame_and_refresh_hrefs(parse_html(f"<body>{frames}</body>", URL))) == 20
