"""Bodies of any coding, in any pieces, whole, cut or corrupt."""

import gzip
import zlib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.fetch.transport.inflate import BodyDecoder, codings, packing_in_transfer
from tidings.model.web.reason import Reason

LIMIT = 10_000


def raw_deflate(data: bytes) -> bytes:
    stream = zlib.compressobj(wbits=-15)
    return stream.compress(data) + stream.flush()


Packer = tuple[str, Callable[[bytes], bytes]]
packers: st.SearchStrategy[Packer] = st.sampled_from(
    [("gzip", gzip.compress), ("deflate", zlib.compress), ("deflate", raw_deflate)]
)


def finish(header: str, data: bytes, step: int = 1 << 30, limit: int = LIMIT) -> object:
    body = BodyDecoder(header, limit)
    for start in range(0, len(data), step):
        if body.done:
            break
        body.feed(data[start : start + step])
    return body.finish()


@given(packers, st.binary(max_size=LIMIT - 1), st.integers(1, 400))
def test_a_compressed_body_is_inflated_in_any_pieces(
    packer: Packer, data: bytes, step: int
) -> None:
    name, pack = packer
    assert finish(name, pack(data), step) == (data, False)


@given(packers, st.binary(min_size=1, max_size=3000), st.data())
def test_a_compressed_body_that_ends_early_is_never_a_success(
    packer: Packer, data: bytes, draw: st.DataObject
) -> None:
    name, pack = packer
    whole = pack(data)
    kept = draw.draw(st.integers(1, len(whole) - 1))
    assert isinstance(finish(name, whole[:kept]), Reason)


@given(packers, st.binary(min_size=1, max_size=2000), st.integers(1, 5000))
def test_a_body_that_is_too_long_is_cut_at_the_limit(
    packer: Packer, seed: bytes, step: int
) -> None:
    name, pack = packer
    data = seed * (LIMIT // len(seed) + 1)  # longer than the limit
    assert finish(name, pack(data), step) == (data[:LIMIT], True)


@given(
    st.sampled_from(["gzip", "deflate", "identity", "", "gzip, deflate", "br", "gzip,gzip"]),
    st.binary(max_size=500),
    st.integers(1, 50),
)
def test_random_bytes_are_a_body_or_a_reason_but_never_an_exception(
    header: str, data: bytes, step: int
) -> None:
    outcome = finish(header, data, step)
    assert isinstance(outcome, tuple) or outcome in (Reason.BAD_ENCODING, Reason.BODY_TRUNCATED)


@given(st.lists(st.binary(max_size=300), min_size=1, max_size=5), st.integers(1, 50))
def test_gzip_members_are_joined(parts: list[bytes], step: int) -> None:
    data = b"".join(gzip.compress(part) for part in parts)
    assert finish("gzip", data, step) == (b"".join(parts), False)


@given(st.binary(max_size=300), st.binary(max_size=40), st.integers(1, 50))
def test_junk_after_the_last_member_is_ignored(data: bytes, tail: bytes, step: int) -> None:
    tail = b"\0" + tail
    assert finish("gzip", gzip.compress(data) + tail, step) == (data, False)


@given(st.binary(max_size=300).filter(lambda data: not data.startswith(b"\x1f")))
def test_a_plain_body_labelled_gzip_is_kept_as_it_is(data: bytes) -> None:
    assert finish("gzip", data) == (data, False)
    assert finish("gzip", data, 1) == (data, False)


def test_a_second_member_that_ends_early_is_truncated() -> None:
    data = gzip.compress(b"one") + gzip.compress(b"two")[:-3]
    assert finish("gzip", data) is Reason.BODY_TRUNCATED


def test_a_wrong_checksum_is_a_bad_encoding() -> None:
    data = bytearray(gzip.compress(b"hello"))
    data[-6] ^= 1
    assert finish("gzip", bytes(data)) is Reason.BAD_ENCODING


def test_a_bomb_never_grows_beyond_the_limit_at_any_step() -> None:
    bomb = gzip.compress(bytes(50_000_000))
    body = BodyDecoder("gzip", LIMIT)
    body.feed(bomb)
    assert body.done
    assert sum(map(len, body._outer._out)) <= LIMIT + 1
    assert body.finish() == (bytes(LIMIT), True)


def test_a_bomb_within_a_bomb_is_cut_too() -> None:
    inner = gzip.compress(bytes(5_000_000))
    assert finish("gzip, gzip", gzip.compress(inner), limit=LIMIT) == (bytes(LIMIT), True)


def test_endless_empty_members_end_at_the_limit() -> None:
    assert finish("gzip", gzip.compress(b"") * 2000, 100) == (b"", True)


@pytest.mark.parametrize(
    ("header", "names"),
    [
        ("", ()),
        ("identity", ()),
        ("GZip", ("gzip",)),
        ("x-gzip", ("gzip",)),
        ("deflate, gzip", ("gzip", "deflate")),
        ("gzip,,identity", ("gzip",)),
        ("br", None),
        ("gzip, zstd", None),
        ("gzip," * 4, None),
    ],
)
def test_codings_are_undone_from_the_outside(header: str, names: tuple[str, ...] | None) -> None:
    assert codings(header) == names


@pytest.mark.parametrize(
    "name", ["none", "None", "utf-8", "text/html", "8bit, x", "none, identity"]
)
def test_a_name_that_is_no_compression_is_ignored(name: str) -> None:
    assert finish(name, b"<p>News</p>") == (b"<p>News</p>", False)


def test_none_may_stand_before_bytes_of_any_kind() -> None:
    assert finish("none", b"GIF89a\0\0") == (b"GIF89a\0\0", False)


@pytest.mark.parametrize(
    "data",
    [gzip.compress(b"x", mtime=0), b"\x28\xb5\x2f\xfd rest", b"a\0b"],
    ids=["gzip", "zstd", "zero"],
)
def test_an_unknown_name_before_bytes_that_are_not_plain_is_a_bad_encoding(data: bytes) -> None:
    assert finish("squeezed", data) is Reason.BAD_ENCODING


@pytest.mark.parametrize(
    ("header", "packing"),
    [
        ("chunked", ""),
        ("gzip, chunked", "gzip"),
        ("GZIP,Chunked,", "gzip"),
        ("deflate, x-gzip, chunked", "deflate, x-gzip"),
        ("gzip", "gzip"),
        ("identity", ""),
        ("chunked, gzip", None),
        ("chunked, chunked", None),
        ("br, chunked", None),
        ("odd", None),
    ],
)
def test_what_a_transfer_encoding_packs(header: str, packing: str | None) -> None:
    assert packing_in_transfer(header) == packing
