import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.serve.gate.rate_file import RateFile
from tidings.serve.gate.rate_limits import RateTable

TAKES = st.lists(st.tuples(st.sampled_from([b"a", b"b", b"c"]), st.floats(0, 20)), max_size=60)


def taken(table: RateFile | RateTable, sender: bytes, now: float, count: int = 100) -> int:
    return sum(table.take(sender, 6.0, 60.0, now) == 0 for _ in range(count))


@pytest.fixture
def table(tmp_path: Path) -> RateFile:
    return RateFile(tmp_path / "rates")


def test_a_window_is_accepted_at_once_and_then_one_at_each_interval(table: RateFile) -> None:
    assert taken(table, b"a", 1000.0) == 10
    assert table.take(b"a", 6.0, 60.0, 1001.5) == pytest.approx(4.5)
    assert taken(table, b"a", 1006.0) == 1
    assert taken(table, b"b", 1006.0) == 10
    assert taken(table, b"a", 2000.0) == 10


def test_what_is_given_back_can_be_used_again(table: RateFile) -> None:
    assert taken(table, b"a", 1000.0) == 10
    table.give_back(b"a", 6.0)
    table.give_back(b"never seen", 6.0)
    assert taken(table, b"a", 1000.0) == 1


def test_a_clock_that_is_set_back_locks_nobody_out(table: RateFile) -> None:
    assert taken(table, b"a", 9_000_000.0) == 10
    assert taken(table, b"a", 1000.0) == 10
    assert taken(table, b"a", 1000.0) == 0


def test_two_processes_count_together(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from tidings.serve.gate.rate_file import RateFile\n"
        "table = RateFile(Path(sys.argv[1]))\n"
        "sys.stdin.read(1)\n"
        "print(sum(table.take(b'a', 0.1, 60.0, 1000.0) == 0 for _ in range(2000)))"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "rates")]
    pipe = subprocess.PIPE
    processes = [
        subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=os.environ)
        for _ in range(2)
    ]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("x")
        process.stdin.flush()
    answers = [int(process.communicate(timeout=100)[0]) for process in processes]
    # A process that is stopped while it holds the lock is not waited for: some may go uncounted.
    assert 600 <= sum(answers) < 900


def test_a_crowd_in_one_bucket_forgets_only_the_quietest(tmp_path: Path) -> None:
    table = RateFile(tmp_path / "rates")
    busy = b"busy"
    assert taken(table, busy, 1000.0) == 10
    for number in range(50_000):
        table.take(b"%d" % number, 6.0, 60.0, 1000.0)
    assert taken(table, busy, 1000.0) == 0


@pytest.mark.parametrize("content", [b"", b"x" * 100, b"tdgrate0" + b"\0" * 600_000])
def test_a_foreign_file_begins_anew(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "rates"
    path.write_bytes(content)
    assert taken(RateFile(path), b"a", 1000.0) == 10
    assert taken(RateFile(path), b"a", 1000.0) == 0


def test_others_cannot_read_who_sent_requests(tmp_path: Path) -> None:
    RateFile(tmp_path / "rates")
    assert (tmp_path / "rates").stat().st_mode & 0o777 == 0o600


@given(takes=TAKES)
def test_the_file_counts_like_memory(
    tmp_path_factory: pytest.TempPathFactory, takes: list[tuple[bytes, float]]
) -> None:
    file, memory = RateFile(tmp_path_factory.mktemp("rates") / "rates"), RateTable()
    now = 1000.0
    for sender, pause in takes:
        now += pause
        assert file.take(sender, 6.0, 30.0, now) == memory.take(sender, 6.0, 30.0, now)
    file.close()
