from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from benchmarks.databases.__main__ import disk_of, main
from benchmarks.databases.home_kinds import KINDS, in_turn
from benchmarks.databases.many_urls import fill_with_urls
from benchmarks.databases.plain_process import rows_by_page
from benchmarks.databases.restart_process import measure
from benchmarks.databases.restarts import homes_with_urls
from benchmarks.databases.server_processes import ServerProcesses
from benchmarks.databases.servers import running_servers
from benchmarks.databases.table_rows import opened_file

URLS = 300
POSTGRES = KINDS["postgres"]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("home")
    fill_with_urls(folder, URLS)
    return folder


def test_each_contender_begins_a_round_in_its_turn() -> None:
    kinds = [*KINDS.values()]
    firsts = [in_turn(kinds, number)[0] for number in range(len(kinds))]
    assert firsts == kinds
    assert all({*in_turn(kinds, number)} == {*kinds} for number in range(9))


def test_the_disk_of_a_folder_is_told() -> None:
    assert disk_of(Path("/proc")).startswith("proc ")


def test_a_folder_in_memory_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    memory = Path("/dev/shm")
    if not memory.is_dir() or not disk_of(memory).startswith("tmpfs"):
        pytest.skip("/dev/shm is not in memory here")
    assert main(["--folder", str(memory)]) == 2
    assert "name a folder on a disk" in capsys.readouterr().err


@pytest.mark.parametrize("wrong", ["0", "-3", "many"])
def test_wrong_counts_are_misuse(wrong: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--rounds", wrong])
    assert ended.value.code == 2


def test_every_row_belongs_to_one_page(home: Path) -> None:
    with closing(opened_file(home)) as source:
        found = rows_by_page(source, 7, "?")
        [urls] = source.execute("SELECT count(*) FROM urls").fetchone()
    inserted = [
        row
        for part in found
        for statement, rows in part
        if statement.startswith("INSERT INTO urls ")
        for row in rows
    ]
    assert len(inserted) == len({*inserted}) == urls > URLS


def test_a_home_that_was_moved_to_postgresql_opens_with_its_urls(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kinds = [KINDS["sqlite"], POSTGRES]
    found = []
    with (
        running_servers(kinds) as servers,
        homes_with_urls(kinds, servers, tmp_path, URLS) as homes,
    ):
        for made in homes.values():
            with monkeypatch.context() as variables:
                for name, value in made.place.items():
                    variables.setenv(name, value)
                found.append(measure(made.folder, URLS))
    assert all(min(figures.values()) > 0 for figures in found)


def test_the_cpu_of_a_server_is_that_of_all_its_processes() -> None:
    with running_servers([POSTGRES]) as servers, servers.place(POSTGRES) as place:
        processes = servers.processes(POSTGRES)
        before = processes.cpu()
        with psycopg.connect(place["TIDINGS_DATABASE_URL"]) as connection:
            connection.execute("SELECT count(*) FROM generate_series(1, 5_000_000)")
            used = processes.cpu() - before  # a process that has ended may not be counted yet
        assert used.postgres > 0.05
        assert used.seaweed == 0
        assert servers.processes(KINDS["sqlite"]) == ServerProcesses()
