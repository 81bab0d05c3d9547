"""kill -9 between what a follower does and its cursor: each change arrives once and in order."""

from pathlib import Path
from random import Random

import pytest
from tests.crash.following_process import LOGGED, NAME, STAGES, line_of
from tests.crash.forking_process import forked

from tidings.engine.process.home import Home
from tidings.settings.tree import StoreSettings
from tidings.store.database.database import open_database
from tidings.store.tables.changes.article_changes import changes_after, first_logged, newest_change

KILLED = -9


class FollowedHome:
    """A home that is changed, and what its log of changes has ever held."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lines: dict[int, str] = {}

    def run(self, stage: str, calls: int) -> int:
        """Change and follow until killed, then remember what was committed; return the code."""
        code, _ = forked("tests.crash.following_process").run(self.path, stage, calls)
        if not Home(self.path).exists:
            return code  # killed before anything was there
        database = open_database(self.path / "tidings.db", StoreSettings())
        known = changes_after(database.read(), 0, 10 * LOGGED)
        if known:
            assert known[0].seq == first_logged(database.read()) <= len(self._lines) + 1
            assert known[-1].seq == newest_change(database.read())
        database.close()
        for change in known:
            assert self._lines.setdefault(change.seq, line_of(change)) == line_of(change)
        return code

    def check(self) -> int:
        """Check that the file has every change exactly once in order; return how many."""
        written = (self.path / NAME).read_text().splitlines(keepends=True)
        assert written == [self._lines[seq] for seq in sorted(self._lines)]
        assert sorted(self._lines) == list(range(1, len(written) + 1))
        return len(written)

    def check_prefix(self) -> None:
        """Check that what is written so far is a beginning of what is logged."""
        file = self.path / NAME
        text = file.read_text() if file.exists() else ""
        whole = text[: text.rfind("\n") + 1].splitlines(keepends=True)
        assert whole == [self._lines[seq] for seq in range(1, len(whole) + 1)]


@pytest.mark.timeout(1_800)
@pytest.mark.parametrize("kills", [15, pytest.param(200, marks=pytest.mark.slow)])
def test_a_file_receives_every_change_exactly_once_in_order(tmp_path: Path, kills: int) -> None:
    home, rng, deaths = FollowedHome(tmp_path / "home"), Random(kills), 0
    stages = [*STAGES] * 2 + ["time"] * 10
    while deaths < kills:
        stage = rng.choice(stages) if deaths >= len(STAGES) else [*STAGES][deaths]
        calls = rng.randint(20, 400) if stage == "time" else rng.randint(1, 12)
        deaths += home.run(stage, 1 if stage == "while-pruning" else calls) == KILLED
        home.check_prefix()
    assert home.run("none", 0) == 0
    assert home.check() > 5 * kills
