import pytest
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from tidings.serve.v1.frame.answer import answer, etag_of, matches, validated


def request_with(*tags: str, method: str = "GET") -> Request:
    headers = [(b"if-none-match", tag.encode()) for tag in tags]
    return Request({"type": "http", "method": method, "headers": headers})


TAG = 'W/"abc"'


@pytest.mark.parametrize(
    ("header", "is_match"),
    [
        ('W/"abc"', True),
        ('"abc"', True),
        ('"x", W/"abc"', True),
        (' W/"x" ,"abc" ', True),
        ("*", True),
        ('"abd"', False),
        ("abc", False),
        ("", False),
        ('"ab", "c"', False),
    ],
    ids=["weak", "strong", "list", "spaces", "any", "other", "unquoted", "empty", "parts"],
)
def test_validators_are_compared_weakly(header: str, is_match: bool) -> None:
    assert matches(TAG, header) is is_match


def test_equal_answers_are_equal_whatever_time_they_took() -> None:
    one = validated(request_with(), answer({"a": "é"}, took_ms=1.25))
    other = validated(request_with(), answer({"a": "é"}, took_ms=99))
    assert one.headers["etag"] == other.headers["etag"]
    assert one.headers["server-timing"] == "total;dur=1.25"
    assert one.headers["cache-control"] == "private, no-cache"
    assert one.body == '{"a":"é"}'.encode()


def test_a_known_answer_is_not_sent_again() -> None:
    tag = etag_of(b"[1]")
    response = validated(request_with('"old"', tag), answer([1]))
    assert (response.status_code, response.body) == (304, b"")
    assert response.headers["etag"] == tag
    assert "content-type" not in response.headers


@pytest.mark.parametrize("status", [201, 404])
def test_only_successful_reads_have_validators(status: int) -> None:
    response = validated(request_with("*"), Response(b"x", status))
    assert response.status_code == status
    assert "etag" not in response.headers


def test_a_write_is_never_a_304() -> None:
    assert validated(request_with("*", method="POST"), answer({})).status_code == 200


def test_a_stream_is_left_alone() -> None:
    async def parts() -> object:
        yield b""

    response = validated(request_with("*"), StreamingResponse(parts()))  # type: ignore[arg-type]
    assert response.status_code == 200
    assert "etag" not in response.headers
