"""Tantivy queries for filters: labels, dates, ids and sources."""

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import tantivy
from tantivy import Occur

from tidings.read.url import path_of
from tidings.search.entries.schema import schema, seconds
from tidings.search.query.field_values import language_code, source_domain
from tidings.search.query.tree import Between, FieldName, Fuzzy, Leaf, Prefix
from tidings.text.scripts.marks import spellings

_LABELS: Final = {
    FieldName.SOURCE: "source",
    FieldName.LANGUAGE: "language",
    FieldName.TOPIC: "topic",
    FieldName.ENTITY: "entity",
}
# Fields of terms; words are looked up in them as in the text.
TERM_FIELDS: Final = {FieldName.TITLE: "title", FieldName.AUTHOR: "authors", FieldName.URL: "url"}
INDEXED: Final = _LABELS | TERM_FIELDS


def no_match() -> tantivy.Query:
    """Return a query that matches nothing."""
    return tantivy.Query.empty_query()


def published_between(limits: Between, undated: Sequence[str] = ()) -> tantivy.Query:
    """Return the query for articles published within the limits, except the undated ones."""
    if limits.start is None and limits.end is None:
        return tantivy.Query.all_query()
    within = tantivy.Query.range_query(
        schema(),
        "published",
        tantivy.FieldType.Integer,
        None if limits.start is None else seconds(limits.start),
        None if limits.end is None else seconds(limits.end) - 1,
    )
    if not undated:
        return within
    without_date = tantivy.Query.term_set_query(schema(), "id", list(undated))
    return tantivy.Query.boolean_query([(Occur.Must, within), (Occur.MustNot, without_date)])


def with_label(name: FieldName, leaf: Leaf) -> tantivy.Query:
    """Return the query for articles with a label, or with a longer one that begins with it."""
    assert not isinstance(leaf, Between)
    field = _LABELS[name]
    text = " ".join(leaf.text.split())
    if isinstance(leaf, Prefix):
        return _like(field, text, ".*")
    if isinstance(leaf, Fuzzy):
        return tantivy.Query.fuzzy_term_query(schema(), field, text.lower(), leaf.distance)
    if name is FieldName.SOURCE:
        return _source(text)
    if name is FieldName.LANGUAGE:
        return _exactly(field, language_code(text) or text.lower())
    # People rarely type a full name: entity:merkel also means Angela Merkel.
    return _like(field, text, "( .*)?", "(.* )?" if name is FieldName.ENTITY else "")


def address_parts(text: str) -> tuple[str | None, str]:
    """Return the domain and the path of a URL; for plain words, None and the words."""
    if "://" not in text:
        return None, text
    return source_domain(text), path_of(text)


def with_any_id(ids: Sequence[str]) -> tantivy.Query:
    """Return the query for articles by their ids."""
    return tantivy.Query.boolean_query([(Occur.Should, _exactly("id", each)) for each in ids])


def of_source(domain: str) -> tantivy.Query:
    """Return the query for the articles of a source."""
    return _exactly("source", domain)


def without_any(unwanted: list[tantivy.Query]) -> tantivy.Query:
    """Return the query for everything that matches none of the others."""
    everything = tantivy.Query.const_score_query(tantivy.Query.all_query(), 0.0)
    return tantivy.Query.boolean_query(
        [(Occur.Must, everything), *((Occur.MustNot, query) for query in unwanted)]
    )


def _source(text: str) -> tantivy.Query:
    """A domain as it is; a bare name stands for a domain under any suffix, or for a local host."""
    if domain := source_domain(text):
        return of_source(domain)
    return _like("source", text, "([.:].*)?")


def _exactly(field: str, value: str) -> tantivy.Query:
    return tantivy.Query.term_query(schema(), field, value)


def _like(field: str, text: str, ending: str, beginning: str = "") -> tantivy.Query:
    """A label with regular expressions around it; case and accents do not matter."""
    for written in ("".join(map(_any_spelling, text)), re.escape(text)):
        with suppress(ValueError):  # the text is so long that its automaton is too large
            return tantivy.Query.regex_query(schema(), field, f"(?i){beginning}{written}{ending}")
    return _exactly(field, text)


def _any_spelling(letter: str) -> str:
    letters = spellings(letter)
    return f"[{letters}]" if len(letters) > 1 and letters.isalpha() else re.escape(letter)
