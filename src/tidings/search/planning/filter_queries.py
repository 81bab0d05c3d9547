"""Queries for filters: labels and addresses."""

import re
from contextlib import suppress
from typing import Final

from tidings.read.url import path_of
from tidings.search.planning.query_builder import Q, QueryBuilder
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


def with_label(builder: QueryBuilder[Q], name: FieldName, leaf: Leaf) -> Q:
    """Return the query for articles with a label, or with a longer one that begins with it."""
    assert not isinstance(leaf, Between)
    field = _LABELS[name]
    text = " ".join(leaf.text.split())
    if isinstance(leaf, Prefix):
        return _like(builder, field, text, ".*")
    if isinstance(leaf, Fuzzy):
        return builder.fuzzy_term(field, text.lower(), leaf.distance)
    if name is FieldName.SOURCE:
        return _source(builder, text)
    if name is FieldName.LANGUAGE:
        return builder.term(field, language_code(text) or text.lower())
    # People rarely type a full name: entity:merkel also means Angela Merkel.
    return _like(builder, field, text, "( .*)?", "(.* )?" if name is FieldName.ENTITY else "")


def address_parts(text: str) -> tuple[str | None, str]:
    """Return the domain and the path of a URL; for plain words, None and the words."""
    if "://" not in text:
        return None, text
    return source_domain(text), path_of(text)


def of_source(builder: QueryBuilder[Q], domain: str) -> Q:
    """Return the query for the articles of a source."""
    return builder.term("source", domain)


def _source(builder: QueryBuilder[Q], text: str) -> Q:
    """A domain as it is; a bare name stands for a domain under any suffix, or for a local host."""
    if domain := source_domain(text):
        return of_source(builder, domain)
    return _like(builder, "source", text, "([.:].*)?")


def _like(builder: QueryBuilder[Q], field: str, text: str, ending: str, beginning: str = "") -> Q:
    """A label with regular expressions around it; case and accents do not matter."""
    for written in ("".join(map(_any_spelling, text)), re.escape(text)):
        with suppress(ValueError):  # the text is so long that its automaton is too large
            return builder.pattern(field, f"(?i){beginning}{written}{ending}")
    return builder.term(field, text)


def _any_spelling(letter: str) -> str:
    letters = spellings(letter)
    return f"[{letters}]" if len(letters) > 1 and letters.isalpha() else re.escape(letter)
