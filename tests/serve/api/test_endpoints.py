from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

import httpx
import pytest
from fastapi import FastAPI

from tidings.model.articles.article import Article
from tidings.settings.tree import Settings

MakeArticle = Callable[..., Article]
Fill = Callable[[Sequence[Article]], Settings]
Opened = Callable[..., FastAPI]

NO_RIGHTS = {
    "search": None,
    "ai_input": None,
    "ai_train": None,
    "tdm_reserved": None,
    "tdm_policy": None,
    "noarchive": False,
    "nosnippet": False,
    "max_snippet": None,
    "unavailable_after": None,
    "with_login": False,
}


@asynccontextmanager
async def client_of(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        yield client


async def test_a_search_answer_has_the_documented_keys(
    client: httpx.AsyncClient, make_article: MakeArticle
) -> None:
    answer = (await client.get("/api/search?q=ferry")).json()
    assert set(answer) == {
        "total", "took_ms", "hits", "model", "notes", "added", "as_of", "suggestion",
    }  # fmt: skip
    assert answer["total"] == 1
    assert answer["model"] == "news"
    assert answer["took_ms"] > 0
    (hit,) = answer["hits"]
    assert hit.pop("score") > 0
    assert hit == {
        "id": make_article().id,
        "url": "https://post.example/news/ferry",
        "title": "Old ferry line reopens",
        "source": "post.example",
        "published": "2024-05-31T10:00:00Z",
        "first_seen": "2024-05-31T11:00:00Z",
        "date_from": "published",
        "language": "en",
        "snippet": "The ferry sails again. People cheered on the quay.",
        "marks": [[4, 9]],
        "copies": [],
    }


async def test_an_undated_hit_has_no_date_and_says_when_it_was_first_seen(
    client: httpx.AsyncClient,
) -> None:
    (hit,) = (await client.get("/api/search?language=zh")).json()["hits"]
    assert hit["published"] is None
    assert hit["date_from"] == "first_seen"
    assert hit["first_seen"].startswith("2024-05-31T")
    article = (await client.get(f"/api/articles/{hit['id']}")).json()
    assert (article["published"], article["date_from"]) == (None, "first_seen")


@pytest.mark.parametrize(
    "limit",
    [
        "since=24h",
        "since=2001-01-01",
        "until=2024-06-30",
        "q=since:7d",
        "q=date:today",
        "q=last+week",
    ],
)
async def test_an_undated_article_passes_no_filter_by_date(
    client: httpx.AsyncClient, limit: str
) -> None:
    answer = (await client.get(f"/api/search?language=zh&facets=1&{limit}")).json()
    assert (answer["total"], answer["hits"]) == (0, [])
    assert answer["timeline"] is None


@pytest.mark.parametrize(
    ("parameters", "sources"),
    [
        ("", ["chenbao.example", "post.example", "zeitung.example"]),
        ("limit=1", ["chenbao.example"]),
        ("limit=1&offset=1", ["post.example"]),
        ("offset=10000", []),
        ("source=Zeitung.example", ["zeitung.example"]),
        ("language=DE", ["zeitung.example"]),
        ("since=24h", ["post.example"]),
        ("since=2024-05-31T10:00:00Z&until=2024-05-31T10:00:00Z", ["post.example"]),
        ("until=2024-05-28", ["zeitung.example"]),
        ("sort=date&since=&until=&source=", ["chenbao.example", "post.example", "zeitung.example"]),
    ],
)
async def test_parameters_filter_the_hits(
    client: httpx.AsyncClient, parameters: str, sources: list[str]
) -> None:
    response = await client.get(f"/api/search?{parameters}")
    assert [hit["source"] for hit in response.json()["hits"]] == sources


@pytest.mark.parametrize(
    ("parameters", "name"),
    [
        ("limit=0", "limit"),
        ("limit=101", "limit"),
        ("limit=ten", "limit"),
        ("offset=-1", "offset"),
        ("offset=10001", "offset"),
        ("sort=best", "sort"),
        ("since=soon", "since"),
        ("until=2024-99-99", "until"),
        ("since=1d&until=2d", "since"),
        ("language=klingon!", "language"),
        ("model=best", "model"),
        ("more_like=%3Cscript%3E", "more_like"),
        (f"q={'x' * 2001}", "q"),
    ],
)
async def test_invalid_parameters_are_refused_by_name(
    client: httpx.AsyncClient, parameters: str, name: str
) -> None:
    response = await client.get(f"/api/search?{parameters}")
    assert response.status_code == 422
    assert response.headers["content-type"] == "application/json"
    (message,) = response.json().values()
    assert message.startswith(f"{name}: ")
    assert len(message) > len(name) + 10


async def test_facets_are_counted_over_all_matches(client: httpx.AsyncClient) -> None:
    answer = (await client.get("/api/search?facets=1&limit=1")).json()
    assert {each["value"]: each["count"] for each in answer["facets"]["language"]} == {
        "en": 1,
        "de": 1,
        "zh": 1,
    }
    assert sum(step["count"] for step in answer["timeline"]["counts"]) == 2  # the dated ones
    only = (await client.get("/api/search?facets=1&q=ferry")).json()["facets"]
    assert only["source"] == [{"value": "post.example", "count": 1}]


async def test_copies_are_grouped_and_reasons_are_given_on_request(
    grouped: Fill, opened: Opened, make_article: MakeArticle
) -> None:
    text = " ".join(f"The ferry number {n} sails to the island of {n * 7}." for n in range(60))
    copies = [make_article(f"https://{name}.example/ferry", text=text) for name in ("one", "two")]
    async with client_of(opened(grouped([*copies, make_article()]))) as client:
        answer = (await client.get("/api/search?q=ferry&explain=1")).json()
        every = (await client.get("/api/search?q=ferry&copies=1")).json()
    behind = [copy["source"] for hit in answer["hits"] for copy in hit["copies"]]
    assert len(behind) == 1
    assert len(answer["hits"]) == 2
    assert len(every["hits"]) == 3
    assert "breakdown" not in every["hits"][0]
    body = answer["hits"][0]["breakdown"]
    assert body["model"] == "news"
    assert [term["added"] for term in body["terms"]][:1] == [False]
    assert sum(term["share"] for term in body["terms"]) == pytest.approx(1, abs=0.01)
    assert {factor["name"] for factor in body["factors"]} >= {"recency", "links", "title"}


@pytest.mark.parametrize("text", ['"', "(((", "title:", "a AND", "~", "lang:klingon", "*", "\0"])
async def test_no_query_is_malformed(client: httpx.AsyncClient, text: str) -> None:
    response = await client.get("/api/search", params={"q": text, "facets": "1"})
    assert response.status_code == 200
    assert set(response.json()) >= {"hits", "notes", "facets"}


async def test_notes_say_how_the_query_was_understood(client: httpx.AsyncClient) -> None:
    answer = (await client.get("/api/search", params={"q": "ferry last 7 days"})).json()
    (note,) = answer["notes"]
    assert note["kind"] == "understood"
    assert (note["start"], note["end"]) == (6, 17)
    assert [hit["source"] for hit in answer["hits"]] == ["post.example"]


async def test_a_full_article_is_returned(
    client: httpx.AsyncClient, make_article: MakeArticle
) -> None:
    article = make_article()
    answer = (await client.get(f"/api/articles/{article.id}")).json()
    expected = {
        "id": article.id,
        "url": article.url,
        "source": "post.example",
        "publisher": "The Post",
        "title": article.title,
        "standfirst": article.standfirst,
        "text": article.text,
        "html": article.html,
        "authors": ["Ada Quill", "Ben Ink"],
        "published": "2024-05-31T10:00:00Z",
        "modified": None,
        "first_seen": "2024-05-31T11:00:00Z",
        "language": "en",
        "section": "Harbour",
        "tags": ["ferries", "boats & quays"],
        "image": "https://post.example/ferry.jpg",
        "word_count": 9,
        "revision": 1,
        "gone_at": None,
        "gone_status": None,
        "rights": NO_RIGHTS,
    }
    assert {field: answer[field] for field in expected} == expected


async def test_an_article_has_its_annotations_and_their_models(
    client: httpx.AsyncClient, make_article: MakeArticle
) -> None:
    answer = (await client.get(f"/api/articles/{make_article().id}")).json()
    assert answer["language_confidence"] > 0.5
    assert answer["models"]["language"]
    assert answer["failed"] == {}
    annotations = {"summary", "keyphrases", "topics", "entities", "tone"}
    assert annotations <= answer.keys()


async def test_the_html_of_an_article_is_cleaned_again(
    fill: Fill, opened: Opened, make_article: MakeArticle
) -> None:
    article = make_article(html="<p>fine</p><script>alert(1)</script><img src=x onerror=alert(1)>")
    async with client_of(opened(fill([article]))) as client:
        answer = (await client.get(f"/api/articles/{article.id}")).json()
    assert answer["html"] == "<p>fine</p>"


async def test_an_unknown_article_is_a_404_in_json(client: httpx.AsyncClient) -> None:
    response = await client.get("/api/articles/0123456789abcdef")
    assert response.status_code == 404
    assert response.json() == {"error": "There is no article with this id."}
    assert (await client.get("/api/nothing")).json() == {
        "error": "There is no page at this address."
    }


async def test_sources_are_listed(client: httpx.AsyncClient) -> None:
    assert (await client.get("/api/sources")).json() == [
        {
            "url": "https://post.example/",
            "domain": "post.example",
            "name": "The Post",
            "folder": None,
            "added": "2024-05-31T12:00:00Z",
            "paused": None,
            "about": None,
            "about_query": None,
            "settings": {
                "delay": None,
                "faster": False,
                "languages": [],
                "include": [],
                "exclude": [],
                "headers": [],
                "proxy": None,
                "credentials": None,
            },
            "judged": 0,
            "wanted": 0,
            "articles": 1,
            "feeds": 0,
            "sitemaps": 0,
            "index_pages": 0,
            "learned_from": 0,
            "repeated_blocks": 0,
            "resting": 0,
            "synthetic": False,
            "subscriptions": [],
            "articles_per_day": 0.0,
            "freshness": None,
            "expected_age": None,
            "live": [],
            "next_visit": "2024-05-31T12:00:00Z",
            "host_rank": None,
            "domain_rank": None,
            "condition": {
                "cause": "not_visited",
                "sentence": "not visited yet",
                "advice": "'tidings crawl' or 'tidings run' visits it",
                "since": None,
                "next_attempt": "2024-05-31T12:00:00Z",
                "alarming": False,
            },
        }
    ]


async def test_a_url_is_explained(client: httpx.AsyncClient) -> None:
    answer = (await client.get("/api/why", params={"url": "https://post.example/"})).json()
    assert answer["state"] == "queued"
    assert answer["reasons"][0] == "added as a source"
    assert answer["first_known"] == "2024-05-31T12:00:00Z"
    assert (await client.get("/api/why")).status_code == 422
    unknown = await client.get("/api/why", params={"url": "not a url"})
    assert unknown.json()["state"] == "unknown"


async def test_health_returns_counts(client: httpx.AsyncClient) -> None:
    assert (await client.get("/healthz")).json() == {
        "status": "ok",
        "articles": 3,
        "indexed": 3,
        "sites": 1,
        "followers": {
            "index": {"behind": 0, "error": ""},
            "stories": {"behind": 3, "error": ""},
        },
        "crawl": None,
    }


async def test_health_includes_the_counts_of_a_crawl(fill: Fill, opened: Opened) -> None:
    counts = {"fetched": 12, "under_way": 3}
    async with client_of(opened(fill([]), health=lambda: counts)) as client:
        assert (await client.get("/healthz")).json()["crawl"] == counts


async def test_the_api_describes_itself(client: httpx.AsyncClient) -> None:
    paths = (await client.get("/openapi.json")).json()["paths"]
    assert set(paths) >= {
        "/api/alerts",
        "/api/completeness",
        "/api/search",
        "/api/articles/{article_id}",
        "/api/sources",
        "/api/why",
        "/healthz",
    }
    search = paths["/api/search"]["get"]
    assert {each["name"] for each in search["parameters"]} >= {"q", "model", "explain", "as_of"}
    body = search["responses"]["200"]["content"]["application/json"]
    assert body["schema"] == {"$ref": "#/components/schemas/AnswerOut"}
    assert body["example"]["model"] == "news"


async def test_the_api_description_has_the_real_errors(client: httpx.AsyncClient) -> None:
    body = (await client.get("/openapi.json")).json()
    assert "HTTPValidationError" not in body["components"]["schemas"]  # no answer looks like it
    v0 = {path: each for path, each in body["paths"].items() if not path.startswith("/api/v1")}
    for path, methods in v0.items():
        refusals = methods["get"]["responses"]
        assert "503" in refusals
        for status in refusals.keys() - {"200", "503"}:
            expected = refusals[status]["content"]["application/json"]["schema"]["$ref"]
            assert expected == "#/components/schemas/ProblemOut", path


async def test_completeness_lists_all_sites_and_alerts_only_silent_ones(
    client: httpx.AsyncClient,
) -> None:
    body = (await client.get("/api/completeness?hours=3")).json()
    assert [len(site["hours"]) for site in body] == [3] * len(body)
    assert body
    assert (await client.get("/api/alerts")).json() == []
    assert (await client.get("/api/completeness?hours=0")).status_code == 422
    assert (await client.get("/api/completeness?site=unknown.example")).json() == []


@pytest.mark.parametrize("path", ["/healthz", "/api/search?q=ferry", "/api/sources", "/search"])
async def test_head_is_answered_wherever_get_is(client: httpx.AsyncClient, path: str) -> None:
    head, get = await client.head(path), await client.get(path)
    assert head.status_code == get.status_code == 200
    assert head.headers["content-type"] == get.headers["content-type"]
    assert head.content == b""
