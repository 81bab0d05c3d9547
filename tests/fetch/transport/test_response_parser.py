"""What the parser makes of a server's bytes, however they are cut, and when it loses patience."""

import asyncio
import gzip
import ssl
import zlib
from collections.abc import Callable, Coroutine, Iterable
from itertools import pairwise
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.fetch.transport.exchange_failure import ExchangeFailure
from tidings.fetch.transport.raw_response import RawResponse
from tidings.fetch.transport.response_parser import ResponseParser
from tidings.model.web.reason import Reason
from tidings.settings.tree import FetchSettings

HEAD = b"HTTP/1.1 200 OK\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
LIMITS = FetchSettings(
    total_seconds=60.0,
    low_speed_bytes=100,
    low_speed_seconds=10.0,
    max_body_bytes=1000,
    max_document_bytes=2000,
    max_header_bytes=2000,
)
Outcome = RawResponse | ExchangeFailure
T = TypeVar("T")


class SteppedLoop(asyncio.SelectorEventLoop):
    """An event loop whose time moves only when a test moves it."""

    now = 1000.0

    def time(self) -> float:
        return self.now

    async def advance(self, seconds: float) -> None:
        """Move the time, and let the timers that are due now run."""
        self.now += seconds
        await asyncio.sleep(0)
        await asyncio.sleep(0)


def run(test: Callable[[SteppedLoop], Coroutine[object, object, T]]) -> T:
    loop = SteppedLoop()
    try:
        return loop.run_until_complete(test(loop))
    finally:
        loop.close()


def new_parser(
    max_bytes: int = 1000, on_head: Callable[[str], None] | None = None
) -> ResponseParser:
    deadline = asyncio.get_running_loop().time() + LIMITS.total_seconds
    return ResponseParser(LIMITS, max_bytes, deadline, on_head)


def parsed(
    pieces: Iterable[bytes],
    *,
    closes: bool = False,
    error: Exception | None = None,
    max_bytes: int = 1000,
) -> tuple[Outcome | None, bool, bool]:
    """Return the outcome (None: not yet), whether the connection is kept, and whether it is stale.

    With `closes` or an error, the connection ends after the last piece.
    """

    async def feed(_: SteppedLoop) -> tuple[Outcome | None, bool, bool]:
        parser = new_parser(max_bytes)
        for piece in pieces:
            parser.feed(piece)
        if closes or error:
            parser.connection_lost(error)
        outcome = parser.outcome.result() if parser.outcome.done() else None
        parser.stop()
        return outcome, parser.keeps_connection, parser.is_stale

    return run(feed)


def response_to(
    raw: bytes, *, closes: bool = False, error: Exception | None = None, max_bytes: int = 1000
) -> RawResponse:
    outcome, _, _ = parsed([raw], closes=closes, error=error, max_bytes=max_bytes)
    assert isinstance(outcome, RawResponse), outcome
    return outcome


def failure_of(
    raw: bytes, *, closes: bool = False, error: Exception | None = None
) -> ExchangeFailure:
    outcome, keeps, _ = parsed([raw], closes=closes, error=error)
    assert isinstance(outcome, ExchangeFailure), outcome
    assert not keeps
    return outcome


def chunked(body: bytes, size: int) -> bytes:
    pieces = [body[start : start + size] for start in range(0, len(body), size)]
    return b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"


BODY = b"<p>The ferry ran aground off the old pier.</p>"
PACKED = gzip.compress(BODY, mtime=0)
MESSAGES = {
    "content-length": HEAD + b"Content-Length: %d\r\n\r\n%s" % (len(BODY), BODY),
    "chunked": CHUNKED + chunked(BODY, 7),
    "chunk extensions and trailers": CHUNKED + b"2e;a=b\r\n" + BODY + b"\r\n0\r\nX: y\r\n\r\n",
    "bare line feeds": HEAD.replace(b"\r", b"") + b"Content-Length: 46\n\n" + BODY,
    "until close": HEAD + b"ETag: x\r\n\r\n" + BODY,
    "gzip": HEAD + b"Content-Encoding: gzip\r\n\r\n" + PACKED,
    "gzip in chunks": HEAD
    + b"Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n"
    + chunked(PACKED, 5),
    "packed for the transfer": HEAD
    + b"Transfer-Encoding: gzip, chunked\r\n\r\n"
    + chunked(PACKED, 7),
    "no coding": HEAD + b"Content-Encoding: none\r\nContent-Length: 46\r\n\r\n" + BODY,
    "after interim responses": b"HTTP/1.1 100 Continue\r\n\r\n"
    b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n"
    + HEAD
    + b"Content-Length: 46\r\n\r\n"
    + BODY,
}
WRONG = {
    "redirect": b"HTTP/1.1 302 Found\r\nLocation: /\xc3\xa4\r\nContent-Length: 0\r\n\r\n",
    "truncated": HEAD + b"Content-Length: 50\r\n\r\n" + BODY,
    "within a chunk": CHUNKED + b"40\r\n" + BODY,
    "within the head": HEAD + b"Content-Le",
    "truncated gzip": HEAD + b"Content-Encoding: gzip\r\n\r\n" + PACKED[:-9],
    "not http": b"ICY 200 OK\r\n\r\nmusic",
    "bad status": b"HTTP/1.1 999 Odd\r\n\r\n",
    "head too large": HEAD + b"X: " + b"a" * 2000 + b"\r\n\r\n",
    "body too large": HEAD + b"Content-Length: 3000\r\n\r\n" + b"a" * 3000,
    "lengths that differ": HEAD + b"Content-Length: 46\r\nContent-Length: 47\r\n\r\n" + BODY,
    "equal lengths": HEAD + b"Content-Length: 46\r\nContent-Length: 46\r\n\r\n" + BODY,
    "broken chunks": CHUNKED + b"5\r\nhello\r\nZZZ\r\n",
    "nothing": b"",
}


@pytest.mark.parametrize("raw", MESSAGES.values(), ids=MESSAGES)
def test_every_framing_gives_the_same_body(raw: bytes) -> None:
    response = response_to(raw, closes=True)
    assert (response.status, response.body, response.truncated) == (200, BODY, False)


@pytest.mark.parametrize("cut", [0, 2001])
def test_a_head_that_is_too_large_has_no_status(cut: int) -> None:
    raw = WRONG["head too large"]
    failure, _, _ = parsed([piece for piece in (raw[:cut], raw[cut:]) if piece])
    assert isinstance(failure, ExchangeFailure)
    assert (failure.reason, failure.status) == (Reason.HEADERS_TOO_LARGE, None)


@given(data=st.data(), raw=st.sampled_from([*MESSAGES.values(), *WRONG.values()]))
@settings(max_examples=150)
def test_bytes_in_any_pieces_give_the_same_outcome(data: st.DataObject, raw: bytes) -> None:
    places = st.lists(st.integers(0, len(raw)), max_size=12)
    cuts = [0, *sorted(data.draw(places)), len(raw)]
    pieces = [raw[start:end] for start, end in pairwise(cuts) if end > start]
    whole = parsed([raw] if raw else [], closes=True)
    in_pieces = parsed(pieces, closes=True)
    assert essence(in_pieces) == essence(whole)


def essence(result: tuple[Outcome | None, bool, bool]) -> tuple[object, ...]:
    """Leave out what may depend on the pieces: how much was received until the parser stopped."""
    outcome, keeps, is_stale = result
    if isinstance(outcome, ExchangeFailure):
        return outcome.reason, outcome.status, keeps, is_stale
    assert outcome is not None
    keeps = keeps and not outcome.truncated  # if the rest was in the same piece, it may be kept
    return outcome.status, outcome.headers, outcome.location, outcome.body, keeps, is_stale


def test_one_byte_at_a_time_is_enough() -> None:
    raw = MESSAGES["gzip in chunks"]
    outcome, keeps, _ = parsed(raw[at : at + 1] for at in range(len(raw)))
    assert isinstance(outcome, RawResponse)
    assert (outcome.body, outcome.received, keeps) == (BODY, len(PACKED), True)


def test_headers_keep_their_order_and_any_bytes_become_text() -> None:
    raw = (
        HEAD
        + b"X-Name: caf\xc3\xa9 \r\nX-Old: caf\xe9\r\nx-name: again\r\nContent-Length: 0\r\n\r\n"
    )
    response = response_to(raw)
    assert response.headers == (
        ("x-name", "café"),
        ("x-old", "café"),
        ("x-name", "again"),
        ("content-length", "0"),
    )
    assert response.header("x-name") == "café"


def test_the_headers_of_an_interim_response_are_not_those_of_the_final_one() -> None:
    assert response_to(MESSAGES["after interim responses"]).header("link") is None


def test_the_location_of_a_redirect_keeps_its_bytes_and_its_body_is_not_read() -> None:
    response = response_to(
        b"HTTP/1.1 301 Moved\r\nLocation: /caf\xe9\r\nLocation: /b\r\nContent-Length: 9\r\n\r\nm"
    )
    assert (response.status, response.location, response.body) == (301, b"/caf\xe9", b"")


def test_an_error_ends_with_its_head() -> None:
    response = response_to(b"HTTP/1.1 503 Busy\r\nRetry-After: 9\r\n\r\n" + b"a" * 5000)
    assert (response.status, response.header("retry-after")) == (503, "9")
    assert response.body == b""


@pytest.mark.parametrize(
    ("head", "keeps"),
    [
        (HEAD + b"Content-Length: 2\r\n\r\n", True),
        (HEAD + b"Content-Length: 2\r\nConnection: close\r\n\r\n", False),
        (b"HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\n", False),
        (b"HTTP/1.0 200 OK\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\n", True),
    ],
)
def test_a_connection_is_kept_if_both_sides_may(head: bytes, keeps: bool) -> None:
    outcome, kept, _ = parsed([head + b"ok"])
    assert isinstance(outcome, RawResponse)
    assert kept == keeps


def test_a_connection_is_not_kept_after_more_than_one_response() -> None:
    answer = HEAD + b"Content-Length: 2\r\n\r\nok"
    outcome, keeps, _ = parsed([answer + answer])
    assert isinstance(outcome, RawResponse)
    assert (outcome.body, keeps) == (b"ok", False)


def test_a_body_without_an_end_needs_the_end_of_the_connection() -> None:
    raw = MESSAGES["until close"]
    assert parsed([raw])[0] is None
    outcome, keeps, _ = parsed([raw], closes=True)
    assert isinstance(outcome, RawResponse)
    assert not keeps


def test_a_sloppy_end_of_tls_ends_a_body_but_a_reset_cuts_it() -> None:
    raw = MESSAGES["until close"]
    assert response_to(raw, error=ssl.SSLError("no close_notify")).body == BODY
    failure = failure_of(raw, error=ConnectionResetError("reset by peer"))
    assert (failure.reason, failure.detail) == (Reason.BODY_TRUNCATED, "resets the connection")


@pytest.mark.parametrize("name", ["truncated", "within a chunk", "truncated gzip"])
def test_a_body_that_ends_too_soon_is_truncated(name: str) -> None:
    failure = failure_of(WRONG[name], closes=True)
    assert (failure.reason, failure.status) == (Reason.BODY_TRUNCATED, 200)
    assert failure.received == (len(PACKED) - 9 if "gzip" in name else len(BODY))


@pytest.mark.parametrize(
    "raw",
    [
        WRONG["not http"],
        WRONG["broken chunks"],
        WRONG["bad status"],
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nxx",
        b"HTTP/1.1 101 Switching Protocols\r\n\r\n",
        HEAD + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\nok",
    ],
)
def test_what_is_not_http_fails_at_once(raw: bytes) -> None:
    assert failure_of(raw).reason is Reason.PROTOCOL


def test_an_error_that_names_a_protocol_is_an_ordinary_answer() -> None:
    raw = HEAD.replace(b"200 OK", b"426 Upgrade Required") + b"Upgrade: TLS/1.2\r\n"
    response = response_to(raw + b"Connection: Upgrade\r\nContent-Length: 0\r\n\r\n")
    assert response.status == 426


@pytest.mark.parametrize(
    "raw",
    [
        WRONG["head too large"],
        HEAD + b"".join(b"X: y\r\n" for _ in range(257)) + b"\r\n",
        b"HTTP/1.1 200 " + b"O" * 2001 + b"\r\n\r\n",
    ],
    ids=["one header", "many headers", "phrase"],
)
def test_a_head_beyond_the_limit_is_refused(raw: bytes) -> None:
    assert failure_of(raw).reason is Reason.HEADERS_TOO_LARGE


@pytest.mark.parametrize("more", [b"0\r\n" + b"X: y\r\n" * 400, b"5;" + b"x" * 2000])
def test_trailers_and_chunk_extensions_are_limited_like_heads(more: bytes) -> None:
    outcome, _, _ = parsed([CHUNKED, b"5\r\nhello\r\n", more[:1500], more[1500:]])
    assert isinstance(outcome, ExchangeFailure)
    assert outcome.reason is Reason.HEADERS_TOO_LARGE


def test_the_frames_of_many_small_chunks_do_not_add_up_to_a_large_head() -> None:
    pieces = [CHUNKED, *[b"1\r\na\r\n"] * 600, b"0\r\n\r\n"]
    outcome, _, _ = parsed(pieces)
    assert isinstance(outcome, RawResponse)
    assert outcome.body == b"a" * 600


def test_a_head_that_never_ends_is_refused_before_it_ends() -> None:
    failure = failure_of(HEAD + b"X: " + b"a" * 2001)
    assert (failure.reason, failure.status) == (Reason.HEADERS_TOO_LARGE, None)


def test_interim_responses_do_not_add_up_to_a_large_head() -> None:
    early = b"HTTP/1.1 103 Early Hints\r\nLink: </%s.css>\r\n\r\n" % (b"a" * 900)
    pieces = [early] * 4 + [MESSAGES["content-length"]]
    assert isinstance(parsed(pieces)[0], RawResponse)


def test_a_body_is_cut_at_the_limit_without_waiting_for_the_rest() -> None:
    response = response_to(HEAD + b"Content-Length: 9999\r\n\r\n" + b"a" * 5000)
    assert (len(response.body), response.truncated) == (1000, True)


def test_a_bomb_is_cut_while_it_is_inflated() -> None:
    bomb = gzip.compress(b"a" * 100_000, mtime=0)
    outcome, keeps, _ = parsed([HEAD + b"Content-Encoding: gzip\r\n\r\n" + bomb])
    assert isinstance(outcome, RawResponse)
    assert (len(outcome.body), outcome.truncated, keeps) == (1000, True, False)


@pytest.mark.parametrize(
    ("kind", "max_bytes", "length"),
    [
        (b"application/pdf", 1000, 2000),
        (b"Application/PDF; x=y", 1000, 2000),
        (b"text/html", 1000, 1000),
        (b"application/pdf", 500, 500),  # robots.txt has a smaller limit
    ],
)
def test_only_documents_may_be_larger_than_pages(kind: bytes, max_bytes: int, length: int) -> None:
    raw = HEAD + b"Content-Type: " + kind + b"\r\n\r\n" + b"a" * 5000
    assert len(response_to(raw, max_bytes=max_bytes).body) == length


@pytest.mark.parametrize(
    ("coding", "body"),
    [
        (b"deflate", zlib.compress(BODY)),
        (b"x-gzip", PACKED),
        (b"identity", BODY),
        (b"gzip, gzip", gzip.compress(PACKED, mtime=0)),
        (b"gzip\r\nContent-Encoding: deflate", zlib.compress(PACKED)),
    ],
)
def test_encodings_are_undone_in_their_order(coding: bytes, body: bytes) -> None:
    raw = HEAD + b"Content-Encoding: %s\r\nContent-Length: %d\r\n\r\n" % (coding, len(body))
    assert response_to(raw + body).body == BODY


@pytest.mark.parametrize(("coding", "body"), [(b"br", BODY), (b"gzip", PACKED[:-8] + b"\xff" * 8)])
def test_an_encoding_that_cannot_be_undone_is_named(coding: bytes, body: bytes) -> None:
    raw = HEAD + b"Content-Encoding: %s\r\n\r\n%s" % (coding, body)
    failure = failure_of(raw, closes=True)
    assert failure.reason is Reason.BAD_ENCODING
    assert failure.detail == f"Content-Encoding: {coding.decode()}"


@pytest.mark.parametrize("coding", [b"odd", b"br, chunked", b"chunked, gzip", b"chunked, chunked"])
def test_an_unknown_transfer_coding_is_a_protocol_failure(coding: bytes) -> None:
    raw = HEAD + b"Transfer-Encoding: %s\r\n\r\n%s" % (coding, chunked(BODY, 9))
    failure = failure_of(raw, closes=True)
    assert failure.reason is Reason.PROTOCOL
    assert failure.detail == f"unknown Transfer-Encoding: {coding.decode()}"


TRANSFER = HEAD + b"Transfer-Encoding: gzip, chunked\r\n"


def test_a_body_that_is_packed_for_the_transfer_and_before_is_inflated_twice() -> None:
    twice = chunked(gzip.compress(zlib.compress(BODY), mtime=0), 9)
    assert response_to(TRANSFER + b"Content-Encoding: deflate\r\n\r\n" + twice).body == BODY


def test_a_body_that_is_packed_for_the_transfer_keeps_every_limit() -> None:
    bomb = gzip.compress(b"a" * 100_000, mtime=0)
    response = response_to(TRANSFER + b"\r\n" + chunked(bomb, 50))
    assert (len(response.body), response.truncated) == (1000, True)
    failure = failure_of(TRANSFER + b"\r\n" + chunked(PACKED[:-9], 9))
    assert failure.reason is Reason.BODY_TRUNCATED
    assert failure.detail == "Transfer-Encoding: gzip, chunked"
    layers = TRANSFER + b"Content-Encoding: gzip, gzip, gzip\r\n\r\n"
    assert failure_of(layers + chunked(PACKED, 9)).reason is Reason.BAD_ENCODING


@pytest.mark.parametrize(
    "lines",
    [
        b"Content-Length: 46, 46\r\n",
        b"Content-Length: 46\r\nX: y\r\ncontent-length : 46 , 046\r\n",
        b"Content-Length: 46\nContent-Length: 46\n",
        b"Content-Type : text/html\r\nContent-Length: 46\r\n",
        b"Content-Type\t :text/html\r\nContent-Length\t: 46\r\n",
        b"Transfer-Encoding : chunked\r\n",
        b"Server : x\r\nTransfer-Encoding: chunked\r\n",
    ],
)
def test_a_head_that_browsers_accept_is_repaired_and_its_connection_is_closed(lines: bytes) -> None:
    body = chunked(BODY, 9) if b"chunked" in lines else BODY
    end = b"\n" if b"\r" not in lines else b"\r\n"
    raw = HEAD + lines + end + body
    for pieces in ([raw], [raw[at : at + 1] for at in range(len(raw))]):
        outcome, keeps, _ = parsed(pieces)
        assert isinstance(outcome, RawResponse)
        assert (outcome.body, keeps) == (BODY, False)
        assert all(name == name.strip() for name, _ in outcome.headers)


@pytest.mark.parametrize(
    "lines",
    [
        b"Content-Length: 46, 47\r\n",
        b"Content-Length: 46\r\nContent-Length: 47\r\n",
        b"Content-Length: 46\r\nContent-Length : 4\r\n",
        b"Content-Length: 46,\r\n",
        b"Content-Length: 46, -46\r\n",
        b"Content-Length: 46, 46\r\nTransfer-Encoding: chunked\r\n",
        b"Two words: x\r\nContent-Length : 46\r\n",
        b"No colon\r\nContent-Length: 46\r\n",
    ],
)
def test_a_head_that_is_ambiguous_is_refused(lines: bytes) -> None:
    assert failure_of(HEAD + lines + b"\r\n" + BODY).reason is Reason.PROTOCOL


def test_a_head_that_waits_for_its_repair_is_limited_like_others() -> None:
    pieces = [HEAD + b"A : b\r\n", *[b"X: " + b"y" * 300 + b"\r\n"] * 10]
    outcome, _, _ = parsed(pieces)
    assert isinstance(outcome, ExchangeFailure)
    assert outcome.reason is Reason.HEADERS_TOO_LARGE


def test_only_a_connection_that_sent_nothing_is_stale() -> None:
    outcome, _, is_stale = parsed([], closes=True)
    assert isinstance(outcome, ExchangeFailure)
    assert (outcome.reason, is_stale) == (Reason.CONNECT, True)
    outcome, _, is_stale = parsed([b"H"], closes=True)
    assert isinstance(outcome, ExchangeFailure)
    assert (outcome.reason, is_stale) == (Reason.PROTOCOL, False)


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (ConnectionResetError("reset"), Reason.CONNECT),
        (ssl.SSLError("bad record"), Reason.TLS),
    ],
)
def test_an_error_before_the_head_names_its_layer(error: Exception, reason: Reason) -> None:
    assert failure_of(HEAD, error=error).reason is reason


def test_nothing_changes_an_outcome() -> None:
    outcome, keeps, _ = parsed(
        [MESSAGES["content-length"], b"HTTP/1.1 500 Late\r\n\r\n"], error=ConnectionResetError()
    )
    assert isinstance(outcome, RawResponse)
    assert (outcome.body, keeps) == (BODY, True)


def test_the_head_is_announced_once_and_not_for_interim_responses() -> None:
    async def feed(_: SteppedLoop) -> list[int]:
        heads: list[int] = []
        parser = new_parser(on_head=lambda _: heads.append(1))
        parser.feed(b"HTTP/1.1 100 Continue\r\n\r\n")
        assert heads == []
        parser.feed(MESSAGES["chunk extensions and trailers"])
        parser.stop()
        return heads

    assert run(feed) == [1]


def test_an_error_of_our_own_is_raised_to_the_caller() -> None:
    def fail(address: str) -> None:
        raise ZeroDivisionError

    async def feed(_: SteppedLoop) -> None:
        parser = new_parser(on_head=fail)
        parser.feed(MESSAGES["content-length"])
        assert not parser.keeps_connection
        with pytest.raises(ZeroDivisionError):
            await parser.outcome
        parser.stop()

    run(feed)


def test_a_stopped_parser_cancels_its_outcome_and_its_timer() -> None:
    async def stop(loop: SteppedLoop) -> None:
        parser = new_parser()
        parser.stop()
        assert parser.outcome.cancelled()
        await loop.advance(1000)

    run(stop)


def outcome_by_time(*steps: tuple[float, bytes]) -> tuple[Outcome | None, float]:
    """Wait and feed in turn; return the outcome and the seconds until it was there."""

    async def feed(loop: SteppedLoop) -> tuple[Outcome | None, float]:
        parser, start = new_parser(max_bytes=10_000), loop.now
        for seconds, piece in steps:
            await loop.advance(seconds)
            if parser.outcome.done():
                break
            if piece:
                parser.feed(piece)
        outcome = parser.outcome.result() if parser.outcome.done() else None
        parser.stop()
        return outcome, loop.now - start

    return run(feed)


def test_a_server_that_sends_no_head_has_the_whole_time() -> None:
    assert outcome_by_time((10, b""), (49.9, b""))[0] is None
    outcome, seconds = outcome_by_time((10, b""), (49.9, b""), (0.1, b""), (0, b""))
    assert isinstance(outcome, ExchangeFailure)
    assert (outcome.reason, outcome.detail) == (
        Reason.TIMEOUT_TOTAL,
        "no complete response in 60 s",
    )
    assert seconds == pytest.approx(60)


def test_a_body_that_stalls_is_too_slow() -> None:
    start = (3.0, HEAD + b"Content-Length: 5000\r\n\r\n" + b"a" * 99)
    assert outcome_by_time(start, (7, b""), (2.9, b""))[0] is None
    outcome, seconds = outcome_by_time(start, (7, b""), (3, b""), (0, b""))
    assert isinstance(outcome, ExchangeFailure)
    assert (outcome.reason, outcome.status, outcome.received) == (Reason.TOO_SLOW, 200, 99)
    assert outcome.detail == "below 100 bytes in 10 s"
    assert seconds == pytest.approx(13)


def test_a_body_that_is_just_fast_enough_has_the_whole_time() -> None:
    steps = [(9.0, b"a" * 100)] * 5
    head = (0.0, HEAD + b"Content-Length: 5000\r\n\r\n")
    assert outcome_by_time(head, *steps, (9, b""))[0] is None
    outcome, _ = outcome_by_time(head, *steps, (9, b"a" * 100), (6, b""), (0, b""))
    assert isinstance(outcome, ExchangeFailure)
    assert outcome.reason is Reason.TIMEOUT_TOTAL


def test_empty_chunks_and_trailers_do_not_count_as_speed() -> None:
    slow = [(2.0, b"X: y\r\n" * 30)] * 10
    outcome, seconds = outcome_by_time((0.0, CHUNKED + b"5\r\nhello\r\n0\r\n"), *slow)
    assert isinstance(outcome, ExchangeFailure)
    assert outcome.reason is Reason.TOO_SLOW
    assert seconds == pytest.approx(10)


def test_the_timers_do_not_disturb_a_finished_response() -> None:
    outcome, _ = outcome_by_time((1, MESSAGES["chunked"]), (100, b""), (100, b""))
    assert isinstance(outcome, RawResponse)
    assert outcome.body == BODY
