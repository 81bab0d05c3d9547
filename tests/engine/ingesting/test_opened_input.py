import gzip
import struct
import sys
from pathlib import Path

import pytest
from tests.engine.ingesting.archives import pages, response_record, trec_text, warc

from tidings.engine.ingesting.gzip_members import GzipReader, gzip_members
from tidings.engine.ingesting.opened_input import InputCompression, InputUnusable, kind_of
from tidings.engine.ingesting.survey import Selection, survey_file
from tidings.model.articles.ingestion import RecordFormat

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

RECORDS = b"".join(response_record(page) for page in pages(6))


def dictionary_frame(data: bytes) -> bytes:
    return b"\x5d\x2a\x4d\x18" + struct.pack("<I", len(data)) + data


@pytest.mark.parametrize(
    ("data", "compression"),
    [
        (RECORDS, InputCompression.NONE),
        (b"".join(gzip.compress(response_record(page)) for page in pages(6)),
         InputCompression.RECORDS),
        (gzip.compress(RECORDS), InputCompression.GZIP),
        (gzip.compress(RECORDS[:5000]) + gzip.compress(RECORDS[5000:]), InputCompression.GZIP),
        (gzip.compress(response_record(pages(1)[0]))
         + gzip.compress(RECORDS[len(response_record(pages(1)[0])) :]), InputCompression.GZIP),
        (zstd.compress(RECORDS), InputCompression.ZSTD),
        (b"".join(zstd.compress(response_record(page)) for page in pages(6)),
         InputCompression.ZSTD),
    ],
    ids=[
        "plain", "gzip by record", "gzip", "two gzip members", "first record alone", "zstd",
        "zstd by record",
    ],
)  # fmt: skip
def test_records_are_found_however_they_are_compressed(
    tmp_path: Path, data: bytes, compression: InputCompression
) -> None:
    file = tmp_path / "file"
    file.write_bytes(data)
    assert kind_of(file, None) == (RecordFormat.WARC, compression)
    found = survey_file(file, Selection(), 100_000, into=tmp_path / "file.places")
    assert (found.records, found.skipped) == (6, {})
    assert found.hosts == {"paper.example": 6}


@pytest.mark.parametrize("packed", [False, True])
def test_a_dictionary_may_come_first(tmp_path: Path, packed: bool) -> None:
    trained = zstd.train_dict([response_record(page) for page in pages(60)], 2_000)
    content = trained.dict_content
    data = dictionary_frame(zstd.compress(content) if packed else content)
    for page in pages(6):
        data += zstd.compress(response_record(page), zstd_dict=trained)
    (tmp_path / "file.warc.zst").write_bytes(data)
    assert survey_file(tmp_path / "file.warc.zst", Selection(), 100_000).records == 6


def test_what_comes_before_damage_counts(tmp_path: Path) -> None:
    whole = gzip.compress(RECORDS)
    (tmp_path / "cut.warc.gz").write_bytes(whole[: len(whole) * 9 // 10])
    found = survey_file(tmp_path / "cut.warc.gz", Selection(), 100_000)
    assert 0 < found.records < 6
    assert "damaged" in found.problem


def test_files_that_are_nothing_say_so(tmp_path: Path) -> None:
    for name, data in (("empty", b""), ("packed", gzip.compress(b"")), ("html", b"<html>")):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(InputUnusable):
            kind_of(tmp_path / name, None)


def test_members_are_found_again_after_one_that_inflates_too_far(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tidings.engine.ingesting.gzip_members._BOMB", 1_000_000)
    one = gzip.compress(response_record(pages(1)[0]))
    (tmp_path / "file").write_bytes(one + gzip.compress(b"WARC/" + b"0" * 9_000_000) + one)
    with (tmp_path / "file").open("rb") as file:
        members = list(gzip_members(file, 100))
    assert [bool(member.problem) for member in members] == [False, True, False]
    assert "without end" in members[1].problem


def test_a_reader_returns_everything_before_the_end_is_missed(tmp_path: Path) -> None:
    data = bytes(range(256)) * 1000
    (tmp_path / "file").write_bytes(gzip.compress(data)[:-4])
    with (tmp_path / "file").open("rb") as file:
        reader = GzipReader(file)
        for at in range(0, len(data), 1000):
            assert reader.read(1000) == data[at : at + 1000]
        with pytest.raises(EOFError):
            reader.read(1000)


def test_a_format_can_be_forced(tmp_path: Path) -> None:
    file = trec_text(tmp_path / "file", range(2))
    assert kind_of(file, RecordFormat.JSONL)[0] is RecordFormat.JSONL
    assert survey_file(file, Selection(form=RecordFormat.JSONL), 1000).records == 0


def test_the_pages_of_other_writers_are_found(tmp_path: Path) -> None:
    fastwarc = pytest.importorskip("fastwarc.warc")
    file = warc(tmp_path / "ours.warc.gz", pages(3))
    with file.open("rb") as stream:
        read = [each.record_id for each in fastwarc.ArchiveIterator(stream, parse_http=True)]
    assert len(read) == 7
