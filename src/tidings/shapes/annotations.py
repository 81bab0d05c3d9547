"""An article's annotations as JSON."""

from typing import Annotated, TypedDict

from tidings.model.articles.annotations import Annotations, Entity, GeoPlace, Tone

# `in` is a keyword of Python, so this cannot be a class body.
_MentionKeys = TypedDict(
    "_MentionKeys", {"start": int, "end": int, "in": Annotated[str, "title or text"]}
)


class MentionOut(_MentionKeys):
    """Position of a name."""


class PlaceOut(TypedDict):
    """A geographic place."""

    id: Annotated[int, "GeoNames id"]
    name: str
    country: str
    latitude: float
    longitude: float


class EntityOut(TypedDict):
    """A person, organisation or place named in the article."""

    name: str
    kind: Annotated[str, "person, organisation or place"]
    key: Annotated[str, "equal in all articles that name the entity"]
    mentions: list[MentionOut]
    place: PlaceOut | None


class TopicOut(TypedDict):
    """A top-level subject of the IPTC Media Topics."""

    slug: Annotated[str, "as typed after topic:"]
    code: str
    probability: float


class KeyphraseOut(TypedDict):
    """A phrase that is typical of the article."""

    text: str
    weight: float


class ToneWordOut(TypedDict):
    """A word that affects the tone."""

    word: str
    weight: float


class ToneOut(TypedDict):
    """Tone of the text from -1 (negative) to 1 (positive); only a hint."""

    score: float
    words: list[ToneWordOut]


class AnnotationFields(TypedDict):
    """What was understood of an article; empty where it was not annotated."""

    language_confidence: float
    summary: Annotated[list[str], "sentences of the text, in text order"]
    keyphrases: list[KeyphraseOut]
    topics: Annotated[list[TopicOut], "most likely first"]
    entities: list[EntityOut]
    tone: Annotated[ToneOut | None, "null in unsupported languages"]
    models: Annotated[dict[str, str], "annotation step -> model"]
    failed: Annotated[dict[str, str], "failed annotation step -> reason"]


def annotations_shape(annotations: Annotations) -> AnnotationFields:
    """Return an article's annotations as JSON; empty values where it was not annotated."""
    return {
        "language_confidence": annotations.confidence,
        "summary": list(annotations.summary),
        "keyphrases": [
            {"text": each.text, "weight": round(each.weight, 4)} for each in annotations.keyphrases
        ],
        "topics": [
            {"slug": each.slug, "code": each.code, "probability": round(each.probability, 3)}
            for each in annotations.topics
        ],
        "entities": [_entity_shape(each) for each in annotations.entities],
        "tone": None if annotations.tone is None else _tone_shape(annotations.tone),
        "models": dict(annotations.models),
        "failed": {each.step: each.detail for each in annotations.failed},
    }


def _entity_shape(entity: Entity) -> EntityOut:
    return {
        "name": entity.name,
        "kind": str(entity.kind),
        "key": entity.key,
        "mentions": [
            {"start": each.start, "end": each.end, "in": "title" if each.in_title else "text"}
            for each in entity.mentions
        ],
        "place": None if entity.place is None else _place_shape(entity.place),
    }


def _place_shape(place: GeoPlace) -> PlaceOut:
    return {
        "id": place.id,
        "name": place.name,
        "country": place.country,
        "latitude": place.latitude,
        "longitude": place.longitude,
    }


def _tone_shape(tone: Tone) -> ToneOut:
    words: list[ToneWordOut] = [
        {"word": word, "weight": round(weight, 3)} for word, weight in tone.words
    ]
    return {"score": round(tone.score, 3), "words": words}
