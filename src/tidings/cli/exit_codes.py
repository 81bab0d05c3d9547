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
    "tidings.engine.maintenance.index_inspection.NotInIndex": MISUSED,
    "tidings.evaluate.labelled.page_folder.FolderInvalid": MISUSED,
    "tidings.evaluate.retrieval.collection.CollectionInvalid": MISUSED,
    "tidings.evaluate.retrieval.ranking_scores.MeasuresMissing": FAILED,
    "tidings.enrich.entities.spacy_entities.SpacyMissing": FAILED,
    "tidings.engine.process.home.HomeUnusable": FAILED,
    "tidings.engine.demo.demo.DemoPortTaken": FAILED,
    "tidings.engine.maintenance.training.TooFewPages": FAILED,
    "tidings.engine.maintenance.link_refresh.LinksBusy": FAILED,
    "tidings.engine.live.pipeline.PipelineBroken": FAILED,
    "tidings.store.database.errors.StoreUnusable": FAILED,
    "tidings.search.index.errors.IndexUnusable": FAILED,
    "tidings.search.index.errors.IndexBusy": FAILED,
    "tidings.search.rank.word_vectors.SemanticMissing": FAILED,
    "tidings.serve.http.server_processes.ServerProcessLost": FAILED,
    "tidings.serve.http.server.CannotListen": FAILED,
    "tidings.serve.http.server.PortTaken": FAILED,
}


_STORE_ERROR = "tidings.store.database.errors.StoreError"  # and whatever is derived from it
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
    if name in _CODES:
        advice = f": {_ADVICE[name]}." if name in _ADVICE else ""
        return CommandFailure(f"{error}{advice}", _CODES[name])
    if _STORE_ERROR in (name, *more_general):
        return CommandFailure(f"The database failed ({error}): run 'tidings doctor'.", FAILED)
    if isinstance(error, OSError):
        return CommandFailure(_file_sentence(error), FAILED)
    raise error


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
