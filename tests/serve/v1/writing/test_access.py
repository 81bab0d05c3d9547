"""Tokens and users over HTTP, for admins."""

from typing import Any

import httpx
import pytest
from tests.serve.guarded_home import PASSWORD, GuardedHome, MakeGuarded
from tests.serve.v1.writing.conftest import V1

from tidings.model.access.identity import Scope


async def test_a_token_is_made_used_and_revoked(
    home: GuardedHome, admin: httpx.AsyncClient
) -> None:
    body = {"name": "phone", "scope": "write", "expires": "2096-01-01T00:00:00+01:00"}
    made = await admin.post("/tokens", json=body)
    assert made.status_code == 201, made.text
    token = made.json()
    assert (token["name"], token["scope"], token["user"]) == ("phone", "write", None)
    assert token["expires"] == "2095-12-31T23:00:00Z"
    assert made.headers["cache-control"] == "no-store"
    async with home.client(url=V1, Authorization=f"Bearer {token['token']}") as phone:
        assert (await phone.get("/me")).json()["name"] == "phone"
        assert (await phone.post("/sources/post.example/pause")).status_code == 200
        listed = await admin.get("/tokens")
        assert token["token"] not in listed.text
        assert token["id"] in [each["id"] for each in listed.json()["items"]]
        revoked = [(await admin.delete(f"/tokens/{token['id']}")).status_code for _ in range(2)]
        assert revoked == [204, 204]
        assert (await phone.post("/sources/post.example/resume")).status_code == 401
    assert (await admin.delete("/tokens/nobody")).status_code == 404


async def test_lists_of_tokens_and_users_have_pages(admin: httpx.AsyncClient) -> None:
    for path, key in (("/tokens", "id"), ("/users", "name")):
        everything = [each[key] for each in (await admin.get(path)).json()["items"]]
        found: list[str] = []
        params: dict[str, Any] = {"limit": 1}
        while True:
            page = (await admin.get(path, params=params)).json()
            found += [each[key] for each in page["items"]]
            if page["next"] is None:
                break
            params = {"limit": 1, "cursor": page["next"]}
        assert found == everything


async def test_a_user_is_added_changed_and_removed(
    home: GuardedHome, admin: httpx.AsyncClient
) -> None:
    body = {"name": "Bob", "password": PASSWORD, "role": "read"}
    added = await admin.post("/users", json=body)
    assert (added.status_code, added.json()["name"]) == (201, "bob")
    assert PASSWORD not in added.text
    assert (await admin.post("/users", json=body)).status_code == 409
    changed = await admin.patch("/users/bob", json={"role": "write"})
    assert changed.json()["role"] == "write"
    assert (
        await admin.patch("/users/bob", json={"password": f"{PASSWORD} two"})
    ).status_code == 200
    identity = home.access.password("bob", f"{PASSWORD} two")
    assert identity is not None
    assert identity.scope is Scope.WRITE
    assert (await admin.get("/users/bob")).json() == changed.json()
    assert [(await admin.delete("/users/bob")).status_code for _ in range(2)] == [204, 404]


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("/tokens", {"name": ""}, "name"),
        ("/tokens", {"name": "x", "scope": "root"}, "scope"),
        ("/tokens", {"name": "x", "expires": "tomorrow"}, "expires"),
        ("/tokens", {"name": "x", "expires": "2096-01-01T00:00:00"}, "expires"),
        ("/tokens", {"name": "x", "expires": "0001-01-01T00:00:00+14:00"}, "expires"),
        ("/tokens", {"name": "x", "expires": "2001-01-01T00:00:00Z"}, "expires"),
        ("/tokens", {"name": "x", "secret": "mine"}, "secret"),
        ("/users", {"name": "a:b", "password": PASSWORD}, "name"),
        ("/users", {"name": "bob", "password": "short"}, "password"),
        ("/users", {"name": "bob"}, "password"),
    ],
    ids=["name", "scope", "words", "zone", "overflow", "past", "secret", "colon", "weak", "none"],
)
async def test_a_bad_field_of_access_is_refused_by_its_name(
    admin: httpx.AsyncClient, path: str, body: dict[str, Any], field: str
) -> None:
    refused = await admin.post(path, json=body)
    assert refused.status_code == 422, refused.text
    assert [error["name"] for error in refused.json()["errors"]] == [field]


async def test_only_admins_see_and_change_access(
    stranger: httpx.AsyncClient, writer: httpx.AsyncClient
) -> None:
    for method, path in (
        ("GET", "/tokens"),
        ("POST", "/tokens"),
        ("DELETE", "/tokens/x"),
        ("GET", "/users"),
        ("POST", "/users"),
        ("PATCH", "/users/ada"),
        ("DELETE", "/users/ada"),
    ):
        assert (await stranger.request(method, path)).status_code == 401, path
        assert (await writer.request(method, path)).status_code == 403, path


async def test_the_last_admin_cannot_lock_everybody_out(
    home: GuardedHome, admin: httpx.AsyncClient
) -> None:
    (own,) = (each.id for each in home.access.tokens() if each.scope is Scope.ADMIN)
    refused = await admin.delete(f"/tokens/{own}")
    assert (refused.status_code, "another admin" in refused.json()["detail"]) == (409, True)
    body = {"name": "chief", "password": PASSWORD, "role": "admin"}
    assert (await admin.post("/users", json=body)).status_code == 201
    assert (await admin.delete(f"/tokens/{own}")).status_code == 204
    session = home.access.begin_session(home.access.user("chief").id)
    made = home.access.add_token("spare", Scope.ADMIN, user="chief")
    assert session
    async with home.client(url=V1, Authorization=f"Bearer {made.text}") as chief:
        assert (await chief.delete("/users/chief")).status_code == 409
        assert (await chief.patch("/users/chief", json={"role": "read"})).status_code == 409
        body = {"password": f"{PASSWORD} new", "role": "admin"}
        assert (await chief.patch("/users/chief", json=body)).status_code == 200


async def test_with_a_token_in_the_settings_nobody_is_locked_out(guarded: MakeGuarded) -> None:
    home = guarded(token="a-long-token-of-the-settings")
    (own,) = (each.id for each in home.access.tokens() if each.scope is Scope.ADMIN)
    async with home.client(url=V1, **home.bearer(Scope.ADMIN)) as admin:
        assert (await admin.delete(f"/tokens/{own}")).status_code == 204
