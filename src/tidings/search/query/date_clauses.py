"""Dates within a query: the values of date fields, and phrases such as last 7 days."""

from datetime import datetime, time, timedelta

from tidings.model.search.results import QueryNoteKind
from tidings.search.query.date_ranges import limits_at, range_at
from tidings.search.query.dates import DATE_EXAMPLES, is_day, phrase_at, value_at
from tidings.search.query.lexer import QueryToken, TokenKind
from tidings.search.query.token_reader import TokenReader
from tidings.search.query.tree import Between

_BRACKETS = ("[", "{")


def date_value(reader: TokenReader, field: str, place: int) -> Between | None:
    """Take the value of a date field that begins at a position of the text; None if invalid."""
    if found := limits_at(reader.folded, place, field, reader.now):
        limits, end = found
        reader.skip_to(end)
        return limits
    if not reader.next_is(TokenKind.WORD, TokenKind.PHRASE):
        reader.note_ignored(max(place - 1, 0), place, f"There is no date after “{field}:”.")
        return None
    token = reader.take()
    reader.note_ignored(
        token.start, token.end, f"This is not a known form of date. Write {DATE_EXAMPLES}."
    )
    return None


def has_date(reader: TokenReader, field: str, place: int) -> bool:
    """Return whether a date field's value at a position of the text is a date."""
    return limits_at(reader.folded, place, field, reader.now) is not None


def date_phrase(reader: TokenReader) -> Between | None:
    """Take a date typed among plain words, if the next word begins one."""
    token = reader.peek()
    if token is None or token.plain or reader.is_pasted:
        return None
    start = _bracket(reader, token)
    found = range_at(reader.folded, start, reader.now) or _phrase(reader, token)
    if found is None:
        return None
    limits, end = found
    reader.skip_to(end)
    message = f"Read as a date: {_in_words(limits)}. Put it in quotes to search for the words."
    reader.note(start, end, message, QueryNoteKind.UNDERSTOOD)
    return limits


def _in_words(limits: Between) -> str:
    start = limits.start and _moment(limits.start)
    if limits.end is None:
        return f"published since {start}"
    whole = limits.end.time() == time()
    last = _moment(limits.end - timedelta(days=1) if whole else limits.end)
    if start is None:
        return f"published until {last}"
    return f"published on {start}" if start == last else f"published from {start} to {last}"


def _moment(moment: datetime) -> str:
    """A day in UTC, as in queries, with the minute unless it is midnight."""
    day = f"{moment.day} {moment:%B %Y}"
    return day if moment.time() == time() else f"{day}, {moment:%H:%M} UTC"


def _bracket(reader: TokenReader, token: QueryToken) -> int:
    """The position of the bracket before a token, or of the token."""
    before = reader.text[: token.start].rstrip()
    return len(before) - 1 if before.endswith(_BRACKETS) else token.start


def _phrase(reader: TokenReader, token: QueryToken) -> tuple[Between, int] | None:
    found = phrase_at(reader.folded, token.start, reader.now)
    # Headlines use today and yesterday as words; names have a capital letter (USA Today).
    if found is None and _ends_with_day(reader, token):
        found = value_at(reader.folded, token.start, reader.now)
    if found is None:
        return None
    (start, end), place = found
    return Between(start, end), place


def _ends_with_day(reader: TokenReader, token: QueryToken) -> bool:
    small = token.text == token.text.lower()
    is_last = reader.peek(1) is None and not reader.is_first()
    return is_last and small and is_day(reader.folded[token.start : token.end])
