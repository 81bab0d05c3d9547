"""What was fetched with credentials: for the owner's own eyes, unless the owner says otherwise."""

import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta

import httpx
import pytest
from tests.serve.conftest import Fill, MakeArticle
from tests.serve.small_home import NOW

from tidings.engine.library.library import Library
from tidings.model.articles.article import Article
from tidings.serve.app import create_app
from tidings.settings.openness import hides_subscriptions
from tidings.settings.tree import ServeSettings, Settings

_PAID_WORD = "quartzmonger"
_ADDRESSES = (
    "/",
    "/search?q=ferry",
    f"/search?q={_PAID_WORD}",
    "/search?q=",
    "/search.atom?q=ferry",
    "/feeds/post.example.atom",
    "/feeds/post.example.rss",
    "/feeds/post.example.json",
    "/sources",
    "/suggest?q=quartz",
    "/trends",
    "/statistics?since=all",
    "/live",
    "/api/search?q=ferry&facets=true&explain=true",
    f"/api/search?q={_PAID_WORD}&facets=true",
    f"/api/search?q={_PAID_WORD[:-1]}x",
    "/api/stories",
    "/api/trends",
    "/api/complete?q=quartz",
    "/api/sources",
    "/api/ledger",
    "/api/v1/search?q=ferry&facets=1&explain=1&copies=1",
    "/api/v1/search?q=ferry&sort=date",
    f"/api/v1/search?q={_PAID_WORD}&facets=1",
    "/api/v1/complete?q=quartz",
    "/api/v1/articles",
    "/why?url=https://post.example/paid",
    "/api/why?url=https://post.example/paid",
    "/api/v1/stories",
    "/api/v1/changes",
    "/api/v1/entities?since=",
    "/api/v1/entities?since=&q=quartz",
    "/api/v1/statistics?since=",
    "/api/v1/trends",
    "/api/v1/sources",
    "/api/v1/requests",
    "/api/v1/why?url=https://post.example/paid",
)


@pytest.fixture
def articles(make_article: MakeArticle) -> list[Article]:
    """One event, told by a free article and by two paid ones, and a free article of its own."""
    free = make_article("https://post.example/free", title="Old ferry line reopens")
    text = f"{free.text} The {_PAID_WORD} paid for it."
    paid = [
        make_article(
            f"https://{host}.example/paid",
            title=f"{_PAID_WORD.title()} brings the old ferry line back",
            text=text,
            html=f"<p>{text}</p>",
            standfirst=f"A {_PAID_WORD} paid.",
            tags=(_PAID_WORD,),
            published=NOW - timedelta(hours=1),
            with_login=True,
        )
        for host in ("post", "weekly")
    ]
    return [free, *paid]


@asynccontextmanager
async def _client(
    settings: Settings, serve: ServeSettings
) -> AsyncIterator[tuple[httpx.AsyncClient, Library]]:
    library = Library.open(settings, with_logins=not hides_subscriptions(serve))
    app = create_app(library, serve, clock=lambda: NOW)
    transport = httpx.ASGITransport(app)
    host = serve.public_url or "http://127.0.0.1"
    async with httpx.AsyncClient(transport=transport, base_url=host) as client:
        yield client, library
    app.state.context.close()
    library.close()


async def _answers(settings: Settings, serve: ServeSettings, more: Sequence[str]) -> dict[str, str]:
    async with _client(settings, serve) as (client, library):
        stories = [story.id for story in library.stories(10)]
        told = (f"/story/{id_}" for id_ in stories)
        api = (f"/api/stories/{id_}" for id_ in stories)
        found = {}
        for address in (*_ADDRESSES, *more, *told, *api):
            response = await client.get(address, follow_redirects=True)
            assert response.status_code == 200 or address in more, address
            found[address] = response.text.replace(f"q={_PAID_WORD}", "")
        return found


def _showing(answers: dict[str, str]) -> list[str]:
    """Return the addresses whose answers have the word, except where it was asked for."""
    return [
        address
        for address, text in answers.items()
        if _PAID_WORD in text.lower() and _PAID_WORD not in address
    ]


@pytest.mark.parametrize(
    "serve",
    [
        ServeSettings(host="0.0.0.0", open=True),
        ServeSettings(host="192.0.2.1", open=True),
        ServeSettings(public_url="https://news.example", open=True),
    ],
)
async def test_an_open_server_shows_nothing_of_them(
    grouped: Fill, articles: list[Article], serve: ServeSettings
) -> None:
    settings = grouped(articles)
    paid = [article.id for article in articles if article.with_login]
    places = ("/article/", "/api/articles/", "/api/related/", "/api/v1/articles/")
    pages = [f"{place}{id_}" for id_ in paid for place in places]
    parts = ("text", "html", "summary", "revisions", "duplicates", "related")
    pages += [f"/api/v1/articles/{id_}/{part}" for id_ in paid for part in parts]
    answers = await _answers(settings, serve, pages)
    assert _showing(answers) == []
    assert all("There is no article" in answers[page] for page in pages)


async def test_an_open_server_counts_and_tells_stories_without_them(
    grouped: Fill, articles: list[Article]
) -> None:
    settings = grouped(articles)
    async with _client(settings, ServeSettings(host="0.0.0.0", open=True)) as (client, library):
        found = (await client.get("/api/search?q=ferry&facets=true")).json()
        assert (found["total"], [hit["id"] for hit in found["hits"]]) == (1, [articles[0].id])
        assert (await client.get(f"/api/search?q={_PAID_WORD}")).json()["total"] == 0
        (story,) = library.stories(10)
        assert (story.articles, story.sources, story.lead) == (1, 1, articles[0].id)
        full = library.story(story.id)
        assert full is not None
        assert [each.article for each in full.articles] == [articles[0].id]
        assert full.story.keyphrases == ()


async def test_their_owner_sees_them_but_feeds_do_not_have_them(
    grouped: Fill, articles: list[Article]
) -> None:
    settings = grouped(articles)
    answers = await _answers(settings, ServeSettings(), [f"/api/articles/{articles[1].id}"])
    shown = _showing(answers)
    assert {"/", "/search?q=ferry", f"/api/articles/{articles[1].id}"} <= set(shown)
    assert not [address for address in shown if "feeds" in address or "search." in address]
    assert '"with_login":true' in answers[f"/api/articles/{articles[1].id}"].replace(" ", "")


async def test_the_owner_may_decide_otherwise(grouped: Fill, articles: list[Article]) -> None:
    settings = grouped(articles)
    serve = ServeSettings(host="0.0.0.0", subscriptions=True, open=True)
    shown = _showing(await _answers(settings, serve, []))
    assert {"/", "/feeds/post.example.atom", "/search.atom?q=ferry"} <= set(shown)


def test_without_paid_articles_nothing_changes(fill: Fill, articles: list[Article]) -> None:
    settings = fill([replace(article, with_login=False) for article in articles])
    for with_logins in (True, False):
        library = Library.open(settings, with_logins=with_logins)
        assert len(library.newest(10)) == 3
        library.close()


def test_tidings_serve_hides_them_if_it_has_a_public_url(
    grouped: Fill, articles: list[Article]
) -> None:
    home = grouped(articles).home
    command = [sys.executable, "-m", "tidings.cli", "serve", "--home", str(home), "--port", "0"]
    setting = "serve.public_url=https://news.example"
    command += ["--set", setting, "--open"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        url = process.stderr.readline().split()[3]
        answer = httpx.get(f"{url}api/search", params={"q": "ferry"}, timeout=60)
    finally:
        process.terminate()
        process.wait()
        process.stderr.close()
    assert [hit["id"] for hit in answer.json()["hits"]] == [articles[0].id]
