import itertools
import pickle
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.engine.jobs.pair_job import Pair, PairJob, lists_in, write_lists
from tests.engine.jobs.word_job import WordJob, places_in, words_at

from tidings.engine.jobs.job import Key, Mapped, Part, Record
from tidings.engine.jobs.job_files import FolderFiles
from tidings.engine.jobs.job_log import JobOptions
from tidings.engine.jobs.scratch import Scratch
from tidings.engine.jobs.stages import ReduceStage, partition_of
from tidings.engine.jobs.table_output import TableOutput
from tidings.engine.live.crawler import opened_crawler
from tidings.engine.process.home import ensure_home
from tidings.engine.runners.local_runner import LocalRunner
from tidings.engine.sources import source_list
from tidings.settings.tree import Settings, StoreSettings
from tidings.store.archive.warc_files import ArchiveReader
from tidings.store.database.database import Database, open_database
from tidings.store.tables.jobs.job_rows import job_statuses, part_statuses
from tidings.world.server.server import WorldServer

PAIRS: tuple[Pair, ...] = (*((f"key {n % 7}", n) for n in range(22)), (5, 1), ("5", 2))
NUMBERS = itertools.count()


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = open_database(tmp_path / "tidings.db", StoreSettings(commit_seconds=0.01))
    yield database
    database.close()


class KeptOutput:
    """Keeps what keys were reduced to, and which partitions were committed."""

    def __init__(self, database: Database, left: int = 1_000) -> None:
        self._database = database
        self._left = left  # commits until it fails as a full disk does
        self.results: dict[Key, object] = {}
        self.parts: list[str] = []

    def commit(
        self, part: Part[Key], mapped: Sequence[Mapped[Key, list[object]]], record: Record
    ) -> None:
        if not self._left:
            raise OSError("no space left")
        self._left -= 1
        self.parts.append(part.key)
        for each in mapped:
            self.results.update(zip(each.items, each.result, strict=True))
        self._database.write(record).result()


@pytest.mark.parametrize("workers", [0, 2])
def test_values_of_a_key_are_reduced_together(
    database: Database, tmp_path: Path, workers: int
) -> None:
    job, progress = PairJob(tmp_path, PAIRS), list[tuple[int, int]]()
    report = LocalRunner(database, workers).run(
        job, TableOutput(database, write_lists), lambda done, of: progress.append((done, of))
    )
    assert lists_in(database.read()) == job.direct()
    assert (report.parts, report.items, report.skipped, report.quarantined) == (9, 33, 0, ())
    assert progress[:6] == [(n, 24) for n in (4, 8, 12, 16, 20, 24)]
    assert progress[-1] == (33, 33)
    (status,) = job_statuses(database.read(), 10)
    assert (status.items, status.done, status.failed) == (33, 33, 0)
    assert status.ended_at is not None
    keys = [each.key for each in part_statuses(database.read(), status.id)]
    assert set(keys[:6]) == {f"map {at}" for at in range(0, 24, 4)}  # in any order
    assert keys[6:] == ["reduce 0", "reduce 1", "reduce 2", "reduced"]
    assert not list(job.scratch.iterdir())


@settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    pairs=st.lists(st.tuples(st.text(max_size=3) | st.integers(), st.integers()), max_size=40),
    chunk=st.integers(1, 12),
    partitions=st.integers(1, 9),
    broken=st.data(),
)
def test_any_division_into_parts_and_partitions_gives_the_same(
    database: Database,
    tmp_path: Path,
    pairs: list[Pair],
    chunk: int,
    partitions: int,
    broken: st.DataObject,
) -> None:
    lost = broken.draw(st.lists(st.sampled_from(pairs), max_size=2)) if pairs else []
    job = PairJob(tmp_path, tuple(pairs), chunk, partitions, tuple(lost), version=next(NUMBERS))
    output = KeptOutput(database)
    report = LocalRunner(database, 0).run(job, output)
    expected = PairJob(tmp_path, tuple(pair for pair in pairs if pair not in lost)).direct()
    assert output.results == expected
    assert len(report.quarantined) == sum(pair in lost for pair in pairs)
    assert len(set(output.parts)) == len(output.parts) <= partitions


@given(key=st.text() | st.integers(), partitions=st.integers(1, 100))
def test_a_key_belongs_to_one_partition_in_all_processes(key: Key, partitions: int) -> None:
    assert 0 <= partition_of(key, partitions) < partitions
    assert partition_of("Αθήνα", 1_000) == 260  # a number of any process, now and later


@pytest.mark.parametrize("workers", [0, 1])
def test_a_key_whose_reducing_fails_is_quarantined_and_named(
    database: Database, tmp_path: Path, workers: int
) -> None:
    job = PairJob(tmp_path, PAIRS, failing=("key 3",))
    report = LocalRunner(database, workers).run(job, TableOutput(database, write_lists))
    expected = job.direct()
    del expected["key 3"]
    assert lists_in(database.read()) == expected
    ((item, detail),) = [(each.item, each.detail) for each in report.quarantined]
    assert (item, detail) == ("key 3", "ValueError: not a key for me")
    assert not list(job.scratch.iterdir())


def test_a_key_that_kills_its_process_costs_only_itself(database: Database, tmp_path: Path) -> None:
    job = PairJob(tmp_path, PAIRS, killing=("key 2", 5))
    report = LocalRunner(database, 2).run(job, TableOutput(database, write_lists))
    expected = job.direct()
    del expected["key 2"], expected[5]
    assert lists_in(database.read()) == expected
    assert {each.item for each in report.quarantined} == {"key 2", "5"}
    assert {each.detail for each in report.quarantined} == {"the process ended with status -9"}
    (status,) = job_statuses(database.read(), 10)
    named = "\n".join(each.detail for each in part_statuses(database.read(), status.id))
    assert "key 2: the process ended" in named


def test_a_stopped_job_maps_no_finished_part_again(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job, runner, written = PairJob(tmp_path, PAIRS), LocalRunner(database, 0), list[str]()
    write = Scratch.write

    def write_two(scratch: Scratch, part: str, mapped: Sequence[Sequence[bytes]]) -> None:
        if len(written) == 2:
            raise OSError("no space left")
        write(scratch, part, mapped)
        written.append(part)

    monkeypatch.setattr(Scratch, "write", write_two)
    with pytest.raises(OSError, match="no space"):
        runner.run(job, TableOutput(database, write_lists))
    monkeypatch.undo()
    before = len(job.notes("mapped"))
    report = runner.run(job, TableOutput(database, write_lists))
    assert (written, report.skipped, report.parts) == (["map 0", "map 4"], 2, 4 + 3)
    assert job.notes("mapped")[before:] == [
        [list(pair) for pair in PAIRS[at : at + 4]] for at in range(8, 24, 4)
    ]
    assert lists_in(database.read()) == job.direct()


def test_partitions_see_the_same_items_after_an_interruption(
    database: Database, tmp_path: Path
) -> None:
    """A pair that could not be mapped is not mapped after some partitions are committed."""
    runner, output = LocalRunner(database, 0), KeptOutput(database, left=1)
    with pytest.raises(OSError, match="no space"):
        runner.run(PairJob(tmp_path, PAIRS, broken_pairs=PAIRS[:2]), output)
    first = dict(output.results)
    job, output = PairJob(tmp_path, PAIRS), KeptOutput(database)
    before = len(job.notes("mapped"))
    report = runner.run(job, output)
    assert job.notes("mapped")[before:] == []
    assert (report.skipped, report.parts) == (1, 2)
    assert first | output.results == PairJob(tmp_path, PAIRS[2:]).direct()


def test_lost_scratch_files_are_mapped_again(database: Database, tmp_path: Path) -> None:
    job, runner, first = PairJob(tmp_path, PAIRS), LocalRunner(database, 0), KeptOutput(database, 1)
    with pytest.raises(OSError, match="no space"):
        runner.run(job, first)
    (folder,) = job.scratch.iterdir()
    folder.rename(tmp_path / "lost")
    second = KeptOutput(database)
    runner.run(job, second)
    assert first.results | second.results == job.direct()
    assert len(first.parts + second.parts) == job.partitions


def test_another_version_of_the_code_removes_scratch_files(
    database: Database, tmp_path: Path
) -> None:
    runner = LocalRunner(database, 0)
    with pytest.raises(OSError, match="no space"):
        runner.run(PairJob(tmp_path, PAIRS), KeptOutput(database, left=0))
    newer, output = PairJob(tmp_path, PAIRS, version=2), KeptOutput(database)
    report = runner.run(newer, output)
    assert (report.skipped, output.results) == (0, newer.direct())
    assert not list(newer.scratch.iterdir())


def test_a_complete_job_that_is_continued_does_nothing(database: Database, tmp_path: Path) -> None:
    began, job, output = datetime.now(UTC), PairJob(tmp_path, PAIRS), KeptOutput(database)
    LocalRunner(database, 0, options=JobOptions(since=began)).run(job, output)
    mapped, reduced = job.notes("mapped"), job.notes("reduced")
    report = LocalRunner(database, 0, options=JobOptions(since=began)).run(job, output)
    assert (report.parts, report.items) == (0, 0)
    assert (job.notes("mapped"), job.notes("reduced")) == (mapped, reduced)


def test_stages_can_be_pickled(tmp_path: Path) -> None:
    stage = ReduceStage(PairJob(tmp_path, PAIRS), Scratch(FolderFiles(tmp_path)))
    assert pickle.loads(pickle.dumps(stage)) == stage


async def test_the_words_of_an_archive_are_counted_as_in_one_go(
    settings: Settings, site: WorldServer
) -> None:
    home = ensure_home(settings)
    with closing(open_database(home.database, settings.store)) as database:
        for url in site.urls:
            source_list.add_source(database, url, datetime.now(UTC))
    async with opened_crawler(settings) as crawler:
        await crawler.crawl()
    with closing(open_database(home.database, settings.store)) as database:
        output = KeptOutput(database)
        LocalRunner(database, 2).run(WordJob(home, partitions=5), output)
    direct = words_at(ArchiveReader(home.archive), places_in(home))
    assert output.results == dict(direct)
    assert len(direct) > 1_000
    assert len(output.parts) == 5
