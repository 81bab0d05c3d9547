"""Signing in by password and by one-time link, and out again."""

import asyncio
from collections.abc import Callable

import httpx
from tests.serve.guarded_home import PASSWORD, MakeGuarded

from tidings.model.access.identity import Scope

CLOSED = {"host": "192.0.2.1"}
OURS = {"Origin": "http://127.0.0.1:8000"}
FORM = {"name": "ada", "password": PASSWORD, "next": "/search?q=a"}


async def test_a_password_begins_a_session_and_signing_out_ends_it(guarded: MakeGuarded) -> None:
    home = guarded(**CLOSED)
    async with home.client(**OURS) as client:
        assert (await client.get("/")).headers["location"] == "/login?next=%2F"
        page = await client.get("/login?next=/sources")
        assert 'value="/sources"' in page.text
        assert page.headers["cache-control"] == "no-store"
        signed_in = await client.post("/login", data=FORM)
        assert (signed_in.status_code, signed_in.headers["location"]) == (303, "/search?q=a")
        cookie = signed_in.headers["set-cookie"].lower()
        assert cookie.startswith("tidings-8000=tds_")
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
        assert "secure" not in cookie
        assert (await client.get("/")).status_code == 200
        assert "Signed in as ada" in (await client.get("/login")).text
        kept = dict(client.cookies)
        signed_out = await client.post("/logout")
        assert (signed_out.status_code, signed_out.headers["location"]) == (303, "/login")
        assert not client.cookies
    async with home.client(Cookie=f"tidings-8000={kept['tidings-8000']}") as client:
        assert (await client.get("/")).status_code == 303


async def test_over_tls_the_cookie_is_bound_to_this_host(guarded: MakeGuarded) -> None:
    home = guarded(public_url="https://news.example/")
    async with home.client(url="https://news.example", Origin="https://news.example") as client:
        signed_in = await client.post("/login", data=FORM)
        cookie = signed_in.headers["set-cookie"]
        assert cookie.startswith("__Host-tidings=")
        assert "Secure" in cookie
        assert "Path=/" in cookie
        assert "domain" not in cookie.lower()
        assert (await client.get("/")).status_code == 200


WRONG: tuple[dict[str, str], ...] = (
    {"name": "ada", "password": "wrong"},
    {"name": "nobody", "password": PASSWORD},
    {"name": "owner", "password": ""},
    {"x": "y"},
    {"name": "<b>\ud7ff\0", "password": "x" * 9_000},
)


async def test_who_is_wrong_is_told_the_same(guarded: MakeGuarded) -> None:
    async with guarded(**CLOSED).client(**OURS) as client:
        for form in WRONG:
            response = await client.post("/login", data=form)
            assert response.status_code == 403
            assert "Name or password is wrong." in response.text
            assert "set-cookie" not in response.headers
            assert "<b>" not in response.text
            assert PASSWORD not in response.text


ELSEWHERE = ("//evil.example/", "https://evil.example", "/\\evil.example", "\\/evil", "data:x",
             "", "/\r\nSet-Cookie: a=b", "/\t/evil.example")  # fmt: skip


async def test_nobody_is_sent_to_another_site(guarded: MakeGuarded) -> None:
    async with guarded(**CLOSED).client(**OURS) as client:
        for onward in ELSEWHERE:
            response = await client.post("/login", data={**FORM, "next": onward})
            assert response.headers["location"] == "/"
            assert response.headers.get_list("set-cookie")[0].startswith("tidings-")


async def test_a_foreign_page_signs_nobody_in_or_out(guarded: MakeGuarded) -> None:
    async with guarded(**CLOSED).client(**OURS) as client:
        for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
            assert (await client.post("/login", data=FORM, headers=headers)).status_code == 403
        await client.post("/login", data=FORM)
        foreign = {"Origin": "https://evil.example"}
        assert (await client.post("/logout", headers=foreign)).status_code == 403
        assert (await client.get("/")).status_code == 200


async def test_a_session_that_was_brought_along_is_not_taken_over(guarded: MakeGuarded) -> None:
    home = guarded(**CLOSED)
    planted = home.access.begin_session(home.access.user("ada").id)
    async with home.client(**OURS) as client:
        headers = {"Cookie": f"tidings-8000={planted}"}
        response = await client.post("/login", data=FORM, headers=headers)
        assert planted not in response.headers["set-cookie"]
    assert home.access.session(planted) is None


async def test_guessing_passwords_soon_has_to_wait(guarded: MakeGuarded) -> None:
    home = guarded(**CLOSED, failed_sign_ins_per_hour=2)
    async with home.client("198.51.100.7", **OURS) as client:
        wrong = {"name": "ada", "password": "wrong"}
        statuses = [(await client.post("/login", data=wrong)).status_code for _ in range(3)]
        assert statuses == [403, 403, 429]
        right = await client.post("/login", data=FORM)
        assert right.status_code == 429
        assert int(right.headers["retry-after"]) > 60
    async with home.client("198.51.100.8", **OURS) as client:
        for _ in range(4):  # what is right costs nothing
            assert (await client.post("/login", data=FORM)).status_code == 303


async def test_forms_are_limited(guarded: MakeGuarded) -> None:
    async with guarded(**CLOSED).client(**OURS) as client:
        long = {"name": "a", "password": "x" * 20_000}
        assert (await client.post("/login", data=long)).status_code == 413
        assert (await client.post("/login", json=FORM)).status_code == 415
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        for body in (b"\xff=\xff", b"&".join(b"a=b" for _ in range(50))):
            answer = await client.post("/login", content=body, headers=kind)
            assert answer.status_code == 400


async def test_a_link_signs_the_owner_in_once(guarded: MakeGuarded) -> None:
    home = guarded(**CLOSED)
    key = home.access.one_time_link()
    async with home.client() as client:
        link = f"/login?key={key}"
        for headers in ({"Sec-Purpose": "prefetch;prerender"}, {"Purpose": "prefetch"}):
            assert (await client.get(link, headers=headers)).status_code == 204
        assert (await client.head(link)).status_code == 204
        signed_in = await client.get(link)
        assert (signed_in.status_code, signed_in.headers["location"]) == (303, "/")
        assert "Signed in as owner" in (await client.get("/login")).text
    async with home.client() as client:
        again = await client.get(link)
        assert again.status_code == 403
        assert "used already" in again.text
        assert key not in again.text
        assert "set-cookie" not in again.headers


async def test_of_two_who_open_a_link_one_gets_in(guarded: MakeGuarded) -> None:
    home = guarded(**CLOSED)
    for _ in range(5):
        link = f"/login?key={home.access.one_time_link()}"
        async with home.client() as one, home.client() as two:
            answers = await asyncio.gather(*(each.get(link) for each in (one, two, one, two)))
        assert sorted(each.status_code for each in answers) == [303, 403, 403, 403]


async def test_wrong_links_are_refused(guarded: MakeGuarded) -> None:
    async with guarded(**CLOSED).client() as client:
        for key in ("x", "tdl_000000000000_" + "0" * 64, "tds_", "%00", "x" * 200):
            assert (await client.get(f"/login?key={key}")).status_code == 403


async def test_the_owner_may_write_and_more(guarded: MakeGuarded) -> None:
    home = guarded()
    session = home.access.use_link(home.access.one_time_link())
    assert session is not None
    identity = home.access.session(session)
    assert identity is not None
    assert identity.may(Scope.ADMIN)


async def test_without_access_nobody_signs_in(
    opened: Callable[..., object], fill: Callable[..., object]
) -> None:
    app = opened(fill([]))
    transport = httpx.ASGITransport(app)  # type: ignore[arg-type]
    async with httpx.AsyncClient(
        transport=transport, base_url="http://127.0.0.1:8000", headers=OURS
    ) as client:
        assert (await client.post("/login", data=FORM)).status_code == 403
        assert (await client.get("/login?key=x")).status_code == 403
        headers = {"Cookie": "tidings-8000=x"}
        assert (await client.get("/", headers=headers)).status_code == 200
        assert (await client.post("/logout", headers=headers)).status_code == 303
