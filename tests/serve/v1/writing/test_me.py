"""What a user keeps, over HTTP."""

import httpx
import pytest
from tests.serve.guarded_home import GuardedHome


async def test_everybody_is_told_who_they_are(
    stranger: httpx.AsyncClient, writer: httpx.AsyncClient, ada: httpx.AsyncClient
) -> None:
    nobody = (await stranger.get("/me")).json()
    assert (nobody["name"], nobody["scope"], nobody["proof"]) == (None, "read", "none")
    token = (await writer.get("/me")).json()
    assert (token["name"], token["scope"], token["keeps"]) == ("write", "write", False)
    user = (await ada.get("/me")).json()
    assert (user["scope"], user["keeps"], user["last_visit"]) == ("write", True, None)
    assert (await ada.post("/me/visit")).json() == {"last_visit": None}
    visit = (await ada.post("/me/visit")).json()["last_visit"]
    assert visit.endswith("Z")
    assert (await ada.get("/me")).json()["last_visit"].endswith("Z")


async def test_articles_are_marked_and_listed(ada: httpx.AsyncClient) -> None:
    (hit,) = (await ada.get("/search?q=ferry")).json()["items"]
    path = f"/me/articles/{hit['id']}"
    none = {"id": hit["id"], "read": False, "starred": False, "hidden": False}
    assert (await ada.get(path)).json() == none
    marked = await ada.patch(path, json={"starred": True, "read": True})
    assert marked.json() == {**none, "starred": True, "read": True}
    assert (await ada.patch(path, json={})).json() == marked.json()
    (starred,) = (await ada.get("/me/articles")).json()["items"]
    assert (starred["id"], starred["article"]["title"]) == (hit["id"], hit["title"])
    assert (await ada.get("/me/articles?mark=hidden")).json()["items"] == []
    assert (await ada.patch(path, json={"starred": False})).json() == {**none, "read": True}
    assert (await ada.patch("/me/articles/none", json={"read": True})).status_code == 404
    assert (await ada.patch(path, json={"read": 1})).status_code == 422


async def test_marks_have_pages(ada: httpx.AsyncClient) -> None:
    (hit,) = (await ada.get("/search?q=ferry")).json()["items"]
    await ada.patch(f"/me/articles/{hit['id']}", json={"starred": True})
    page = (await ada.get("/me/articles?limit=1")).json()
    assert (len(page["items"]), page["next"]) == (1, None)
    for word in ("football", "golf", "chess"):
        assert (
            await ada.post("/me/mutes", json={"kind": "word", "muted": word})
        ).status_code == 200
    await ada.post("/me/mutes", json={"kind": "source", "muted": "Tabloid.example"})
    first = (await ada.get("/me/mutes?limit=3")).json()
    rest = (await ada.get("/me/mutes", params={"cursor": first["next"]})).json()
    found = [each["muted"] for each in (*first["items"], *rest["items"])]
    assert (found, rest["next"]) == (["tabloid.example", "chess", "football", "golf"], None)


async def test_what_is_muted_is_unmuted(ada: httpx.AsyncClient) -> None:
    await ada.post("/me/mutes", json={"kind": "word", "muted": "Either/Or"})
    assert [(await ada.delete("/me/mutes/word/either/or")).status_code for _ in range(2)] == [
        204,
        204,
    ]
    assert (await ada.get("/me/mutes")).json()["items"] == []
    assert (await ada.post("/me/mutes", json={"kind": "word", "muted": ""})).status_code == 422
    assert (await ada.post("/me/mutes", json={"kind": "mood", "muted": "x"})).status_code == 422
    assert (await ada.delete("/me/mutes/mood/x")).status_code == 422


async def test_stories_that_do_not_exist_are_not_followed(ada: httpx.AsyncClient) -> None:
    for story in ("99999", "x", "9" * 40):
        assert (await ada.put(f"/me/stories/{story}")).status_code == 404
    assert (await ada.delete("/me/stories/99999")).status_code == 204
    assert (await ada.get("/me/stories")).json() == {"items": [], "next": None}


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/me/visit"),
        ("GET", "/me/articles"),
        ("PATCH", "/me/articles/x"),
        ("GET", "/me/mutes"),
        ("PUT", "/me/stories/1"),
    ],
    ids=["visit", "articles", "mark", "mutes", "story"],
)
async def test_only_users_keep_something(
    home: GuardedHome,
    stranger: httpx.AsyncClient,
    writer: httpx.AsyncClient,
    method: str,
    path: str,
) -> None:
    body: dict[str, bool] | None = {} if method == "PATCH" else None
    assert (await stranger.request(method, path, json=body)).status_code == 401
    refused = await writer.request(method, path, json=body)
    assert (refused.status_code, "token of no user" in refused.json()["detail"]) == (403, True)
