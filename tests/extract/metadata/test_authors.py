from tidings.extract.content.blocks import blocks_of
from tidings.extract.metadata.authors import authors_of
from tidings.extract.metadata.title_position import title_position_of
from tidings.read.pages.html import parse_html
from tidings.read.pages.jsonld import LinkedArticle

TITLE = "Rain is on its way"
BYLINE = "<p>By Jane Doe</p>"


def _authors(markup: str, *names: str, newsroom: bool = False) -> tuple[tuple[str, ...], str]:
    page = parse_html(f"<h1>{TITLE}</h1>{markup}", "https://www.daily-post.example/rain")
    rooms = frozenset(names if newsroom else ())
    linked = LinkedArticle(("NewsArticle",), authors=names, newsrooms=rooms, publisher="The Post")
    found = blocks_of(page)
    return authors_of(page, found, linked, title_position_of(found, TITLE))


def test_a_person_in_json_ld_comes_first() -> None:
    assert _authors(BYLINE, "John Roe") == (("John Roe",), "json-ld author")


def test_a_person_in_the_byline_outranks_a_newsroom_a_login_and_the_site() -> None:
    for declared in ("Redaktion", "jdoe", "The Post", "Daily-Post", "admin", "Jane"):
        assert _authors(BYLINE, declared) == (("Jane Doe",), "byline")


def test_a_newsroom_is_kept_if_nobody_else_is_named() -> None:
    assert _authors("", "Redaktion") == (("Redaktion",), "json-ld author")


def test_a_newsrooms_name_is_not_split() -> None:
    assert _authors("", "The Post and AFP", newsroom=True)[0] == ("The Post and AFP",)


def test_a_meta_tag_with_a_person_outranks_a_newsroom() -> None:
    meta = '<meta name="author" content="Jane Doe">'
    assert _authors(meta, "Redaktion") == (("Jane Doe",), "meta author")


def test_a_page_may_have_no_author() -> None:
    assert _authors("") == ((), "")
