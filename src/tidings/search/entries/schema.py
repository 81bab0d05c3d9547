"""The tantivy fields of the index, and how an entry fills them. It touches no files."""

import zlib
from datetime import UTC, datetime
from functools import cache
from typing import Final

import tantivy

from tidings.search.entries.entry import IndexEntry
from tidings.text.terms import analysis

# Raise this when the fields below or their terms change; an index of another version is useless.
VERSION: Final = f"6.{analysis.VERSION}"
# It differs only in giving undated articles a date: that of their first sight.
DATES_ALL_VERSION: Final = f"5.{analysis.VERSION}"

TEXTS: Final = ("title", "lead", "body", "anchor")  # terms with their positions, for phrases
_FIELD_ONLY: Final = ("headings", "authors")  # the same, searched only by field
LABELS: Final = ("source", "language", "author", "topic", "subject", "entity")  # for filters

_TIE_BITS = 25  # below the seconds since the year 1, of which 39 bits reach the year 9999
_YEAR_ONE = 62_135_596_800  # seconds from there to 1970


@cache
def schema() -> tantivy.Schema:
    """Return the schema."""
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("id", stored=True, tokenizer_name="raw", index_option="basic")
    for name in LABELS:
        builder.add_text_field(name, fast=True, tokenizer_name="raw", index_option="basic")
    builder.add_unsigned_field("seq", fast=True)
    builder.add_integer_field("published", fast=True)  # seconds; a date field is no more precise
    builder.add_unsigned_field("newest", fast=True)
    for name in (*TEXTS, *_FIELD_ONLY):
        builder.add_text_field(name, tokenizer_name="whitespace", index_option="position")
    builder.add_text_field("url", tokenizer_name="whitespace", index_option="freq")
    return builder.build()


def document(entry: IndexEntry) -> tantivy.Document:
    """Return the entry as a tantivy document."""
    fields: dict[str, object] = {
        "id": entry.id,
        "source": entry.source,
        "language": entry.language,
        "seq": entry.seq,
        "newest": _newest(entry),
        "title": entry.title,
        "lead": entry.lead,
        "body": entry.body,
    }
    if entry.is_dated:  # else no filter by date finds it
        fields["published"] = seconds(entry.published)
    fields.update(pair for pair in _optional_fields(entry) if pair[1])
    return tantivy.Document.from_dict(fields, schema())


def _optional_fields(entry: IndexEntry) -> tuple[tuple[str, object], ...]:
    """The fields that many articles lack; empty ones are left out."""
    return (
        ("headings", entry.headings),
        ("authors", entry.authors),
        ("anchor", entry.anchor),
        ("url", entry.url),
        ("author", list(entry.names)),
        ("topic", list(entry.topics)),
        ("subject", list(entry.subjects)),
        ("entity", list(entry.entities)),
    )


def seconds(moment: datetime) -> int:
    """Return the moment in whole seconds since 1970, in UTC if it has no time zone."""
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return int(aware.timestamp() // 1)


def _newest(entry: IndexEntry) -> int:
    """A number that orders entries by date and then by id, as far as 25 bits can.

    Many articles share a second (midnight, when a page gives only the day), and an order that
    changes with every merge of segments would repeat and skip hits from page to page.
    """
    tie = zlib.crc32(entry.id.encode()) >> (32 - _TIE_BITS)
    return (seconds(entry.published) + _YEAR_ONE) << _TIE_BITS | tie
