"""Parses a query into a tree, filters and notes. Any text is a query; parsing never raises.

As in other search engines, OR binds closer than a space (`a b OR c` is a and either of b and c)
and AND binds closer than OR. Malformed parts are repaired, and a note says how and where.
"""

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Final

from tidings.model.search.results import Query, QueryNote, QueryNoteKind
from tidings.search.query.dates import is_date_word
from tidings.search.query.grammar import Grammar
from tidings.search.query.token_reader import TokenReader
from tidings.search.query.tree import (
    Between,
    Field,
    FieldName,
    Node,
    Word,
    all_of,
    conjuncts,
    is_filter,
)
from tidings.text.language.detection import UNKNOWN
from tidings.text.terms.analysis import lookup_terms

_MAX_LENGTH: Final = 2_000  # characters; a longer pasted text is found by its first sentences
_MAX_WORDS: Final = 64  # for the same reason
_FEW: Final = 12
_SMALL: Final = "[a-zß-öø-ɏа-яё]{1,30}"  # no marks, digits or capital letters
_small_words: Final = re.compile(f"{_SMALL}(?: {_SMALL})*")


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """A parsed query."""

    tree: Node | None  # the words, and whatever else affects the order of hits
    filters: tuple[Node, ...] = ()  # an article must pass all of them
    notes: tuple[QueryNote, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to search for."""
        return self.tree is None and not self.filters


def parse(text: str, now: datetime | None = None) -> ParsedQuery:
    """Return the parsed query; dates such as `last 7 days` count back from `now`."""
    return _of_words(text) or _read(text, now)


def _of_words(text: str) -> ParsedQuery | None:
    """A fast path, ten times as fast, for plain lower-case words; most queries are that."""
    if not _small_words.fullmatch(text):
        return None
    words = text.split(" ")
    if len(words) > _FEW or any(map(is_date_word, words)):
        return None
    return ParsedQuery(all_of(map(Word, words)))


def _read(text: str, now: datetime | None) -> ParsedQuery:
    reader = TokenReader(text[:_MAX_LENGTH], now or datetime.now(UTC))
    whole = Grammar(reader).tree()
    if len(text) > _MAX_LENGTH:
        message = f"Only the first {_MAX_LENGTH} characters are read."
        reader.note(_MAX_LENGTH, len(text), message, QueryNoteKind.IGNORED)
    parts = conjuncts(whole)
    wanted = all_of(part for part in parts if not is_filter(part))
    notes = tuple(sorted(reader.notes, key=lambda note: (note.start, note.end)))
    return ParsedQuery(wanted, tuple(part for part in parts if is_filter(part)), notes)


def with_limits(parsed: ParsedQuery, query: Query) -> ParsedQuery:
    """Return the query with the limits that were given next to its text."""
    limits: list[Node] = []
    if query.source is not None:
        limits.append(Field(FieldName.SOURCE, Word(query.source)))
    if query.language is not None:
        limits.append(Field(FieldName.LANGUAGE, Word(query.language)))
    if query.since is not None or query.until is not None:
        limits.append(Between(_second(query.since), _after(query.until)))
    return replace(parsed, filters=(*parsed.filters, *limits)) if limits else parsed


def parse_plain(text: str) -> ParsedQuery:
    """Return a query for the words of a text, without operators, fields or dates.

    For topics of test collections, headlines and other texts that were not typed as a query.
    """
    words = [word for word in text[:_MAX_LENGTH].split() if lookup_terms(word, UNKNOWN)]
    return ParsedQuery(all_of(Word(word) for word in words[:_MAX_WORDS]))


def _second(moment: datetime | None) -> datetime | None:
    """The moment in whole seconds, as in the index; in UTC if it has no time zone."""
    if moment is None:
        return None
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return aware.replace(microsecond=0)


def _after(moment: datetime | None) -> datetime | None:
    """The second after the moment, so that it is included; None at the end of the calendar."""
    try:
        last = _second(moment)
        return last + timedelta(seconds=1) if last else None
    except OverflowError:
        return None
