"""Expected failures: one sentence and an exit code for each. Other errors are bugs."""

import importlib
import os
from dataclasses import dataclass

FAILED, MISUSED = 1, 2

# By name, so that a verb does not import rooms that it does not need.
_CODES = {
    "tidings.settings.load.SettingsWrong": MISUSED,
    "tidings.engine.access.names.AccessRefused": MISUSED,
    "tidings.engine.access.names.NoSuchAccess": MISUSED,
    "tidings.engine.commands.issuing.CommandRefused": MISUSED,
    "tidings.engine.sources.source_list.SourceInvalid": MISUSED,
    "tidings.engine.sources.source_focus.FocusInvalid": MISUSED,
    "tidings.fetch.credentials.login.CredentialsWrong": MISUSED,
    "tidings.engine.jobs.job_history.NoSuchJob": MISUSED,
    "tidings.engine.backfill.bulk_crawl.ListMissing": FAILED,
    "tidings.engine.jobs.cancelling.JobCancelled": FAILED,
    "tidings.engine.resuming.resume.NotResumable": MISUSED,
    "tidings.engine.runners.window.PartLost": FAILED,
    "tidings.engine.maintenance.index_inspection.NotInIndex": MISUSED,
    "tidings.evaluate.labelled.page_folder.FolderInvalid": MISUSED,
    "tidings.evaluate.retrieval.collection.CollectionInvalid": MISUSED,
    "tidings.evaluate.retrieval.ranking_scores.MeasuresMissing": FAILED,
    "tidings.enrich.entities.spacy_entities.SpacyMissing": FAILED,
    "tidings.engine.cluster.errors.ClusterUnusable": FAILED,  # and whatever is derived from it
    "tidings.engine.runners.sent_job.WrongHome": FAILED,
    "tidings.engine.process.home.HomeUnusable": FAILED,
    "tidings.engine.process.home_lock.HomeTaken": FAILED,
    "tidings.engine.migration.migration_stop.MigrationStopped": FAILED,
    "tidings.engine.migration.moved_volumes.FilesDiffer": FAILED,
    "tidings.store.database.copying.copy_end.CopyRefused": FAILED,
    "tidings.store.database.copying.copy_end.RowRefused": FAILED,
    "tidings.store.database.copying.database_copy.CopyDiffers": FAILED,
    "tidings.engine.backups.manifest.BackupUnusable": FAILED,
    "tidings.engine.demo.demo.DemoPortTaken": FAILED,
    "tidings.engine.maintenance.training.TooFewPages": FAILED,
    "tidings.engine.maintenance.link_refresh.LinksBusy": FAILED,
    "tidings.engine.live.pipeline.PipelineBroken": FAILED,
    "tidings.store.database.errors.StoreUnusable": FAILED,
    "tidings.store.database.errors.OwnershipLost": FAILED,
    "tidings.store.archive.shared_archive.ArchiveTaken": FAILED,
    "tidings.search.index.errors.IndexUnusable": FAILED,
    "tidings.search.index.errors.IndexBusy": FAILED,
    "tidings.search.rank.word_vectors.SemanticMissing": FAILED,
    "tidings.serve.http.server_processes.ServerProcessLost": FAILED,
    "tidings.serve.http.server.CannotListen": FAILED,
    "tidings.serve.http.server.PortTaken": FAILED,
}


_STORE_ERROR = "tidings.store.database.errors.StoreError"  # and whatever is derived from it
_FILE_ERRORS = "tidings.store.files.errors"
_ADVICE = {
    "tidings.search.index.errors.IndexUnusable": "'tidings index rebuild' rebuilds it",
}


class Misuse(Exception):
    """The command line makes no sense."""


@dataclass(frozen=True, slots=True)
class CommandFailure:
    """The sentence to print, and the exit code."""

    sentence: str
    code: int


def failure_of(error: Exception) -> CommandFailure:
    """Return the sentence and the exit code for an error; raise an unexpected one again."""
    if isinstance(error, Misuse):
        return CommandFailure(str(error), MISUSED)
    name, *more_general = (f"{kind.__module__}.{kind.__qualname__}" for kind in type(error).__mro__)
    if known := next((each for each in (name, *more_general) if each in _CODES), None):
        advice = f": {_ADVICE[known]}." if known in _ADVICE else ""
        return CommandFailure(f"{error}{advice}", _CODES[known])
    if _STORE_ERROR in (name, *more_general):
        what = "store" if _is_of_files(error) else "database"
        sentence = f"The {what} failed ({str(error).rstrip('.')}): run 'tidings doctor'."
        return CommandFailure(sentence, FAILED)
    if isinstance(error, OSError):
        return CommandFailure(_file_sentence(error), FAILED)
    raise error


def _is_of_files(error: Exception) -> bool:
    """Return whether a store of files failed; else it was the database."""
    return getattr(error, "what", "") == "store" or type(error).__module__ == _FILE_ERRORS


def _file_sentence(error: OSError) -> str:
    """Return what is wrong with a file, and what to do about it."""
    if isinstance(error, FileNotFoundError) and error.filename:
        return f"There is no {os.fsdecode(error.filename)}: check the name."
    if isinstance(error, IsADirectoryError) and error.filename:
        return f"{os.fsdecode(error.filename2 or error.filename)} is a folder: name a file."
    return f"{error}: check the disk and its permissions."


def missing_names() -> list[str]:
    """Return the names above that do not exist; a test keeps it empty."""
    places = ((name, *name.rsplit(".", 1)) for name in (*_CODES, *_ADVICE, _STORE_ERROR))
    return [
        name
        for name, module, attribute in places
        if not hasattr(importlib.import_module(module), attribute)
    ]
