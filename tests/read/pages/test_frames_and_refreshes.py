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
def test_a_refresh_leads_on(content: str, href: str) -> None:
    quoted = content.replace('"', "&quot;")
    page = parse_html(f'<meta http-equiv="Refresh" content="{quoted}">', URL)
    assert frame_and_refresh_hrefs(page) == (href,)


@pytest.mark.parametrize("content", ["300", "", "0;", "0; url=", "soon", "0; url=" + "x" * 5_000])
def test_a_refresh_of_the_page_itself_leads_nowhere(content: str) -> None:
    assert (
        frame_and_refresh_hrefs(parse_html(f'<meta http-equiv="refresh" content="{content}">', URL))
        == ()
    )


def test_frames_lead_on() -> None:
    frames = '<frameset><frame src="nav.html"><frame src="main.html"><frame></frameset>'
    assert frame_and_refresh_hrefs(parse_html(f"<html>{frames}</html>", URL)) == (
        "nav.html",
        "main.html",
    )


def test_inner_frames_lead_on_only_where_there_are_no_links() -> None:
    inner = '<iframe src="/list.html"></iframe>'
    assert frame_and_refresh_hrefs(parse_html(f"<body>{inner}</body>", URL)) == ("/list.html",)
    assert frame_and_refresh_hrefs(parse_html(f'<body><a href="/a">A</a>{inner}</body>', URL)) == ()


def test_a_hoard_of_frames_is_cut_short() -> None:
    frames = "".join(f'<iframe src="/{n}"></iframe>' for n in range(500))
    assert len(frame_and_refresh_hrefs(parse_html(f"<body>{frames}</body>", URL))) == 20
