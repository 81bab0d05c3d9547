from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.search.links.array_file import (
    Array,
    ArrayFileDamaged,
    read_array_file,
    write_array_file,
)


def test_arrays_are_read_as_they_were_written(tmp_path: Path) -> None:
    arrays: dict[str, Array] = {
        "keys": np.array([1, 2**64 - 1], dtype=np.uint64),
        "none": np.zeros(0, dtype=np.float32),
        "bytes": np.frombuffer("ö–字".encode(), dtype=np.uint8),
    }
    write_array_file(tmp_path / "a", arrays, {"until": [1, "x"]})
    file = read_array_file(tmp_path / "a")
    assert file.note == {"until": [1, "x"]}
    assert list(file.arrays) == list(arrays)
    for name, array in arrays.items():
        assert file.arrays[name].dtype == array.dtype
        np.testing.assert_array_equal(file.arrays[name], array)


def test_open_arrays_stay_valid_while_the_file_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a"
    write_array_file(path, {"x": np.arange(1000)}, {})
    before = read_array_file(path)
    write_array_file(path, {"x": np.zeros(3, dtype=np.int64)}, {})
    np.testing.assert_array_equal(before.arrays["x"], np.arange(1000))
    assert len(read_array_file(path).arrays["x"]) == 3
    assert [each.name for each in tmp_path.iterdir()] == ["a"]


@given(st.data())
def test_any_changed_or_missing_byte_is_detected(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("arrays") / "a"
    write_array_file(path, {"x": np.arange(20), "y": np.ones(3, dtype=np.float32)}, {"n": 1})
    content = bytearray(path.read_bytes())
    place = data.draw(st.integers(0, len(content) - 1))
    if data.draw(st.booleans()):
        path.write_bytes(content[:place])
    else:
        content[place] ^= data.draw(st.integers(1, 255))
        path.write_bytes(content)
    with pytest.raises(ArrayFileDamaged):
        read_array_file(path)


def test_a_missing_file_is_not_damaged(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_array_file(tmp_path / "a")
