import os
from pathlib import Path

import pytest

from tidings.engine.mirroring.packed_file import PackedFileBroken, pack, sum_of, unpack

LARGE = 3 * 1024 * 1024 + 1  # more than one piece


@pytest.fixture
def source(tmp_path: Path) -> Path:
    source = tmp_path / "source"
    source.write_bytes(os.urandom(LARGE // 2) + bytes(LARGE - LARGE // 2))
    return source


@pytest.fixture
def packed(source: Path) -> Path:
    packed = source.with_name("packed")
    pack(source, packed)
    return packed


def unpack_fails(packed: Path, size: int, sha256: str) -> bool:
    target = packed.with_name("target")
    with pytest.raises(PackedFileBroken):
        unpack(packed, target, size, sha256)
    return {path.name for path in packed.parent.iterdir()} == {"source", "packed"}


def test_a_packed_file_is_smaller_and_comes_back_as_it_was(source: Path, packed: Path) -> None:
    unpack(packed, source.with_name("target"), LARGE, sum_of(source))
    assert source.with_name("target").read_bytes() == source.read_bytes()
    assert packed.stat().st_size < LARGE * 0.6


def test_an_empty_file_comes_back(tmp_path: Path) -> None:
    (tmp_path / "source").touch()
    pack(tmp_path / "source", tmp_path / "packed")
    unpack(tmp_path / "packed", tmp_path / "target", 0, sum_of(tmp_path / "source"))
    assert (tmp_path / "target").read_bytes() == b""


@pytest.mark.parametrize("length", [0, 3, 100_000])
def test_a_file_that_is_cut_is_broken(source: Path, packed: Path, length: int) -> None:
    os.truncate(packed, length)
    assert unpack_fails(packed, LARGE, sum_of(source))


def test_a_file_whose_bytes_differ_is_broken(source: Path, packed: Path) -> None:
    data = bytearray(packed.read_bytes())
    data[len(data) // 2] ^= 1
    packed.write_bytes(data)
    assert unpack_fails(packed, LARGE, sum_of(source))


@pytest.mark.parametrize("size", [0, 5, LARGE - 1, LARGE + 1])
def test_a_file_of_another_size_than_named_is_broken(source: Path, packed: Path, size: int) -> None:
    assert unpack_fails(packed, size, sum_of(source))


def test_a_file_with_another_sum_than_named_is_broken(packed: Path) -> None:
    assert unpack_fails(packed, LARGE, "0" * 64)
