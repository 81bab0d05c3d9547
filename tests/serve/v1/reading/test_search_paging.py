"""Lists of hits, read to their end while articles arrive, change and go."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from typing import Any

import httpx
import pytest
from tests.serve.v1.reading.growing_home import NOW, GrowingHome, client_of, numbered

from tidings.engine.library.library import Library
from tidings.model.articles.article import Article
from tidings.search.entries import schema
from tidings.serve.app import create_app
from tidings.store.tables.articles.articles import set_rights
from tidings.store.tables.articles.near_duplicates import NearDuplicateRow, keep_near_duplicates


async def read_all(
    client: httpx.AsyncClient,
    params: dict[str, Any],
    between: Callable[[int], None] = lambda _: None,
) -> list[dict[str, Any]]:
    """Return all hits of all pages; `between` is called after each."""
    hits: list[dict[str, Any]] = []
    totals = set()
    for page in range(10_000):
        response = await client.get("/api/v1/search", params=params)
        assert response.status_code == 200, response.text
        body = response.json()
        hits += body["items"]
        totals.add(body["total"])
        if body["next"] is None:
            assert len(totals) == 1
            return hits
        assert body["items"]
        params = {"cursor": body["next"], "limit": params.get("limit", 10)}
        between(page)
    raise AssertionError("the list has no end")


def ids_of(articles: Sequence[Article]) -> list[str]:
    return sorted(article.id for article in articles)


def change_something(home: GrowingHome, page: int, many: int) -> Sequence[Article]:
    """Add new articles, some of them older than what is shown; revise shown and hidden ones."""
    base = 1_000_000 + page * 10
    new = [numbered(base), numbered(base + 1, published=NOW - timedelta(days=page))]
    revised = [
        numbered(number, text=f"The ferry was late on {page}. Ferry, ferry!")
        for number in (page * 7 % many, many - 1 - page * 3 % many)
    ]
    return home.keep([*new, *revised])


async def test_each_hit_comes_once_past_ten_thousand_while_articles_arrive(
    growing: GrowingHome,
) -> None:
    many = 12_050
    kept = {article.id for article in growing.keep([numbered(at) for at in range(many)])}

    def change(page: int) -> None:
        if page % 12 == 0:
            new.update(article.id for article in change_something(growing, page, many))

    async with client_of(growing) as client:
        for sort in ("date", "relevance"):
            new: set[str] = set()
            params = {"q": "ferry", "sort": sort, "limit": 100, "copies": 1}
            hits = await read_all(client, params, change)
            assert len(hits) == len(kept)
            assert {hit["id"] for hit in hits} == kept
            kept |= new


@pytest.mark.parametrize("sort", ["date", "relevance"])
async def test_thousands_of_articles_may_have_the_same_second(
    growing: GrowingHome, sort: str
) -> None:
    articles = [numbered(number, published=NOW) for number in range(3_000)]
    growing.keep(articles)
    async with client_of(growing) as client:
        hits = await read_all(client, {"q": "ferry", "sort": sort, "limit": 100, "copies": 1})
    assert sorted(hit["id"] for hit in hits) == ids_of(articles)


@pytest.mark.parametrize("sort", ["date", "relevance"])
@pytest.mark.parametrize("limit", [1, 4, 100])
async def test_articles_that_the_index_cannot_tell_apart_are_ordered_by_id(
    growing: GrowingHome, sort: str, limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "_TIE_BITS", 0)  # a publisher could choose addresses that collide
    articles = [numbered(number, published=NOW + timedelta(seconds=number // 30))
                for number in range(90)]  # fmt: skip
    growing.keep(articles)
    lengths = []
    async with client_of(growing) as client:
        params: dict[str, Any] = {"q": "ferry", "sort": sort, "limit": limit, "copies": 1}
        hits = []
        while True:
            body = (await client.get("/api/v1/search", params=params)).json()
            hits += body["items"]
            if body["next"] is None:
                break
            lengths.append(len(body["next"]))
            params = {"cursor": body["next"], "limit": limit}
            if len(lengths) < 5:
                growing.keep([numbered(500 + len(lengths), published=NOW)])
    assert sorted(hit["id"] for hit in hits) == ids_of(articles)
    assert len(hits) == len(articles)
    if sort == "date":
        order = [(hit["published"], hit["id"]) for hit in hits]
        assert order == sorted(sorted(order, key=lambda each: each[1]), key=lambda each: each[0],
                               reverse=True)  # fmt: skip
        assert max(lengths, default=0) < 300


@pytest.mark.parametrize("limit", [1, 7, 20, 100])
@pytest.mark.parametrize("sort", ["date", "relevance"])
async def test_pages_of_any_size_make_the_same_list(
    growing: GrowingHome, sort: str, limit: int
) -> None:
    articles = [numbered(number) for number in range(65)]
    growing.keep(articles)
    async with client_of(growing) as client:
        params = {"q": "ferry", "sort": sort, "copies": 1}
        whole = await read_all(client, {**params, "limit": 100})
        hits = await read_all(client, {**params, "limit": limit})
    assert [hit["id"] for hit in hits] == [hit["id"] for hit in whole]
    assert sorted(hit["id"] for hit in hits) == ids_of(articles)
    if sort == "date":
        dates = [hit["published"] for hit in hits]
        assert dates == sorted(dates, reverse=True)


async def test_a_list_of_any_word_stays_one_when_an_article_with_all_arrives(
    growing: GrowingHome,
) -> None:
    articles = [numbered(number) for number in range(40)]
    growing.keep(articles)

    def add(page: int) -> None:
        if page == 0:
            growing.keep([numbered(77, title="Ferry and zeppelin", text="Zeppelin or ferry.")])

    async with client_of(growing) as client:
        params: dict[str, Any] = {"q": "ferry zeppelin", "limit": 5, "copies": 1}
        hits = await read_all(client, params, add)
        assert [hit["id"] for hit in hits if hit["id"] not in ids_of(articles)] == []
        again = (await client.get("/api/v1/search", params=params)).json()
    assert len(hits) == 40
    assert again["total"] == 1


async def test_times_relative_to_now_stay_those_of_the_first_page(growing: GrowingHome) -> None:
    growing.keep([numbered(number, published=NOW - timedelta(hours=number)) for number in range(9)])
    clock = [NOW]
    library = Library.open(growing.settings)
    app = create_app(library, growing.settings.serve, clock=lambda: clock[0])
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:

        def wait(_: int) -> None:
            clock[0] += timedelta(hours=5)

        params = {"q": "ferry", "since": "6h", "sort": "date", "limit": 2}
        hits = await read_all(client, params, wait)
        words = await read_all(client, {"q": "ferry last 6 hours", "limit": 2, "copies": 1}, wait)
    app.state.context.close()
    library.close()
    assert len(hits) == 7
    assert len(words) == 0  # ten hours later nothing is that new


async def test_folded_copies_do_not_come_again(growing: GrowingHome) -> None:
    articles = [numbered(number) for number in range(30)]
    growing.keep(articles)
    pairs = [(articles[0].id, articles[1].id), (articles[0].id, articles[2].id)]

    def fold(connection: Any) -> None:
        for one, other in pairs:
            rows = [NearDuplicateRow(one, other, 1.0, 1.0, 1.0, "equal")]
            keep_near_duplicates(connection, other, [rows[0]._replace(article=other, other=one)])

    growing.database.write(fold).result()
    async with client_of(growing) as client:
        hits = await read_all(client, {"q": "ferry", "limit": 4})
    shown = [hit["id"] for hit in hits]
    copies = [copy["id"] for hit in hits for copy in hit["copies"]]
    assert len(copies) == 2
    assert sorted([*shown, *copies]) == ids_of(articles)


async def test_a_hit_that_is_taken_away_leaves_no_gap(growing: GrowingHome) -> None:
    articles = [numbered(number) for number in range(40)]
    growing.keep(articles)
    gone = articles[35]

    def hide(page: int) -> None:
        if page == 0:
            growing.database.write(
                partial(set_rights, article_id=gone.id, robots=gone.robots, rights=gone.rights,
                        hidden_from=NOW, now=NOW)
            ).result()  # fmt: skip

    async with client_of(growing) as client:
        params = {"q": "ferry", "limit": 5, "sort": "date", "copies": 1}
        hits = await read_all(client, params, hide)
    assert sorted(hit["id"] for hit in hits) == sorted({*ids_of(articles)} - {gone.id})


async def test_explanations_come_with_every_ranked_hit(growing: GrowingHome) -> None:
    growing.keep([numbered(number) for number in range(30)])
    async with client_of(growing) as client:
        hits = await read_all(client, {"q": "ferry", "limit": 4, "explain": 1, "copies": 1})
    ranked = [hit for hit in hits if hit["score"] > 0]
    assert len(ranked) >= 20
    assert all(hit["breakdown"]["terms"] for hit in ranked)


async def test_an_article_that_arrived_is_found_by_a_new_list_only(growing: GrowingHome) -> None:
    growing.keep([numbered(number) for number in range(4)])
    async with client_of(growing) as client:
        params: dict[str, Any] = {"q": "ferry", "limit": 2, "sort": "date", "copies": 1}
        first = (await client.get("/api/v1/search", params=params)).json()
        growing.keep([numbered(99, published=NOW - timedelta(days=9))])
        second = await client.get("/api/v1/search", params={"cursor": first["next"]})
        assert (len(second.json()["items"]), second.json()["total"]) == (2, 4)
        assert second.json()["next"] is None
        assert len(await read_all(client, params)) == 5
        pinned = await read_all(client, {**params, "as_of": first["as_of"]})
        assert len(pinned) == 4
