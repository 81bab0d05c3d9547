"""Annotations: what was derived from an article's text, by which models, and which steps failed."""

from dataclasses import dataclass
from enum import StrEnum


class EntityKind(StrEnum):
    """What a name refers to."""

    PERSON = "person"
    ORGANISATION = "organisation"
    PLACE = "place"


@dataclass(frozen=True, slots=True)
class Mention:
    """The position of a name in the title or in the text."""

    start: int
    end: int
    in_title: bool = False


@dataclass(frozen=True, slots=True)
class GeoPlace:
    """A place on the map."""

    id: int  # in the gazetteer
    name: str
    country: str  # ISO 3166-1, two letters
    latitude: float
    longitude: float


@dataclass(frozen=True, slots=True)
class Entity:
    """A person, organisation or place that an article names, in one or more spellings."""

    name: str  # the fullest form in the article
    kind: EntityKind
    key: str  # equal in all articles that name the entity
    mentions: tuple[Mention, ...] = ()
    place: GeoPlace | None = None


@dataclass(frozen=True, slots=True)
class Topic:
    """One of the IPTC Media Topics' top-level subjects."""

    slug: str  # as typed after `topic:`, e.g. "politics"
    code: str  # e.g. "medtop:11000000"
    probability: float


@dataclass(frozen=True, slots=True)
class Tone:
    """The sentiment of a text, from -1 (bad) to 1 (good), with the words that cause it. A hint."""

    score: float
    words: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Keyphrase:
    """Words that say what an article is about, as written in it."""

    text: str
    weight: float


@dataclass(frozen=True, slots=True)
class FailedStep:
    """A step that failed on an article, and the error. Other steps still ran."""

    step: str
    detail: str


@dataclass(frozen=True, slots=True)
class Annotations:
    """All annotations of one article."""

    language: str = "und"
    confidence: float = 0.0  # in the language
    entities: tuple[Entity, ...] = ()
    topics: tuple[Topic, ...] = ()  # most likely first
    tone: Tone | None = None
    keyphrases: tuple[Keyphrase, ...] = ()
    summary: tuple[str, ...] = ()  # sentences of the text, in text order
    models: tuple[tuple[str, str], ...] = ()  # step -> model and version
    failed: tuple[FailedStep, ...] = ()


NOT_ANNOTATED = Annotations()
