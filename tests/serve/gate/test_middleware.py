"""Who may pass: each kind of proof at each kind of path, on loopback, open and closed servers."""

import base64
from collections.abc import Callable

import httpx
import pytest
from fastapi import Depends, Request
from starlette.responses import Response
from tests.serve.guarded_home import PASSWORD, GuardedHome, MakeGuarded

from tidings.model.access.identity import Scope
from tidings.serve.permission import needs

CLOSED = {"host": "192.0.2.1"}
OPEN = {"host": "192.0.2.1", "open": True}
FAR = "198.51.100.7"


def basic(name: str, password: str) -> dict[str, str]:
    return {"Authorization": f"Basic {base64.b64encode(f'{name}:{password}'.encode()).decode()}"}


def with_writing(home: GuardedHome) -> GuardedHome:
    """Add a route that needs the scope write, and one that says who asks."""

    async def write() -> str:
        return "written"

    async def who(request: Request) -> dict[str, object]:
        identity = request.state.identity
        return {"name": identity.name, "scope": identity.scope, "address": request.state.address}

    home.app.add_api_route(
        "/api/write", write, methods=["POST"], dependencies=[Depends(needs(Scope.WRITE))]
    )
    home.app.add_api_route("/api/who", who)
    return home


async def get(home: GuardedHome, path: str, **headers: str) -> httpx.Response:
    async with home.client(FAR) as client:
        return await client.get(path, headers=headers)


STRANGER: dict[str, int] = {
    "/bot": 200,
    "/robots.txt": 200,
    "/static/paper.css": 200,
    "/login": 200,
    "/healthz": 200,
    "/websub/none": 404,
    "/": 303,
    "/search?q=ferry": 303,
    "/sources": 303,
    "/docs": 303,
    "/nothing": 303,
    "/api/search?q=ferry": 401,
    "/api/nothing": 401,
    "/openapi.json": 401,
    "/feeds/post.example.atom": 401,
    "/search.rss?q=ferry": 401,
    "/bot/x": 303,
    "/static/%2e%2e/api/search": 404,
    "/static%2f..%2fapi/search": 404,
    "/Static/x": 303,
}


async def test_a_closed_server_shows_strangers_only_what_is_always_open(
    guarded: MakeGuarded,
) -> None:
    home = guarded(**CLOSED)
    for path, status in STRANGER.items():
        response = await get(home, path)
        assert response.status_code == status, path
        assert "Old ferry" not in response.text, path


async def test_each_kind_of_path_says_how_to_sign_in(guarded: MakeGuarded) -> None:
    home = guarded(**CLOSED)
    feed = await get(home, "/feeds/post.example.atom")
    assert feed.headers["www-authenticate"].startswith("Basic realm=")
    program = await get(home, "/api/search")
    assert program.headers["www-authenticate"] == 'Bearer realm="tidings"'
    assert "Authorization: Bearer" in program.json()["error"]
    page = await get(home, "/search?q=a%20b&sort=date")
    assert page.headers["location"] == "/login?next=%2Fsearch%3Fq%3Da%2520b%26sort%3Ddate"


async def test_health_without_counts_is_for_everybody(guarded: MakeGuarded) -> None:
    home = guarded(**CLOSED)
    assert (await get(home, "/healthz")).json() == {"status": "ok"}
    counts = (await get(home, "/healthz", **home.bearer(Scope.READ))).json()
    assert counts["articles"] == 1
    async with home.client(FAR) as client:
        assert (await client.head("/healthz")).status_code == 200


async def test_a_token_reads_and_writes_as_far_as_its_scope(guarded: MakeGuarded) -> None:
    home = with_writing(guarded(**CLOSED))
    for scope in Scope:
        for path in ("/", "/api/search?q=ferry", "/feeds/post.example.atom"):
            assert (await get(home, path, **home.bearer(scope))).status_code == 200
        async with home.client(FAR) as client:
            written = await client.post("/api/write", headers=home.bearer(scope))
        assert written.status_code == (403 if scope is Scope.READ else 200)


async def test_the_token_of_the_settings_may_do_everything(guarded: MakeGuarded) -> None:
    home = with_writing(guarded(**CLOSED, token="s3cret"))
    async with home.client(FAR) as client:
        headers = {"Authorization": "bearer  s3cret"}
        assert (await client.post("/api/write", headers=headers)).status_code == 200


WRONG = ("Bearer wrong", "Bearer", "Bearer tdg_000000000000_" + "0" * 64, "Basic", "Basic !",
         "Basic YWRh", "Basic YWRhOng=", "Digest x", "", " ", "Bearer " + "x" * 100_000,
         "Basic w6Q6w7x0w==", "Bearer a b", "Bearer \xff")  # fmt: skip


async def test_a_wrong_proof_is_refused_even_where_strangers_may_read(
    guarded: MakeGuarded,
) -> None:
    home = guarded(**OPEN)
    async with home.client(FAR) as client:
        for header in WRONG:
            headers = {"Authorization": header.encode("latin-1")}
            response = await client.get("/api/search", headers=headers)  # type: ignore[arg-type]
            assert response.status_code == 401, header
            assert "www-authenticate" in response.headers
            assert len(response.text) < 300


async def test_two_proofs_are_refused(guarded: MakeGuarded) -> None:
    home = guarded()
    async with home.client() as client:
        headers = [("Authorization", "Bearer a"), ("Authorization", "Bearer b")]
        assert (await client.get("/api/search", headers=headers)).status_code == 400


async def test_a_revoked_token_is_refused_at_once(guarded: MakeGuarded) -> None:
    home = guarded(**CLOSED)
    assert (await get(home, "/api/search", **home.bearer(Scope.READ))).status_code == 200
    (token,) = [each for each in home.access.tokens() if each.name == "read"]
    home.access.revoke_token(token.id)
    assert (await get(home, "/api/search", **home.bearer(Scope.READ))).status_code == 401


async def test_feed_readers_may_read_with_basic_and_never_write(guarded: MakeGuarded) -> None:
    home = with_writing(guarded(**CLOSED))
    for headers in (basic("ada", PASSWORD), basic("anybody", home.tokens[Scope.ADMIN])):
        assert (await get(home, "/feeds/post.example.atom", **headers)).status_code == 200
        async with home.client(FAR, **headers) as client:
            assert (await client.get("/api/who")).json()["scope"] == "read"
            site = {"Sec-Fetch-Site": "same-origin"}
            assert (await client.post("/api/write", headers=site)).status_code == 403
            assert (await client.post("/api/write")).status_code == 403
    wrong = await get(home, "/feeds/post.example.atom", **basic("ada", "wrong"))
    assert wrong.status_code == 401
    assert wrong.headers["www-authenticate"].startswith("Basic")


@pytest.mark.parametrize("serve", [{}, OPEN], ids=["loopback", "open"])
async def test_strangers_may_read_but_not_write(
    guarded: MakeGuarded, serve: dict[str, object]
) -> None:
    home = with_writing(guarded(**serve))
    async with home.client() as client:
        assert (await client.get("/")).status_code == 200
        assert (await client.get("/healthz")).json()["articles"] == 1
        assert (await client.post("/api/write")).status_code == 401
        assert (await client.post("/api/write", headers=home.bearer(Scope.WRITE))).is_success


async def test_a_public_url_closes_a_server_on_loopback(guarded: MakeGuarded) -> None:
    home = guarded(public_url="https://news.example")
    async with home.client() as client:
        assert (await client.get("/api/search")).status_code == 401
        assert (await client.get("/api/search", headers=home.bearer(Scope.READ))).is_success


async def test_what_not_everybody_may_see_is_kept_by_no_proxy(guarded: MakeGuarded) -> None:
    home = guarded(**CLOSED)
    for path in ("/", "/feeds/post.example.atom", "/api/search"):
        caching = (await get(home, path, **home.bearer(Scope.READ))).headers["cache-control"]
        assert caching.startswith("private")
    assert (await get(home, "/static/paper.css")).headers["cache-control"].startswith("public")


async def test_what_lasts_long_can_ask_again(guarded: MakeGuarded) -> None:
    home = guarded(**CLOSED)
    asked: list[Callable[[], bool]] = []

    async def lasting(request: Request) -> str:
        asked.append(request.state.still_allowed)
        return "x"

    home.app.add_api_route("/api/lasting", lasting)
    session = home.access.begin_session(home.access.user("ada").id)
    for headers in (
        home.bearer(Scope.READ),
        basic("ada", PASSWORD),
        basic("x", home.tokens[Scope.READ]),
        {"Cookie": f"tidings-8000={session}"},
    ):
        assert (await get(home, "/api/lasting", **headers)).is_success
    assert [each() for each in asked] == [True] * 4
    home.access.remove_user("ada")
    (token,) = [each for each in home.access.tokens() if each.name == "read"]
    home.access.revoke_token(token.id)
    assert [each() for each in asked] == [False] * 4


async def session_cookie(home: GuardedHome, client: httpx.AsyncClient) -> None:
    secret = home.access.begin_session(home.access.user("ada").id)
    client.cookies.set("tidings-8000", secret)


CSRF: dict[str, tuple[dict[str, str], int]] = {
    "same-origin": ({"Sec-Fetch-Site": "same-origin"}, 200),
    "typed": ({"Sec-Fetch-Site": "none"}, 200),
    "our origin": ({"Origin": "http://127.0.0.1:8000"}, 200),
    "another site": ({"Sec-Fetch-Site": "cross-site"}, 403),
    "another port": ({"Sec-Fetch-Site": "same-site", "Origin": "http://127.0.0.1:8000"}, 403),
    "a foreign origin": ({"Origin": "https://evil.example"}, 403),
    "a hidden origin": ({"Origin": "null"}, 403),
    "no page": ({}, 403),
}


async def test_a_foreign_page_cannot_use_a_session(guarded: MakeGuarded) -> None:
    home = with_writing(guarded())
    async with home.client() as client:
        await session_cookie(home, client)
        for case, (headers, status) in CSRF.items():
            assert (await client.post("/api/write", headers=headers)).status_code == status, case
            assert (await client.get("/bot", headers=headers)).is_success  # a link from elsewhere
            proven = {**headers, **home.bearer(Scope.WRITE)}  # no page can send this
            assert (await client.post("/api/write", headers=proven)).status_code == 200


async def test_a_session_that_is_over_is_forgotten(guarded: MakeGuarded) -> None:
    home = guarded()
    async with home.client() as client:
        await session_cookie(home, client)
        assert "set-cookie" not in (await client.get("/")).headers
        home.access.end_sessions(home.access.user("ada").id)
        response = await client.get("/")
        assert response.status_code == 200
        assert response.headers["set-cookie"].startswith('tidings-8000=""; ')


async def test_any_cookie_is_read_without_failing(guarded: MakeGuarded) -> None:
    home = guarded()
    for cookie in ("tidings-8000=", "tidings-8000=x", 'tidings-8000="\\', "=;;=", "tidings-8000"):
        assert (await get(home, "/", Cookie=cookie)).status_code == 200


async def test_too_many_requests_of_an_address_wait(guarded: MakeGuarded) -> None:
    home = guarded(**CLOSED, requests_per_minute=3)
    async with home.client(FAR) as client:
        assert [(await client.get("/bot")).status_code for _ in range(5)] == [200] * 3 + [429] * 2
        refused = await client.get("/api/search")
        assert refused.status_code == 429
        assert 1 <= int(refused.headers["retry-after"]) <= 20
        assert (await client.get("/static/paper.css")).status_code == 200
        assert (await client.get("/bot", headers=home.bearer(Scope.READ))).status_code == 429
        assert (await client.get("/api/search", headers=home.bearer(Scope.READ))).is_success
    async with home.client("198.51.100.8") as client:
        assert (await client.get("/bot")).status_code == 200


async def test_too_many_wrong_proofs_are_not_checked_any_more(guarded: MakeGuarded) -> None:
    home = guarded(**CLOSED, failed_sign_ins_per_hour=2)
    async with home.client(FAR) as client:
        known = home.bearer(Scope.READ)
        assert (await client.get("/api/search", headers=known)).is_success
        for status in (401, 401, 429, 429):
            headers = {"Authorization": "Bearer wrong"}
            assert (await client.get("/api/search", headers=headers)).status_code == status
        # Who was right before goes on; who was not cannot try.
        assert (await client.get("/api/search", headers=known)).is_success
        assert (
            await client.get("/api/search", headers=home.bearer(Scope.ADMIN))
        ).status_code == 429
        assert (await client.get("/bot")).is_success
    async with home.client("198.51.100.8") as client:
        assert (await client.get("/api/search", headers=home.bearer(Scope.ADMIN))).is_success


async def test_the_address_is_what_trusted_proxies_say(guarded: MakeGuarded) -> None:
    home = with_writing(guarded(trusted_proxies=("127.0.0.1",)))
    forwarded = {"X-Forwarded-For": "6.6.6.6, 203.0.113.9"}
    async with home.client() as client:
        assert (await client.get("/api/who", headers=forwarded)).json()["address"] == "203.0.113.9"
        foreign = {**forwarded, "X-Forwarded-Host": "evil.example"}
        assert (await client.get("/api/who", headers=foreign)).status_code == 421
    async with home.client(FAR) as client:
        assert (await client.get("/api/who", headers=forwarded)).json()["address"] == FAR


@pytest.fixture
def behind_proxy(guarded: MakeGuarded) -> Callable[[], GuardedHome]:
    return lambda: with_writing(
        guarded(public_url="https://news.example", trusted_proxies=("127.0.0.1",))
    )


async def test_behind_a_proxy_our_public_origin_is_ours(
    behind_proxy: Callable[[], GuardedHome],
) -> None:
    home = behind_proxy()
    forwarded = {
        "X-Forwarded-For": "203.0.113.9",
        "X-Forwarded-Proto": "https",
        "X-Forwarded-Host": "news.example",
    }
    secret = home.access.begin_session(home.access.user("ada").id)
    cookie = {"Cookie": f"__Host-tidings={secret}"}
    async with home.client(**forwarded, **cookie) as client:
        ours = {"Origin": "https://news.example"}
        assert (await client.post("/api/write", headers=ours)).status_code == 200
        theirs = {"Origin": "http://news.example"}
        assert (await client.post("/api/write", headers=theirs)).status_code == 403
    async with home.client(**forwarded, Cookie=f"tidings-443={secret}") as client:
        assert (await client.get("/api/who")).status_code == 401


async def test_head_is_get_and_routes_can_tell(guarded: MakeGuarded) -> None:
    home = guarded()

    async def which(request: Request) -> Response:
        return Response(headers={"X-Is-Head": str(request.state.is_head)})

    home.app.add_api_route("/api/which", which)
    async with home.client() as client:
        assert (await client.get("/api/which")).headers["x-is-head"] == "False"
        assert (await client.head("/api/which")).headers["x-is-head"] == "True"


async def test_redirects_repeat_no_invented_host(guarded: MakeGuarded) -> None:
    home = guarded(**OPEN)
    async with home.client(FAR, Host="evil.example") as client:
        for path, target in (("/sources/", "/sources"), ("/static", "/static/")):
            response = await client.get(path)
            assert (response.status_code, response.headers["location"]) == (307, target)
