"""Annotations: what was understood of an article, by which models, and what could not be."""

from dataclasses import dataclass
from enum import StrEnum


class EntityKind(StrEnum):
    """What a name stands for."""

    PERSON = "person"
    ORGANISATION = "organisation"
    PLACE = "place"


@dataclass(frozen=True, slots=True)
class Mention:
    """Where a name stands: in the title, or else in the text."""

    start: int
    end: int
    in_title: bool = False


@dataclass(frozen=True, slots=True)
class GeoPlace:
    """A place on the map."""

    id: int  # of the gazetteer
    name: str
    country: str  # ISO 3166-1, two letters
    latitude: float
    longitude: float


@dataclass(frozen=True, slots=True)
class Entity:
    """Someone or something that an article names, however it spells the name."""

    name: str  # the fullest form in the article
    kind: EntityKind
    key: str  # the same for one name in all articles
    mentions: tuple[Mention, ...] = ()
    place: GeoPlace | None = None


@dataclass(frozen=True, slots=True)
class Topic:
    """One of the IPTC Media Topics' top-level subjects."""

    slug: str  # as `topic:` takes it, e.g. "politics"
    code: str  # e.g. "medtop:11000000"
    probability: float


@dataclass(frozen=True, slots=True)
class Tone:
    """How a text sounds, from -1 (bad) to 1 (good), and the words that make it so. A hint."""

    score: float
    words: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Keyphrase:
    """Words that say what an article is about, as it writes them."""

    text: str
    weight: float


@dataclass(frozen=True, slots=True)
class FailedStep:
    """A step that failed on an article, and how; the others are not affected."""

    step: str
    detail: str


@dataclass(frozen=True, slots=True)
class Annotations:
    """Everything understood of one article."""

    language: str = "und"
    confidence: float = 0.0  # of the language
    entities: tuple[Entity, ...] = ()
    topics: tuple[Topic, ...] = ()  # the likeliest first
    tone: Tone | None = None
    keyphrases: tuple[Keyphrase, ...] = ()
    summary: tuple[str, ...] = ()  # sentences of the text, in its order
    models: tuple[tuple[str, str], ...] = ()  # step -> the model that did it, with its version
    failed: tuple[FailedStep, ...] = ()


NOT_ANNOTATED = Annotations()
