import pytest

from tidings.read.pages.html import parse_html
from tidings.read.pages.masthead import masthead_name


def _name(body: str, title: str = "El Faro | Noticias", url: str = "https://faro.example/") -> str:
    return masthead_name(parse_html(f"<title>{title}</title><body>{body}", url))


@pytest.mark.parametrize(
    "body",
    [
        '<h1><a href="/">El Faro</a></h1>',
        '<h1><a href="https://faro.example">El  Faro</a></h1>',
        '<a href="/" class="site-logo"><img src="x.png" alt="El Faro"></a>',
        '<div id="masthead"><div><a href="./">El Faro</a></div></div>',
    ],
)
def test_the_name_is_a_heading_or_logo_that_links_to_the_front_page(body: str) -> None:
    assert _name(body) == "El Faro"


@pytest.mark.parametrize(
    ("body", "title"),
    [
        ('<nav><a href="/">Home</a></nav>', "Home | El Faro"),
        ('<h1><a href="/">Welcome back</a></h1>', "El Faro"),
        ('<h2><a href="/2026/faro">El Faro</a></h2>', "El Faro"),
        ('<h1><a href="/"></a></h1>', "El Faro"),
        ('<h1><a href="/">El Faro</a></h1>', ""),
        ('<h1><a href="http://[">El Faro</a></h1>', "El Faro"),
    ],
)
def test_menus_headlines_and_slogans_are_not_names(body: str, title: str) -> None:
    assert _name(body, title) == ""


def test_a_copyright_notice_confirms_the_name_as_well_as_the_title() -> None:
    body = '<h1><a href="/">El Faro</a></h1><p>{} 2026 El Faro. Reservados</p>'
    assert _name(body.format("©"), "Noticias") == "El Faro"
    assert _name(body.format("In"), "Noticias") == ""


def test_only_the_front_page_names_the_site() -> None:
    assert _name('<h1><a href="/a/b">El Faro</a></h1>', url="https://faro.example/a/b") == ""
    assert _name('<h1><a href="/?p=1">El Faro</a></h1>', url="https://faro.example/?p=1") == ""
