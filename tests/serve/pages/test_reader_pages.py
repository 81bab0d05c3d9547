import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta

import httpx
import pytest
from fastapi import FastAPI
from selectolax.lexbor import LexborHTMLParser

from tidings.engine.commands.command_values import RemoveSource, SetSource
from tidings.engine.commands.issuing import opened_commands
from tidings.model.articles.article import Article
from tidings.settings.tree import Settings

MakeArticle = Callable[..., Article]
Fill = Callable[[Sequence[Article]], Settings]
Opened = Callable[..., FastAPI]

ATTACKS = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' autofocus onfocus=alert(1) x='",
    "</title><script>alert(1)</script>",
    "javascript:alert(1)",
    "{{ 7 * 7 }}",
)


@asynccontextmanager
async def client_of(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        yield client


async def page(client: httpx.AsyncClient, path: str, status: int = 200) -> LexborHTMLParser:
    response = await client.get(path)
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    return LexborHTMLParser(response.text)


def text(tree: LexborHTMLParser, selector: str) -> str:
    node = tree.css_first(selector)
    assert node is not None, selector
    return " ".join(node.text().split())


def texts(tree: LexborHTMLParser, selector: str) -> list[str]:
    return [" ".join(node.text().split()) for node in tree.css(selector)]


def assert_harmless(tree: LexborHTMLParser) -> None:
    """Assert that the page has only our own scripts, no handlers, no styles and no bad links."""
    for script in tree.css("script"):
        assert re.fullmatch(r"/static/(paper|complete)\.js\?v=\w+", script.attributes["src"] or "")
        assert not script.text()
    for node in tree.css("*"):
        assert not [name for name in node.attributes if name.startswith("on") or name == "style"]
        for name in ("href", "src", "action"):
            target = node.attributes.get(name) or "/"
            assert target.startswith(("/", "#", "https://", "http://")), target
    assert not tree.css("style, iframe, object, embed, base, img")


async def test_the_front_page_shows_every_article_with_source_time_and_language(
    client: httpx.AsyncClient, make_article: MakeArticle
) -> None:
    tree = await page(client, "/")
    assert text(tree, "h1") == "Tidings"
    link = tree.css_first(f'a[href="/article/{make_article().id}"]')
    assert link is not None
    assert (link.text(), link.attributes["lang"]) == ("Old ferry line reopens", "en")
    assert {node.attributes["lang"] for node in tree.css("h2 a, h3 a")} == {"en", "de", "zh"}
    assert "After nine years the boats are back." in tree.html  # type: ignore[operator]
    assert "The Post" in texts(tree, ".byline .source")
    assert "zeitung.example" in texts(tree, ".byline .source")
    time = tree.css_first("time[data-relative][title='31 May 2024, 10:00 UTC']")
    assert time is not None
    assert (time.text(), time.attributes["datetime"]) == ("2 hours ago", "2024-05-31T10:00:00Z")
    assert text(tree, ".edition") == "3 articles from 3 sources"


async def test_the_masthead_has_the_day_and_a_search_box(
    client: httpx.AsyncClient, now: datetime
) -> None:
    tree = await page(client, "/")
    assert f"{now.astimezone():%A}, " in text(tree, ".date")
    form = tree.css_first("form[role=search]")
    assert form is not None
    assert (form.attributes["action"], form.attributes["method"]) == ("/search", "get")
    label = tree.css_first("label[for=box]")
    assert label is not None
    assert tree.css_first("input#box[name=q]") is not None


async def test_the_newest_come_first(
    fill: Fill, opened: Opened, make_article: MakeArticle, now: datetime
) -> None:
    articles = [
        make_article(
            f"https://post.example/{n}",
            title=f"Number {n}",
            section="",
            published=now - timedelta(hours=n),
        )
        for n in range(30)
    ]
    async with client_of(opened(fill(articles))) as client:
        tree = await page(client, "/")
    titles = texts(tree, ".lead h2, .seconds h3, .latest h3, .column h3")
    assert titles == [f"Number {n}" for n in range(19)]
    assert text(tree, ".column h2") == "The Post"


async def test_an_empty_front_page_says_what_to_do_and_reloads(fill: Fill, opened: Opened) -> None:
    async with client_of(opened(fill([]))) as client:
        tree = await page(client, "/")
        search = await page(client, "/search")
        sources = await page(client, "/sources")
    assert text(tree, ".blank h2") == "No articles yet"
    assert tree.css_first(".blank pre") is None
    assert "1 site is followed" in text(tree, ".blank")
    assert tree.css_first('meta[http-equiv="refresh"]') is not None
    assert text(search, ".blank h2") == "No articles yet"
    assert "post.example" in text(sources, ".roster")


async def test_empty_pages_show_the_command_as_it_must_be_typed(fill: Fill, opened: Opened) -> None:
    command = ".venv/bin/tidings add URL --home '/srv/my news'"
    settings = fill([])
    with opened_commands(settings) as commands:
        commands.issue(RemoveSource("https://post.example/"))
    async with client_of(opened(settings, add_command=command)) as client:
        shown = [texts(await page(client, path), ".blank pre") for path in ("/", "/search")]
    demo = ".venv/bin/tidings run --demo --home '/srv/my news'"
    assert shown == [[command, demo], [command]]


async def test_a_filled_front_page_does_not_reload(
    client: httpx.AsyncClient,
) -> None:
    assert (await page(client, "/")).css_first('meta[http-equiv="refresh"]') is None


async def test_a_search_shows_total_time_and_marked_snippets(client: httpx.AsyncClient) -> None:
    tree = await page(client, "/search?q=ferry")
    assert re.fullmatch(r"1 article for ferry \((under 1|\d+) ms\)", text(tree, ".found"))
    assert texts(tree, ".hits h2") == ["Old ferry line reopens"]
    assert texts(tree, ".hits mark") == ["ferry"]
    assert text(tree, ".hits .source") == "The Post"
    box = tree.css_first("input#q")
    assert box is not None
    assert box.attributes["value"] == "ferry"
    original = tree.css_first("a.original")
    assert original is not None
    assert original.attributes["rel"] == "noopener noreferrer nofollow"


@pytest.mark.parametrize(
    ("parameters", "titles"),
    [
        ("source=zeitung.example", ["Werft baut zwölf Fähren"]),
        ("language=zh", ["滨海新区开通首条渡轮航线"]),
        ("since=1d&sort=date", ["Old ferry line reopens"]),
        ("until=2024-05-28", ["Werft baut zwölf Fähren"]),
        ("q=渡轮", ["滨海新区开通首条渡轮航线"]),
        ("q=zeppelin", []),
    ],
)
async def test_filters_narrow_the_search(
    client: httpx.AsyncClient, parameters: str, titles: list[str]
) -> None:
    assert texts(await page(client, f"/search?{parameters}"), ".hits h2") == titles


async def test_the_form_keeps_its_values(client: httpx.AsyncClient) -> None:
    url = "/search?q=x&source=post.example&language=en&since=2024-05-01&sort=date"
    tree = await page(client, url)
    assert texts(tree, "option[selected]") == ["The Post (1)", "English", "Newest first"]
    since = tree.css_first("input#since")
    assert since is not None
    assert since.attributes["value"] == "2024-05-01"


async def test_a_search_without_hits_offers_to_remove_the_filters(
    client: httpx.AsyncClient,
) -> None:
    tree = await page(client, "/search?q=zeppelin&source=post.example")
    assert text(tree, ".blank h2") == "No results"
    assert tree.css_first('.blank a[href="/search?q=zeppelin"]') is not None


async def test_results_come_in_pages(fill: Fill, opened: Opened, make_article: MakeArticle) -> None:
    articles = [make_article(f"https://post.example/{n}", title=f"Ferry {n}") for n in range(45)]
    async with client_of(opened(fill(articles))) as client:
        pages = [
            await page(client, f"/search?q=ferry&copies=1&page={number}") for number in (1, 2, 3)
        ]
        beyond = await page(client, "/search?q=ferry&copies=1&page=9")
    titles = [title for tree in pages for title in texts(tree, ".hits h2")]
    assert sorted(titles) == sorted(article.title for article in articles)
    assert [len(texts(tree, ".hits h2")) for tree in pages] == [20, 20, 5]
    assert (
        pages[0].css_first('a[rel=next][href="/search?q=ferry&copies=1&page=2&as_of=45"]')
        is not None
    )
    assert pages[0].css_first("a[rel=prev]") is None
    assert pages[2].css_first("a[rel=next]") is None
    assert text(pages[1], ".paging span") == "Page 2 of 3"
    assert beyond.css_first('.blank a[href="/search?q=ferry&copies=1&page=3"]') is not None


@pytest.mark.parametrize(
    "parameters",
    [
        "page=-1",
        "page=99999999999999999999",
        "page=%00",
        "since=0001-01-01&until=9999-12-31",
        "since=9999-12-31&until=0001-01-01",
        "since=999999w",
        "since=%F0%9F%92%A9",
        "sort=DROP%20TABLE",
        "q=%FF%FE%00",
        "q=%22%22%22+OR+-",
        f"q={'ferry+' * 900}",
        "source=%27%20OR%201=1--",
        "language=%00",
        "q=a&q=b&page=1&page=x",
        "unknown=1",
    ],
)
async def test_no_parameter_breaks_the_search_page(
    client: httpx.AsyncClient, parameters: str
) -> None:
    assert_harmless(await page(client, f"/search?{parameters}"))


async def test_an_article_shows_everything_we_know(
    client: httpx.AsyncClient, make_article: MakeArticle
) -> None:
    tree = await page(client, f"/article/{make_article().id}")
    assert text(tree, "h1") == "Old ferry line reopens"
    assert text(tree, ".standfirst") == "After nine years the boats are back."
    assert text(tree, ".authors") == "By Ada Quill, Ben Ink"
    assert text(tree, ".byline .source") == "The Post"
    assert text(tree, ".kicker") == "Harbour"
    assert texts(tree, ".tags a") == ["ferries", "boats & quays"]
    assert tree.css_first('.tags a[href="/search?q=boats%20%26%20quays"]') is not None
    assert texts(tree, ".body p") == ["The ferry sails again.", "People cheered on the quay."]
    facts = dict(zip(texts(tree, ".facts dt"), texts(tree, ".facts dd"), strict=True))
    assert facts["Published"] == "31 May 2024, 10:00 UTC"
    assert facts["First seen here"] == "31 May 2024, 11:00 UTC"
    assert facts["Language"] == "English"
    assert facts["Revision"] == "1"
    original = tree.css_first('.original a[href="https://post.example/news/ferry"]')
    assert original is not None
    assert original.attributes["rel"] == "noopener noreferrer nofollow"
    assert text(tree, ".why summary") == "Why is this here?"
    assert texts(tree, ".why li")
    assert_harmless(tree)


async def test_an_undated_article_says_so(
    client: httpx.AsyncClient, make_article: MakeArticle
) -> None:
    tree = await page(client, f"/article/{make_article('https://chenbao.example/a').id}")
    facts = dict(zip(texts(tree, ".facts dt"), texts(tree, ".facts dd"), strict=True))
    assert facts["Published"] == "unknown"
    assert text(tree, ".byline .undated").startswith("undated, first seen")
    assert facts["Modified"] == "31 May 2024, 12:00 UTC"
    body = tree.css_first(".body")
    assert body is not None
    assert body.attributes["lang"] == "zh"


async def test_a_changed_article_names_its_revision(
    fill: Fill, opened: Opened, make_article: MakeArticle
) -> None:
    changed = make_article(title="Old ferry line reopens at last")
    async with client_of(opened(fill([make_article(), changed]))) as client:
        tree = await page(client, f"/article/{changed.id}")
    assert text(tree, "h1") == "Old ferry line reopens at last"
    assert "2 – the text has changed" in text(tree, ".facts")


@pytest.mark.parametrize("path", ["/article/0123456789abcdef", "/article/%00", "/nothing", "/x/y"])
async def test_an_unknown_address_is_a_404_page(client: httpx.AsyncClient, path: str) -> None:
    tree = await page(client, path, 404)
    assert text(tree, "main h1") == "Not Found"
    assert text(tree, ".masthead .name") == "Tidings"


async def test_sources_are_listed_with_their_counts(client: httpx.AsyncClient) -> None:
    tree = await page(client, "/sources")
    (row,) = tree.css(".roster tbody tr")
    assert row.css_first("th a").text() == "The Post"  # type: ignore[union-attr]
    assert [cell.text() for cell in row.css("td")] == ["1", "0", "0", "0", "–", "–", "due now"]
    condition = "Not visited yet. 'tidings crawl' or 'tidings run' visits it. Next visit now."
    assert condition in [each.text() for each in row.css(".address")]
    assert not row.css(".alert")


async def test_a_sources_own_settings_are_listed_without_secrets(
    fill: Fill, opened: Opened
) -> None:
    settings = fill([])
    with opened_commands(settings) as commands:
        values = ("delay=5", "languages=en,de", "headers=X-Key: hush", "proxy=u:hush@p.example:80")
        commands.issue(SetSource("post.example", values))
    async with client_of(opened(settings)) as client:
        row = text(await page(client, "/sources"), ".roster tbody tr")
        listed = (await client.get("/api/sources")).text
    words = "delay 5 s; languages en, de; headers X-Key; proxy http://p.example:80."
    assert f"Its own settings: {words}" in row
    assert "hush" not in row + listed


async def test_the_why_page_explains_any_address(client: httpx.AsyncClient) -> None:
    assert not (await page(client, "/why")).css(".explanation")
    tree = await page(client, "/why?url=https://stranger.example/x")
    assert "belongs to no followed site" in text(tree, ".reasons")
    for attack in ATTACKS:
        response = await client.get("/why", params={"url": attack})
        assert response.status_code == 200
        assert_harmless(LexborHTMLParser(response.text))


async def test_the_bot_page_explains_how_to_stop_the_crawler(client: httpx.AsyncClient) -> None:
    content = text(await page(client, "/bot"), "main")
    assert "User-agent: Tidings Disallow: /" in content
    assert "robots.txt" in content


@pytest.mark.parametrize(
    ("contact", "link"),
    [
        ("me@news.example", "mailto:me@news.example"),
        ("https://news.example/us", "https://news.example/us"),
    ],
)
async def test_the_bot_page_shows_whom_to_write_to(
    fill: Fill, opened: Opened, contact: str, link: str
) -> None:
    async with client_of(opened(fill([]), contact=contact)) as client:
        links = (await page(client, "/bot")).css("main a")
    assert [(each.text(), each.attributes["href"]) for each in links] == [(contact, link)]


async def test_the_docs_load_nothing_from_other_servers(client: httpx.AsyncClient) -> None:
    tree = await page(client, "/docs")
    assert "GET /api/search" in texts(tree, "pre")
    assert_harmless(tree)
    assert (await client.get("/redoc")).status_code == 404


async def test_search_engines_are_kept_out(client: httpx.AsyncClient) -> None:
    assert "Disallow: /" in (await client.get("/robots.txt")).text


async def test_pages_support_head(client: httpx.AsyncClient) -> None:
    assert (await client.head("/")).status_code == 200
    assert (await client.post("/")).status_code == 405


@pytest.mark.parametrize("attack", ATTACKS)
async def test_attacks_in_articles_are_harmless(
    fill: Fill, opened: Opened, make_article: MakeArticle, attack: str
) -> None:
    article = make_article(
        title=f"Ferry {attack}",
        text=f"Ferry {attack} ferry",
        html=f"<p>Ferry {attack}</p><a href='{attack}'>x</a>",
        standfirst=attack,
        authors=(attack,),
        section=attack,
        tags=(attack,),
        publisher=attack,
        image=attack,
        language="en",
    )
    async with client_of(opened(fill([article]))) as client:
        for path in ("/", "/search?q=ferry", f"/article/{article.id}"):
            assert_harmless(await page(client, path))
        tree = await page(client, f"/article/{article.id}")
        assert text(tree, "h1") == f"Ferry {attack}"
        assert text(tree, ".authors") == f"By {attack}"
        assert texts(await page(client, "/search?q=ferry"), ".snippet")[0].startswith(
            f"Ferry {attack} ferry"
        )


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize(
    "name", ["q", "source", "language", "since", "until", "sort", "page", "model", "more_like"]
)
async def test_attacks_in_the_url_are_harmless(
    client: httpx.AsyncClient, name: str, attack: str
) -> None:
    response = await client.get("/search", params={name: attack})
    assert response.status_code == 200
    tree = LexborHTMLParser(response.text)
    assert_harmless(tree)
    if name == "q":
        box = tree.css_first("input#q")
        assert box is not None
        assert box.attributes["value"] == attack
