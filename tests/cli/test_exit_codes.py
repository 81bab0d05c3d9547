import errno

import pytest

from tidings.cli.exit_codes import FAILED, MISUSED, Misuse, failure_of
from tidings.store.database.errors import StoreDamaged, StoreError, StoreLost


@pytest.mark.parametrize("kind", [StoreError, StoreLost, StoreDamaged])
def test_every_failure_of_the_store_has_a_sentence(kind: type[StoreError]) -> None:
    failure = failure_of(kind("no such table"))
    assert failure.code == FAILED
    assert failure.sentence == "The database failed (no such table): run 'tidings doctor'."


def test_misuse_and_files_have_sentences_and_bugs_have_none() -> None:
    assert failure_of(Misuse("Say which.")).code == MISUSED
    missing = FileNotFoundError(errno.ENOENT, "no such file", "a.txt")
    assert failure_of(missing).sentence == "There is no a.txt: check the name."
    with pytest.raises(ZeroDivisionError):
        failure_of(ZeroDivisionError())
