"""Cursors that were made up or changed."""

import base64
import json
import zlib

import pytest
from tests.serve.hostile.raw_requests import RawAnswer, request
from tests.serve.served_home import ServedHome

LISTS = ("/api/v1/search", "/api/v1/articles", "/api/v1/stories", "/api/v1/changes")


def made_up(position: object, version: bytes = b"\x01") -> str:
    """Return a cursor without its signature, as somebody would make it who has read our code."""
    content = json.dumps([[["q", "ferry"]], 0, position]).encode()
    return base64.urlsafe_b64encode(b"\0" * 12 + version + zlib.compress(content)).decode()


FORGED = {
    "words": "next",
    "zero": "0",
    "a number": "10000",
    "empty JSON": base64.urlsafe_b64encode(b"{}").decode(),
    "no signature": made_up(["1"]),
    "another version": made_up(["1"], b"\x02"),
    "SQL": made_up("'; DROP TABLE articles; --"),
    "a bomb": base64.urlsafe_b64encode(b"\0" * 12 + b"\1" + zlib.compress(b"[" * 10**7)).decode(),
    "very long": "A" * 40_000,
    "not ASCII": "%C3%BC" * 10,
    "NUL": "%00",
    "a pickle": base64.urlsafe_b64encode(b"\x80\x04\x95.").decode(),
    "padding": "====",
}


def refused(answer: RawAnswer) -> bool:
    """Return whether a cursor was refused with a sentence that says what to do."""
    return answer.status == 400 and "begin" in json.loads(answer.body)["detail"]


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_cursor_is_refused(site: ServedHome, name: str) -> None:
    for path in LISTS:
        answer = request(site.port, f"{path}?cursor={FORGED[name]}")
        assert refused(answer), (path, answer.status, answer.body)


def real_cursor(site: ServedHome) -> str:
    answer = request(site.port, "/api/v1/articles?limit=1")
    cursor: str = json.loads(answer.body)["next"]
    return cursor


def test_a_changed_cursor_is_refused(site: ServedHome) -> None:
    cursor = real_cursor(site)
    assert request(site.port, f"/api/v1/articles?cursor={cursor}").status == 200
    for at in range(0, len(cursor) - 1, 7):
        other = "A" if cursor[at] != "A" else "B"
        changed = cursor[:at] + other + cursor[at + 1 :]
        assert refused(request(site.port, f"/api/v1/articles?cursor={changed}")), at


def test_a_cursor_serves_its_own_list_with_its_own_parameters(site: ServedHome) -> None:
    cursor = real_cursor(site)
    for target in ("/api/v1/stories?", "/api/v1/articles?language=de&"):
        assert refused(request(site.port, f"{target}cursor={cursor}"))


def test_a_cursor_of_another_home_is_refused(site: ServedHome) -> None:
    """Each home signs with a key of its own."""
    foreign = "mW7JbI2mA0t0fXhmAXgBixvKMbDQM9AxMjAyMTI1MDI1MTIzMjYyNDIyMjA1NTQxNgUAHxkDzA"
    assert refused(request(site.port, f"/api/v1/articles?cursor={foreign}"))
