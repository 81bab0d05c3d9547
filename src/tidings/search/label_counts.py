"""Counts of all values of a label, such as the names in articles, among the matches of a query."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import numpy as np
import tantivy
from tantivy import Occur

from tidings.search.entries.schema import schema
from tidings.search.index.index_view import IndexView
from tidings.text.scripts.marks import spellings

MOST_VALUES: Final = 65_000  # tantivy counts no more
_DAY: Final = 86_400
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MAX_DAY: Final = 2_932_896  # the last one of the calendar


def label_counts(
    view: IndexView, query: tantivy.Query, label: str, size: int, pattern: str = ""
) -> list[tuple[str, int]]:
    """Return the most frequent values and how many matches have each; equal counts by name.

    With a pattern (a regular expression, from below) only the values that match it. If there are
    `size` of them, further ones may have the count of the last.
    """
    terms: dict[str, Any] = {"field": label, "size": size}
    if pattern:
        terms["include"] = pattern
    counted = view.searcher.aggregate(query, {"values": {"terms": terms}})["values"]["buckets"]
    pairs = ((str(each["key"]), int(each["doc_count"])) for each in counted)
    return sorted(pairs, key=lambda pair: (-pair[1], pair[0]))


def daily_counts(view: IndexView, query: tantivy.Query) -> list[tuple[datetime, int]]:
    """Return how many matches were published on each day that has any, in UTC."""
    days = {"histogram": {"field": "published", "interval": _DAY, "min_doc_count": 1}}
    counted = view.searcher.aggregate(query, {"days": days})["days"]["buckets"]
    found = ((int(each["key"] // _DAY), int(each["doc_count"])) for each in counted)
    return [
        (_EPOCH + timedelta(days=day), count) for day, count in found if abs(day) <= _MAX_DAY // 4
    ]


def counts_until(
    view: IndexView, query: tantivy.Query, until: datetime, step: timedelta, number: int
) -> tuple[int, ...]:
    """Return how many matches were published in each of the last steps, the newest last."""
    width, end = int(step.total_seconds()), int(until.timestamp()) + 1
    steps = {
        "field": "published",
        "interval": width,
        "offset": end % width,
        "min_doc_count": 1,
    }
    counted = view.searcher.aggregate(query, {"steps": {"histogram": steps}})["steps"]["buckets"]
    found = {int(each["key"] - end) // width + number: int(each["doc_count"]) for each in counted}
    return tuple(found.get(place, 0) for place in range(number))


def match_count(view: IndexView, query: tantivy.Query) -> int:
    """Return how many articles match."""
    result: Any = view.searcher.search(query, limit=1)
    return int(result.count)


def newest_ids(view: IndexView, query: tantivy.Query, limit: int) -> list[str]:
    """Return the ids of the newest matches."""
    found = view.searcher.search(query, limit=limit, count=False, order_by_field="newest").hits
    seqs = view.searcher.fast_field_values("seq", [address for _, address in found])
    return [id_ for id_ in view.forward.ids(np.array(seqs, np.int64)) if id_]


def labelled(query: tantivy.Query, label: str, pattern: str) -> tantivy.Query:
    """Return a query limited to articles with a value of a label that matches a pattern."""
    like = tantivy.Query.regex_query(schema(), label, pattern)
    return tantivy.Query.boolean_query([(Occur.Must, query), (Occur.Must, like)])


def with_value(query: tantivy.Query, label: str, values: list[str]) -> tantivy.Query:
    """Return a query limited to articles with one of these values of a label."""
    exact = tantivy.Query.term_set_query(schema(), label, values)
    return tantivy.Query.boolean_query([(Occur.Must, query), (Occur.Must, exact)])


def word_beginning_pattern(text: str) -> str:
    """Return the pattern of names with a word that begins with a text, in any spelling."""
    return f"(?i)(.*[ .'’-])?{_any_spelling(text)}.*"


def name_pattern(normalised: str) -> str:
    """Return the pattern of all spellings of a name without accents, dots and hyphens."""
    return f"(?i){_any_spelling(normalised, dots=True)}"


def _any_spelling(text: str, *, dots: bool = False) -> str:
    dot = r"\.?" if dots else ""
    return "".join(_spelling(letter) + (dot if letter != " " else "") for letter in text)


def _spelling(letter: str) -> str:
    if letter == " ":
        return "[ -]"
    if letter in "'’":
        return "['’]"
    if letter.isalpha():
        others = spellings(letter)
        return letter if others == letter else f"[{others}{letter}]"
    return re.escape(letter)
