import errno

import pytest

from tidings.cli.exit_codes import FAILED, MISUSED, Misuse, failure_of
from tidings.engine.cluster.errors import ClusterUnusable
from tidings.engine.runners.head_watch import HeadLost
from tidings.engine.runners.ray_connection import OwnNodeLost
from tidings.engine.runners.sent_job import WrongHome
from tidings.store.archive.shared_archive import ArchiveTaken
from tidings.store.database.errors import OwnershipLost, StoreDamaged, StoreError, StoreLost
from tidings.store.files.errors import StoreRefused, away


@pytest.mark.parametrize("kind", [StoreError, StoreLost, StoreDamaged])
def test_every_failure_of_the_store_has_a_sentence(kind: type[StoreError]) -> None:
    failure = failure_of(kind("no such table"))
    assert failure.code == FAILED
    assert failure.sentence == "The database failed (no such table): run 'tidings doctor'."


@pytest.mark.parametrize("error", [StoreRefused("No keys."), away("No keys.")])
def test_a_store_of_files_is_not_called_a_database(error: StoreError) -> None:
    assert failure_of(error).sentence == "The store failed (No keys): run 'tidings doctor'."


@pytest.mark.parametrize("kind", [OwnershipLost, ArchiveTaken])
def test_whoever_lost_the_home_to_another_process_is_told_so(kind: type[StoreError]) -> None:
    assert failure_of(kind("Another process has it.")).sentence == "Another process has it."


@pytest.mark.parametrize("kind", [ClusterUnusable, HeadLost, OwnNodeLost, WrongHome])
def test_whoever_lost_the_cluster_is_told_what_to_do(kind: type[Exception]) -> None:
    failure = failure_of(kind("Resume the job."))
    assert (failure.code, failure.sentence) == (FAILED, "Resume the job.")


def test_misuse_and_files_have_sentences_and_bugs_have_none() -> None:
    assert failure_of(Misuse("Say which.")).code == MISUSED
    missing = FileNotFoundError(errno.ENOENT, "no such file", "a.txt")
    assert failure_of(missing).sentence == "There is no a.txt: check the name."
    with pytest.raises(ZeroDivisionError):
        failure_of(ZeroDivisionError())
