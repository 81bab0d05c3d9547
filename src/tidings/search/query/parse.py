"""What was typed as a tree, filters and notes. Any text is a query; nothing here raises.

OR binds closer than standing side by side (`a b OR c` is a and either of b and c), AND closer than
OR, as in other search engines. Whatever is malformed is mended, and a note says how and where.
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

_MAX_LENGTH: Final = 2_000  # characters; what is pasted beyond is found by its first sentences
_MAX_WORDS: Final = 64  # for the same reason
_FEW: Final = 12
_SMALL: Final = "[a-zß-öø-ɏа-яё]{1,30}"  # letters that are no marks, figures or capitals
_small_words: Final = re.compile(f"{_SMALL}(?: {_SMALL})*")


@dataclass(frozen=True, slots=True)
class ParsedQuery:
    """A query taken apart."""

    tree: Node | None  # the words, and what else has a say in the order of hits
    filters: tuple[Node, ...] = ()  # of which all must let an article pass
    notes: tuple[QueryNote, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing was asked for."""
        return self.tree is None and not self.filters


def parse(text: str, now: datetime | None = None) -> ParsedQuery:
    """Return what a query asks for; dates such as `last 7 days` count back from `now`."""
    return _of_words(text) or _read(text, now)


def _of_words(text: str) -> ParsedQuery | None:
    """What most queries are: small words, of which none means more, read in a tenth of the time."""
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
    """Return the query within the limits that were given beside its text."""
    limits: list[Node] = []
    if query.source is not None:
        limits.append(Field(FieldName.SOURCE, Word(query.source)))
    if query.language is not None:
        limits.append(Field(FieldName.LANGUAGE, Word(query.language)))
    if query.since is not None or query.until is not None:
        limits.append(Between(_second(query.since), _after(query.until)))
    return replace(parsed, filters=(*parsed.filters, *limits)) if limits else parsed


def parse_plain(text: str) -> ParsedQuery:
    """Return a query for the words of a text in which no mark or word has a meaning of its own.

    It is for topics of test collections, headlines and whatever else was not typed as a query.
    """
    words = [word for word in text[:_MAX_LENGTH].split() if lookup_terms(word, UNKNOWN)]
    return ParsedQuery(all_of(Word(word) for word in words[:_MAX_WORDS]))


def _second(moment: datetime | None) -> datetime | None:
    """The moment in UTC, in whole seconds as the index has them."""
    if moment is None:
        return None
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return aware.replace(microsecond=0)


def _after(moment: datetime | None) -> datetime | None:
    """The second after the moment, which is thereby taken in; at the end of time there is none."""
    try:
        last = _second(moment)
        return last + timedelta(seconds=1) if last else None
    except OverflowError:
        return None
