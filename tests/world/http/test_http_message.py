from hypothesis import given
from hypothesis import strategies as st

from tidings.world.http.http_message import parse_request, response


def test_a_request_is_split_into_its_parts() -> None:
    request = parse_request(b"GET /a?b=1 HTTP/1.1\r\nHost: x\r\nUser-Agent:  Bot/1 ")
    assert request is not None
    assert (request.method, request.target, request.keep_alive) == ("GET", "/a?b=1", True)
    assert request.header("user-agent") == "Bot/1"
    assert request.header("accept") == ""


def test_an_absolute_target_is_reduced_to_its_path() -> None:
    request = parse_request(b"GET http://127.0.0.11:80/a/b?c HTTP/1.1\r\nHost: x")
    assert request is not None
    assert request.target == "/a/b?c"


def test_old_clients_do_not_keep_the_connection_alive() -> None:
    for head in (b"GET / HTTP/1.0", b"GET / HTTP/1.1\r\nConnection: close"):
        request = parse_request(head)
        assert request is not None
        assert not request.keep_alive


@given(st.binary(max_size=200))
def test_no_bytes_break_the_parser(data: bytes) -> None:
    request = parse_request(data)
    assert request is None or request.method


def test_a_not_modified_answer_has_no_body_and_no_length() -> None:
    data = response(304, [("ETag", '"x"')], b"body")
    assert data.endswith(b"\r\n\r\n")
    assert b"Content-Length" not in data


def test_an_answer_to_head_has_the_length_of_the_body_only() -> None:
    data = response(200, [], b"body", head_only=True)
    assert b"Content-Length: 4\r\n" in data
    assert not data.endswith(b"body")
