import json
import zlib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from numpy.typing import NDArray

from tidings.search.forward_index.arrays import (
    ArraysBroken,
    check_arrays,
    mapped_arrays,
    new_arrays,
    write_arrays,
)

KINDS = st.sampled_from(["<u2", "<u4", "<i8", "<u8", "<f8", "|u1"])
SHAPES = array_shapes(min_dims=1, max_dims=2, min_side=0, max_side=5)
ARRAYS = st.dictionaries(
    st.text("abcdefgh_", min_size=1, max_size=12),
    KINDS.flatmap(lambda kind: arrays(kind, SHAPES)),
    max_size=6,
)


def written(folder: Path) -> Path:
    """A small file with two arrays."""
    path = folder / "file"
    write_arrays(path, {"some": np.arange(5, dtype=np.uint32), "none": np.zeros((0, 7))})
    return path


def with_header(path: Path, header: object) -> None:
    """Replace the header of a file and make its checksum right again."""
    old = path.read_bytes()
    text = json.dumps(header).encode()
    start = old.index(b"{")
    body = old[: start - 8] + len(text).to_bytes(8, "little") + text
    body += old[len(body) : -4]
    path.write_bytes(body + zlib.crc32(body).to_bytes(4, "little"))


def header_of(path: Path) -> dict[str, Any]:
    whole = path.read_bytes()
    start = whole.index(b"{")
    found: dict[str, Any] = json.loads(
        whole[start : start + int.from_bytes(whole[start - 8 : start], "little")]
    )
    return found


@given(ARRAYS)
@settings(max_examples=40)
def test_arrays_are_read_as_they_were_written(given_: dict[str, NDArray[Any]]) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder, "file")
        write_arrays(path, given_)
        check_arrays(path)
        found = mapped_arrays(path)
        assert list(found) == list(given_)
        for name, array in given_.items():
            assert (found[name].dtype, found[name].shape) == (array.dtype, array.shape)
            assert found[name].tobytes() == array.tobytes()


def test_every_array_begins_at_a_multiple_of_a_cache_line(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write_arrays(path, {f"n{size}": np.zeros(size, np.uint8) for size in range(9)})
    places = [at for _, _, at in header_of(path)["arrays"].values()]
    assert [at % 64 for at in places] == [0] * 9
    assert places == sorted(places)


def test_the_longest_names_leave_room_for_the_header(tmp_path: Path) -> None:
    path = tmp_path / "file"
    given_ = {f"{'x' * 30}{at}": np.full((2, 3), at, np.float64) for at in range(20)}
    write_arrays(path, given_)
    found = mapped_arrays(path)
    assert [int(array[0, 0]) for array in found.values()] == list(range(20))


def test_mapped_arrays_outlive_the_file_and_cannot_be_changed(tmp_path: Path) -> None:
    path = written(tmp_path)
    found = mapped_arrays(path)
    path.unlink()
    assert found["some"].tolist() == [0, 1, 2, 3, 4]
    with pytest.raises(ValueError, match="read-only"):
        found["some"][0] = 1


def test_arrays_can_be_filled_in_place(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with new_arrays(path, {"sums": ("<i8", (3,)), "rest": ("<f8", (2, 2))}) as made:
        made["sums"][...] = [3, 2, 1]
        made["rest"][1] = [0.5, 0.25]
    check_arrays(path)
    found = mapped_arrays(path)
    assert found["sums"].tolist() == [3, 2, 1]
    assert found["rest"].tolist() == [[0.0, 0.0], [0.5, 0.25]]


def test_an_error_while_filling_reaches_the_caller(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), new_arrays(tmp_path / "f", {"a": ("<i8", (3,))}) as made:
        made["a"][...] = 1 // 0
    with pytest.raises(ArraysBroken, match="bytes have changed"):
        check_arrays(tmp_path / "f")


@pytest.mark.parametrize("size", [0, 1, 15, 23])
def test_a_file_without_a_whole_beginning_is_broken(tmp_path: Path, size: int) -> None:
    path = written(tmp_path)
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(ArraysBroken):
        mapped_arrays(path)
    with pytest.raises(ArraysBroken):
        check_arrays(path)


@pytest.mark.parametrize("cut", [1, 4, 40])
def test_a_truncated_file_is_broken_and_says_so(tmp_path: Path, cut: int) -> None:
    path = written(tmp_path)
    size = path.stat().st_size
    path.write_bytes(path.read_bytes()[:-cut])
    with pytest.raises(ArraysBroken, match=f"{size - cut} bytes instead of {size}"):
        mapped_arrays(path)
    with pytest.raises(ArraysBroken, match=f"{size - cut} bytes instead of {size}"):
        check_arrays(path)


def test_a_file_of_another_format_is_broken(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"PK\x03\x04" + b"x" * 200)
    for read in (mapped_arrays, check_arrays):
        with pytest.raises(ArraysBroken, match="another format"):
            read(path)


@pytest.mark.parametrize(
    "change",
    [
        {"arrays": {"some": ["<u4", [5], 1 << 40]}},  # beyond the end
        {"arrays": {"some": ["<u4", "five", 0]}},
        {"arrays": {"some": ["no type", [5], 0]}},
        {"arrays": {"some": ["<u4"]}},
    ],
)
def test_arrays_that_do_not_fit_the_file_are_broken(tmp_path: Path, change: object) -> None:
    path = written(tmp_path)
    header = {**header_of(path), **change}  # type: ignore[dict-item]
    with_header(path, header)
    with pytest.raises(ArraysBroken, match="damaged"):
        mapped_arrays(path)


@pytest.mark.parametrize("header", [[], 7, {}, {"size": "large"}])
def test_a_header_of_another_kind_is_broken(tmp_path: Path, header: object) -> None:
    path = written(tmp_path)
    with_header(path, header)
    for read in (mapped_arrays, check_arrays):
        with pytest.raises(ArraysBroken):
            read(path)


def test_a_changed_byte_anywhere_is_noticed_by_the_check(tmp_path: Path) -> None:
    path = written(tmp_path)
    whole = path.read_bytes()
    # Without the word that announces the checksum, a file is one of an older version.
    word = whole.index(b"summed")
    for at in sorted({*range(0, len(whole), 7)} - {*range(word, word + 6)}):
        changed = bytearray(whole)
        changed[at] ^= 0x10
        path.write_bytes(changed)
        with pytest.raises(ArraysBroken):
            check_arrays(path)


def test_a_file_of_an_older_version_has_no_checksum_to_compare(tmp_path: Path) -> None:
    path = written(tmp_path)
    with_header(path, {**header_of(path), "summed": False})
    whole = bytearray(path.read_bytes())
    whole[-1] ^= 1
    path.write_bytes(whole)
    check_arrays(path)
    assert mapped_arrays(path)["some"].tolist() == [0, 1, 2, 3, 4]
