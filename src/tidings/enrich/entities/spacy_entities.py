"""Entities from a spaCy pipeline that the user has chosen, instead of our own model.

spaCy is installed with the extra `spacy`, its pipelines with `python -m spacy download …`. Neither
is imported before an article needs it. Its kinds are mapped to ours; others are left out.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tidings.enrich.name_tables.name_span import NameSpan
from tidings.model.articles.annotations import EntityKind
from tidings.text.parsing.parsed_text import ParsedText

_MAX_CHARACTERS = 100_000  # of one article; spaCy needs a gigabyte for a million
_KINDS = {
    "PERSON": EntityKind.PERSON,
    "PER": EntityKind.PERSON,
    "ORG": EntityKind.ORGANISATION,
    "GPE": EntityKind.PLACE,
    "LOC": EntityKind.PLACE,
    "FAC": EntityKind.PLACE,
}


class SpacyMissing(Exception):
    """spaCy or the named pipeline is not installed."""


def spacy_spans(name: str) -> Callable[[ParsedText], list[NameSpan]]:
    """Return a function that finds names with the pipeline of this name."""
    pipeline = _pipeline(name)
    return lambda parsed: spans_by(pipeline, parsed)


def spans_by(pipeline: Any, parsed: ParsedText) -> list[NameSpan]:
    """Return the names that a pipeline finds, if they end at the borders of our tokens."""
    firsts = {start: at for at, start in enumerate(parsed.starts)}
    ends = {start + len(parsed.words[at]): at + 1 for start, at in firsts.items()}
    found = []
    for entity in pipeline(parsed.text[:_MAX_CHARACTERS]).ents:
        kind = _KINDS.get(entity.label_)
        first, end = firsts.get(entity.start_char), ends.get(entity.end_char)
        if kind is not None and first is not None and end is not None:
            found.append(NameSpan(first, end, kind))
    return found


def require_spacy(name: str) -> None:
    """Raise if spaCy or the pipeline is missing, without importing either."""
    if find_spec("spacy") is None:
        raise SpacyMissing(
            f"enrich.spacy_model is {name!r}, but spaCy is not installed. "
            "Run: pip install tidings[spacy]"
        )
    if not Path(name).is_dir() and (not name.isidentifier() or find_spec(name) is None):
        raise SpacyMissing(
            f"The spaCy pipeline {name!r} is not installed. Run: python -m spacy download {name}"
        )


@cache
def _pipeline(name: str) -> Any:
    require_spacy(name)
    return import_module("spacy").load(name)
