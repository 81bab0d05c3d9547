import pytest

from tidings.extract.content.blocks import blocks_of
from tidings.extract.metadata.title import title_of, without_name, without_site_name
from tidings.read.pages.html import parse_html
from tidings.read.pages.jsonld import LinkedArticle

LINKED = LinkedArticle(types=("NewsArticle",), headline="Rain is on its way")


def _title(markup: str, linked: LinkedArticle | None = None) -> tuple[str, str]:
    page = parse_html(markup, "https://www.daily-post.example/rain")
    return title_of(page, blocks_of(page), linked)


@pytest.mark.parametrize(
    "title",
    [
        "Rain is on its way | Daily Post",
        "Rain is on its way - DailyPost",
        "Daily Post – Rain is on its way",
        "Rain is on its way | Weather | Daily Post",
        "Rain is on its way",
    ],
)
def test_the_sites_name_is_not_part_of_the_title(title: str) -> None:
    stripped = without_site_name(title, frozenset({"dailypost"}))
    assert stripped.removesuffix(" | Weather") == "Rain is on its way"


def test_a_title_that_is_only_the_name_stays() -> None:
    assert without_site_name("Daily Post", frozenset({"dailypost"})) == "Daily Post"


def test_a_hyphen_within_a_headline_stays() -> None:
    title = "Minister - and mother of four - resigns"
    assert without_site_name(title, frozenset({"dailypost"})) == title


def test_the_heading_that_agrees_with_the_title_tag_is_the_title() -> None:
    headings = "<h1>Daily Post</h1><h1>Rain is on its way!</h1>"
    assert _title(f"<title>Rain is on its way - Daily Post</title>{headings}") == (
        "Rain is on its way!",
        "h1, title tag",
    )


def test_a_heading_that_is_only_a_label_is_not_the_title() -> None:
    page = '<meta property="og:title" content="Rain is on its way"><h1>Weather</h1>'
    assert _title(page) == ("Rain is on its way", "og:title")


def test_the_text_that_most_sources_agree_on_is_the_title() -> None:
    page = (
        "<title>Rain is on its way</title>"
        '<meta property="og:title" content="Rain is on its way">'
        "<h1>Bring an umbrella on Monday</h1>"
    )
    assert _title(page, LINKED) == ("Rain is on its way", "json-ld headline, og:title, title tag")


def test_a_printed_line_shows_which_part_of_the_title_tag_is_meant() -> None:
    page = "<title>Forum » Phones » Rain is on its way</title><h2>Rain is on its way</h2><h3>Phones"
    assert _title(page) == ("Rain is on its way", "printed line")


@pytest.mark.parametrize("tail", ["_新闻频道", "-新华网", " - 中央社"])
def test_a_chinese_title_loses_the_name_at_its_end(tail: str) -> None:
    assert without_site_name(f"台风明天登陆广东{tail}", frozenset()) == "台风明天登陆广东"


def test_json_ld_comes_before_meta() -> None:
    page = '<meta property="og:title" content="You will not believe this rain">'
    assert _title(page, LINKED) == ("Rain is on its way", "json-ld headline")


def test_a_topic_before_the_headline_is_dropped() -> None:
    page = "<h1><span>Weather</span> Rain is on its way</h1>"
    assert _title(page, LINKED) == ("Rain is on its way", "h1, json-ld headline")


def test_a_lone_heading_is_the_title_of_a_page_that_has_no_other() -> None:
    assert _title("<h1>Only this</h1>") == ("Only this", "h1")


def test_a_page_may_have_no_title() -> None:
    assert _title("<p>text</p>") == ("", "")


@pytest.mark.parametrize(
    ("title", "kept"),
    [
        ("The Paper: Flood in town", "Flood in town"),
        ("Flood in town - The Paper", "Flood in town"),
        ("Flood in town_The Paper", "Flood in town"),
        ("The Paper wins a prize", "The Paper wins a prize"),
        ("The Paper", "The Paper"),
        ("The Paper:", "The Paper:"),
    ],
)
def test_a_known_name_is_removed(title: str, kept: str) -> None:
    assert without_name(title, "The Paper") == kept


def test_without_a_name_the_title_stays() -> None:
    assert without_name(": Flood", "") == ": Flood"


@pytest.mark.parametrize(
    "headline",
    [
        "„Längst überfällig“: Stadt einigt sich auf Mietdeckel",
        "Rain is on its way, say those who know",
    ],
)
def test_a_name_printed_above_is_not_the_title_of_a_page_without_headings(headline: str) -> None:
    markup = f"""<title>Norderauer Anzeiger: {headline}</title><center>Norderauer Anzeiger</center>
        <table><td><b>{headline}</b><br>Von Silke Moorweg | 24. Februar 2026<p>Text.</table>"""
    assert _title(markup) == (headline, "printed line")


HEADLINE = "Rain is on its way to the coast"
TEXT = "<p>" + "It will rain from Monday on, and the ferries will stay in the harbour. " * 3


@pytest.mark.parametrize(
    "title", ["Harbour Notes - {}", "{} | Harbour Notes", "{} [Harbour Notes]"]
)
@pytest.mark.parametrize("home", ["/", "https://www.daily-post.example/index.html"])
def test_a_name_that_links_to_the_start_page_is_not_the_title(home: str, title: str) -> None:
    name = f"<header><h1><a href='{home}'>Harbour Notes</a></h1></header>"
    page = f"<title>{title.format(HEADLINE)}</title>{name}<h2><a href='/rain'>{HEADLINE}</a></h2>"
    assert _title(page + TEXT)[0] == HEADLINE


def test_the_logo_of_a_wiki_is_not_the_title_of_its_pages() -> None:
    logo = (
        "<h1><a href='/doku.php?id=start' accesskey='h'><img alt=''><span>Tide Wiki</span></a></h1>"
    )
    for name in ("rain", "news:rain_2026", "rain_on_its_way"):
        page = f"<title>{name} [Tide Wiki]</title>{logo}<h1 id='rain'>{HEADLINE}</h1>{TEXT}"
        assert _title(page)[0] == HEADLINE


def test_the_name_of_a_folder_above_the_page_is_not_the_title() -> None:
    page = parse_html(
        f"<title>Ada's diary: {HEADLINE}</title><h1><a href='/~ada/'>Ada's diary</a></h1>"
        f"<h3>{HEADLINE}</h3>{TEXT}",
        "https://www.daily-post.example/~ada/2026/rain",
    )
    assert title_of(page, blocks_of(page), None)[0] == HEADLINE


def test_a_known_name_is_not_the_title_although_nothing_else_is_declared() -> None:
    page = parse_html(
        f"<title>Harbour Notes</title><h1>Harbour Notes</h1><h3>{HEADLINE}</h3>{TEXT}", ""
    )
    assert title_of(page, blocks_of(page), None, "Harbour Notes") == (HEADLINE, "heading")


def test_a_page_that_has_only_its_sites_name_keeps_it() -> None:
    assert (
        _title(f"<title>Harbour Notes</title><h1><a href='/'>Harbour Notes</a></h1>{TEXT}")[0]
        == "Harbour Notes"
    )


def test_a_main_heading_that_links_to_another_view_of_the_page_is_the_title() -> None:
    page = f"<title>{HEADLINE}: a study</title><h1><a href='/full/rain'>{HEADLINE}</a></h1>"
    assert _title(page + TEXT)[0] == HEADLINE
