"""Jobs on a real cluster of two nodes."""

import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import fields, replace
from pathlib import Path

import pytest
from tests.clusters.ray_cluster import RayCluster
from tests.engine.jobs.number_job import NumberJob, squares_in, write_squares
from tests.engine.jobs.pair_job import PairJob, lists_in, write_lists
from tests.engine.runners.stopping_output import StoppingOutput

from tidings.engine.jobs.job import Part, Traits
from tidings.engine.jobs.job_files import RESULTS, HomeJobFiles
from tidings.engine.jobs.part_file import PartFacts, file_name, write_part
from tidings.engine.jobs.table_output import TableOutput
from tidings.engine.process.home import Home, ensure_home, existing_home
from tidings.engine.process.home_database import opened_database
from tidings.engine.process.message import packed
from tidings.engine.runners.board import Board
from tidings.engine.runners.ray_connection import Node, RayConnection
from tidings.engine.runners.ray_place import Assignment
from tidings.engine.runners.ray_places import RayPlaces
from tidings.engine.runners.ray_runner import RayRunner, opened_ray_runner
from tidings.engine.runners.window import WindowRules
from tidings.settings.tree import Settings
from tidings.store.database.database import Database
from tidings.store.tables.jobs.job_rows import job_statuses, part_statuses

ANY_ORDER = Traits(in_order=False)
ASKED, ENDED = threading.Event(), threading.Event()  # of LatePlaces and EndedBoard
_PATIENCE = 60.0


@pytest.fixture
def settings(ray_cluster: RayCluster, tmp_path: Path) -> Settings:
    return ray_cluster.settings(tmp_path / "home")


@pytest.fixture
def database(settings: Settings) -> Iterator[Database]:
    with closing(opened_database(ensure_home(settings))) as opened:
        yield opened


@pytest.fixture
def runner(settings: Settings, database: Database) -> Iterator[RayRunner]:
    with opened_ray_runner(settings, database) as opened:
        yield opened


def squares_below(limit: int, *without: int) -> dict[int, int]:
    return {number: number * number for number in range(limit) if number not in without}


def test_a_job_is_mapped_on_all_nodes_and_committed_here(
    database: Database, tmp_path: Path, runner: RayRunner, settings: Settings
) -> None:
    job = NumberJob(tmp_path, 200, seconds=0.05)
    report = runner.run(job, TableOutput(database, write_squares))
    assert squares_in(database.read()) == squares_below(200)
    assert (report.parts, report.items, report.quarantined) == (50, 200, ())
    (status,) = job_statuses(database.read(), 10)
    parts = part_statuses(database.read(), status.id)
    assert {part.place for part in parts} == {"one", "two"}
    assert not list((settings.home / "jobs").rglob("*.part"))


class LateConnection(RayConnection):
    """Hears of the nodes only when the job has ended."""

    def nodes(self) -> list[Node]:
        found = super().nodes()
        ASKED.set()
        assert ENDED.wait(_PATIENCE)
        return found


class EndedBoard(Board[int, int]):
    """Says when nobody can take parts any more."""

    def close(self) -> None:
        super().close()
        ENDED.set()


def test_a_job_that_ends_while_nodes_are_looked_for_uses_none(runner: RayRunner) -> None:
    known = runner._places.cluster
    places = RayPlaces(LateConnection(*(getattr(known, each.name) for each in fields(known))))
    board = EndedBoard(WindowRules(), 4)
    assignment = Assignment(Home(Path()), 1, "", b"", 1.0, RESULTS)
    with places.mapping(assignment, board, lambda part, facts: None):
        assert ASKED.wait(_PATIENCE)
    assert not [each for each in threading.enumerate() if each.name in {"ray-one", "ray-two"}]


def test_what_fails_or_kills_costs_only_itself(
    database: Database, tmp_path: Path, runner: RayRunner
) -> None:
    job = NumberJob(tmp_path, 12, failing=(3,), killing=(5, 11), traits=ANY_ORDER)
    report = runner.run(job, TableOutput(database, write_squares))
    assert squares_in(database.read()) == squares_below(12, 3, 5, 11)
    details = {each.item: each.detail for each in report.quarantined}
    killed = "the process ended with status -9"
    assert details == {
        "number 3": "ValueError: not a number for me", "number 5": killed, "number 11": killed
    }  # fmt: skip


def test_a_part_that_stands_still_is_mapped_elsewhere(
    database: Database, tmp_path: Path, settings: Settings
) -> None:
    job = NumberJob(tmp_path, 40, stalling=(7,), traits=ANY_ORDER)
    patient = replace(settings, engine=replace(settings.engine, stage_seconds=1_000.0))
    with opened_ray_runner(patient, database) as runner:
        report = runner.run(job, TableOutput(database, write_squares))
    assert squares_in(database.read()) == squares_below(40)
    assert (report.parts, report.quarantined) == (10, ())
    copies = {part.key: part.copies for part in part_statuses(database.read(), report.job)}
    assert copies.pop("4-7") == 2
    assert job.runs().count([4, 5, 6, 7]) == 2


def test_values_of_a_key_are_reduced_together(
    database: Database, tmp_path: Path, runner: RayRunner, settings: Settings
) -> None:
    pairs = tuple((f"key {number % 7}", number) for number in range(40))
    job = PairJob(tmp_path, pairs)
    runner.run(job, TableOutput(database, write_lists))
    assert lists_in(database.read()) == job.direct()
    assert not list((settings.home / "jobs").rglob("*.part"))


def test_what_was_put_but_not_committed_is_committed_and_not_mapped_again(
    database: Database, tmp_path: Path, runner: RayRunner, settings: Settings
) -> None:
    """As if the driver was killed after places had put files, before it committed them."""
    job = NumberJob(tmp_path, 40, traits=ANY_ORDER)
    with pytest.raises(OSError, match="no space"):
        runner.run(job, StoppingOutput(database, 2))
    files = HomeJobFiles(existing_home(settings), 1)
    left = {name for name in files.names() if name.endswith(".part")}
    committed = set(squares_in(database.read()))
    assert len(committed) == 8
    before = len(job.runs())
    report = runner.run(job, TableOutput(database, write_squares))
    assert squares_in(database.read()) == squares_below(40)
    assert (report.skipped, report.parts) == (2, 8)
    mapped_again = [Part(f"{run[0]}-{run[-1]}", tuple(run)) for run in job.runs()[before:]]
    assert len(mapped_again) + len(left) == 8
    assert not {file_name(part.key) for part in mapped_again} & left


def test_the_first_result_of_a_part_stays(tmp_path: Path) -> None:
    files = HomeJobFiles(Home(tmp_path), 1)
    first, second = PartFacts(place="first"), PartFacts(place="second")
    assert write_part(files, "a part", first, [[packed([1])]]) == first
    assert write_part(files, "a part", second, [[packed([2])]]) == first
    assert not [path for path in tmp_path.rglob("*") if path.suffix == ".draft"]
