"""Entities: the persons, organisations and places that an article names, each once."""

from collections import Counter
from collections.abc import Iterator

from tidings.enrich import capitals, chinese_names
from tidings.enrich.echo import known_names, with_echoes
from tidings.enrich.identity import Bearer, Named, bearers_of, normalised, plain_name
from tidings.enrich.location import countries_of, place_of
from tidings.enrich.spacy_entities import spacy_spans
from tidings.enrich.span import Span
from tidings.enrich.tagger import tagger
from tidings.model.articles.annotations import Entity, EntityKind, Mention
from tidings.read.dates.calendar_words import MONTHS, WEEKDAYS
from tidings.text.parsing.parsed_text import ParsedText

MODEL = "names 5"

_MOST_TOKENS = 8_000  # that are looked at: the longest reads in papers
_LONGEST_FIRST_NAME = 5  # letters, of those that are months as well
_MAX_ENTITIES = 200  # of one article; a list of names is no article
_TRAINED = "en"


def entities_of(
    title: ParsedText, body: ParsedText, *, spacy_model: str = ""
) -> tuple[Entity, ...]:
    """Return what an article names, in the order of the first mention."""
    body = body.opening(_MOST_TOKENS)
    inside, above = _spans_in_both(body, title, spacy_model)
    known = known_names([(body, inside), (title, above)])
    names = [*_named(body, with_echoes(body, inside, known), in_title=False)]
    names += _named(title, with_echoes(title, above, known), in_title=True)
    bearers = [each for each in bearers_of(names) if not _is_date(each.name)][:_MAX_ENTITIES]
    countries = countries_of(each.name for each in bearers if each.kind is EntityKind.PLACE)
    return tuple(_entity(bearer, countries) for bearer in bearers)


def model_of(spacy_model: str) -> str:
    """Return what tells entities, for the record."""
    return f"spacy {spacy_model}" if spacy_model else MODEL


def _spans_in_both(body: ParsedText, title: ParsedText, spacy_model: str) -> list[list[Span]]:
    if spacy_model:
        return [*map(spacy_spans(spacy_model), (body, title))]
    if body.language == title.language == _TRAINED:
        return tagger().spans_of_each((body, title))
    return [*map(spans_in, (body, title))]


def spans_in(parsed: ParsedText) -> list[Span]:
    """Return the names of a text by the model of its language, or else by its capital letters."""
    if parsed.language == _TRAINED:
        return tagger().spans(parsed)
    if parsed.language == "zh":
        return chinese_names.spans_of(parsed)
    return capitals.spans_of(parsed)


def _named(parsed: ParsedText, spans: list[Span], *, in_title: bool) -> Iterator[Named]:
    for span in spans:
        last = span.end - 1
        start, end = parsed.starts[span.first], parsed.starts[last] + len(parsed.words[last])
        name = plain_name(parsed.text[start:end])
        if name:
            yield Named(name, span.kind, Mention(start, end, in_title), span.sureness)


def _is_date(name: str) -> bool:
    """Whether a name is only a month's or weekday's; short ones (April, Jan) may be someone's."""
    word = name.lower()
    return len(word) > _LONGEST_FIRST_NAME and (word in MONTHS or word in WEEKDAYS)


def _entity(bearer: Bearer, countries: Counter[str]) -> Entity:
    place = place_of(bearer.name, countries) if bearer.kind is EntityKind.PLACE else None
    key = str(place.id) if place else normalised(bearer.name)
    return Entity(bearer.name, bearer.kind, f"{bearer.kind}:{key}", tuple(bearer.mentions), place)
