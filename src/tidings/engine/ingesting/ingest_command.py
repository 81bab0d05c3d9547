"""What started an ingest, as JSON: `tidings jobs resume` goes on with it."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from tidings.engine.ingesting.survey import Selection
from tidings.engine.jobs.job_command import JobCommand
from tidings.model.articles.ingestion import RecordFormat


def command_of(names: Sequence[str], selection: Selection) -> str:
    """Return the command of an ingest: files by their whole paths, moments instead of ages."""
    arguments = {
        "names": list(names),
        "format": selection.form,
        "since": selection.since and selection.since.isoformat(),
        "until": selection.until and selection.until.isoformat(),
        "limit": selection.limit,
    }
    return JobCommand("ingest", arguments).to_json()


def arguments_in(arguments: Mapping[str, Any]) -> tuple[list[str], Selection]:
    """Return what a command ingests, by its arguments."""
    form = RecordFormat(arguments["format"]) if arguments["format"] else None
    since, until = (_moment(arguments[name]) for name in ("since", "until"))
    return arguments["names"], Selection(form, since, until, arguments["limit"])


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
