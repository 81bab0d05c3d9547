"""Entities: the persons, organisations and places that an article names, each once."""

from collections import Counter
from collections.abc import Iterator

from tidings.enrich.entities import capitalised_names, chinese_names
from tidings.enrich.entities.coreference import (
    NamedEntity,
    NameMention,
    named_entities,
    normalised_name,
    plain_name,
)
from tidings.enrich.entities.place_resolution import country_votes, likeliest_place
from tidings.enrich.entities.repeated_names import names_in_spans, with_repeats
from tidings.enrich.entities.spacy_entities import spacy_spans
from tidings.enrich.name_tables.name_span import NameSpan
from tidings.enrich.name_tagger.tagger import tagger
from tidings.model.articles.annotations import Entity, EntityKind, Mention
from tidings.read.dates.date_names import month_names
from tidings.read.dates.weekdays import WEEKDAYS
from tidings.text.parsing.parsed_text import ParsedText

MODEL = "names 5"

_MAX_TOKENS = 8_000  # as long as the longest reports in newspapers
_MAX_FIRST_NAME = 5  # letters of a first name that is also a month
# Months of some language that are first or family names elsewhere, as they are looked up.
_NAMES_TOO = frozenset("augusto averil hornig julija julius junius malaki tammik".split())
_MAX_ENTITIES = 200  # of one article; more is a list of names
_TAGGER_LANGUAGE = "en"


def entities_of(
    title: ParsedText, body: ParsedText, *, spacy_model: str = ""
) -> tuple[Entity, ...]:
    """Return the entities of an article, in the order of their first mentions."""
    body = body.opening(_MAX_TOKENS)
    body_spans, title_spans = _spans_of_both(body, title, spacy_model)
    known = names_in_spans([(body, body_spans), (title, title_spans)])
    names = [*_name_mentions(body, with_repeats(body, body_spans, known), in_title=False)]
    names += _name_mentions(title, with_repeats(title, title_spans, known), in_title=True)
    entities = [each for each in named_entities(names) if not _is_date(each.name)][:_MAX_ENTITIES]
    countries = country_votes(each.name for each in entities if each.kind is EntityKind.PLACE)
    return tuple(_entity(entity, countries) for entity in entities)


def model_of(spacy_model: str) -> str:
    """Return the id of the model that finds entities."""
    return f"spacy {spacy_model}" if spacy_model else MODEL


def _spans_of_both(body: ParsedText, title: ParsedText, spacy_model: str) -> list[list[NameSpan]]:
    if spacy_model:
        return [*map(spacy_spans(spacy_model), (body, title))]
    if body.language == title.language == _TAGGER_LANGUAGE:
        return tagger().spans_of_each((body, title))
    return [*map(spans_in, (body, title))]


def spans_in(parsed: ParsedText) -> list[NameSpan]:
    """Return the names of a text, by the model of its language or by capital letters."""
    if parsed.language == _TAGGER_LANGUAGE:
        return tagger().spans(parsed)
    if parsed.language == "zh":
        return chinese_names.spans_of(parsed)
    return capitalised_names.spans_of(parsed)


def _name_mentions(
    parsed: ParsedText, spans: list[NameSpan], *, in_title: bool
) -> Iterator[NameMention]:
    for span in spans:
        last = span.end - 1
        start, end = parsed.starts[span.first], parsed.starts[last] + len(parsed.words[last])
        name = plain_name(parsed.text[start:end])
        if name:
            yield NameMention(name, span.kind, Mention(start, end, in_title), span.sureness)


def _is_date(name: str) -> bool:
    """Whether a name is a month or weekday; short ones (April, Jan) may be first names."""
    word = name.lower()
    if len(word) <= _MAX_FIRST_NAME or word in _NAMES_TOO:
        return False
    return word in WEEKDAYS or word in month_names()


def _entity(entity: NamedEntity, countries: Counter[str]) -> Entity:
    place = likeliest_place(entity.name, countries) if entity.kind is EntityKind.PLACE else None
    key = str(place.id) if place else normalised_name(entity.name)
    return Entity(entity.name, entity.kind, f"{entity.kind}:{key}", tuple(entity.mentions), place)
