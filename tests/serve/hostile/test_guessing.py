"""Guessing tokens and passwords: it is counted, and no answer says how close a guess was."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from tests.serve.hostile.raw_requests import RawAnswer, request
from tests.serve.served_home import ServedHome, served_home

from tidings.engine.access.access import Access
from tidings.engine.access.home_access import opened_access
from tidings.model.access.identity import Scope
from tidings.settings.tree import ServeSettings, Settings

HOST = "news.example"
UNKNOWN = f"tdg_{'a' * 12}_{'b' * 64}"


@pytest.fixture(scope="module")
def public(home_settings: Settings) -> Iterator[ServedHome]:
    """A server that others can reach: on this computer alone, far more guesses are accepted."""
    serve = ServeSettings(
        port=0, open=True, public_url=f"http://{HOST}/", failed_sign_ins_per_hour=0
    )
    with served_home(replace(home_settings, serve=serve)) as site:
        yield site


def sent(site: ServedHome, token: str) -> RawAnswer:
    header = f"Authorization: Bearer {token}"
    return request(site.port, "/api/v1/search?q=ferry", header, host=HOST)


def same_form(token: str) -> str:
    """Return a token with the same secret and an id that nobody has."""
    kind, _, secret = token.split("_")
    return f"{kind}_{'0' * 12}_{secret}"


def wrong_secret(token: str) -> str:
    return token[:-4] + ("0000" if token[-4:] != "0000" else "1111")


def test_no_answer_says_how_close_a_guess_was(public: ServedHome) -> None:
    access = public.home_access.access
    ended = datetime.now(UTC) - timedelta(hours=1)
    right = access.add_token("right", Scope.READ).text
    revoked = access.add_token("revoked", Scope.READ)
    access.revoke_token(revoked.token.id)
    with opened_access(public.settings, lambda: ended - timedelta(days=1)) as before:
        expired = before.access.add_token("expired", Scope.READ, ended)
    guesses = [UNKNOWN, same_form(right), wrong_secret(right), revoked.text, expired.text, "x"]
    answers = [sent(public, guess) for guess in guesses]
    assert sent(public, right).status == 200
    assert {answer.status for answer in answers} == {401}
    bodies = {answer.body for answer in answers}
    assert len(bodies) == 1
    heads = {str([pair for pair in answer.headers if pair[0] != "date"]) for answer in answers}
    assert len(heads) == 1


@contextmanager
def counted_hashes(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Yield a list of the costs of all hashes that are made in the block."""
    made: list[int] = []
    scrypt = hashlib.scrypt

    def count(*args: Any, **kwargs: Any) -> bytes:
        made.append(kwargs["n"] * kwargs["r"] * kwargs["p"])
        return scrypt(*args, **kwargs)

    with monkeypatch.context() as patch:
        patch.setattr(hashlib, "scrypt", count)
        yield made


def work(monkeypatch: pytest.MonkeyPatch, access: Access, token: str) -> list[int]:
    with counted_hashes(monkeypatch) as made:
        assert access.token(token) is None
    return made


def test_an_unknown_token_costs_as_much_as_a_wrong_one(
    public: ServedHome, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that the time of an answer says nothing: the same hashes are made."""
    access = public.home_access.access
    right = access.add_token("timed", Scope.READ).text
    wrong = work(monkeypatch, access, wrong_secret(right))
    assert len(wrong) == 1
    assert work(monkeypatch, access, same_form(right)) == wrong


def test_an_unknown_user_costs_as_much_as_a_wrong_password(
    public: ServedHome, monkeypatch: pytest.MonkeyPatch
) -> None:
    access = public.home_access.access
    access.add_user("ada", "correct horse battery", Scope.READ)
    made: dict[str, list[int]] = {}
    for name in ("ada", "nobody", "a" * 10_000):
        with counted_hashes(monkeypatch) as hashes:
            assert access.password(name, "wrong password") is None
        made[name] = hashes
    assert len(made["ada"]) == 1
    assert all(hashes == made["ada"] for hashes in made.values())


def test_guessing_soon_has_to_wait_and_learns_nothing_then(home_settings: Settings) -> None:
    """A right token is not told from a wrong one any more, but who had used it before goes on."""
    serve = ServeSettings(
        port=0, open=True, public_url=f"http://{HOST}/", failed_sign_ins_per_hour=5
    )
    with served_home(replace(home_settings, serve=serve)) as site:
        used, unused = site.token(Scope.READ), site.token(Scope.READ)
        assert sent(site, used).status == 200
        statuses = [sent(site, wrong_secret(unused)).status for _ in range(8)]
        assert statuses == [401] * 5 + [429] * 3
        blocked, wrong = sent(site, unused), sent(site, UNKNOWN)
        assert blocked.status == wrong.status == 429
        assert int(blocked.header("retry-after") or 0) > 0
        assert sent(site, used).status == 200
        assert request(site.port, "/api/v1/search?q=ferry", host=HOST).status == 200


LOOKALIKES = ("аdmin", "ａｄｍｉｎ", "admin\u200b", "adm\u0131n", "\u202eadmin")


@pytest.mark.parametrize("name", LOOKALIKES, ids=ascii)
def test_a_name_that_looks_like_another_opens_nothing_of_it(public: ServedHome, name: str) -> None:
    """Either it is the same name, spelled otherwise, or it is nobody's; never another account."""
    access = public.home_access.access
    if not any(user.name == "admin" for user in access.users()):
        access.add_user("admin", "correct horse battery", Scope.ADMIN)
    found = access.password(name, "correct horse battery")
    assert found is None or found.name == "admin"
    assert name not in {user.name for user in access.users()}
