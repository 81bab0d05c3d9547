"""An article's annotations as JSON: the fields that API and exports add to the article's own."""

from tidings.model.articles.annotations import Annotations, Entity, GeoPlace, Tone

Shape = dict[str, object]


def annotations_shape(annotations: Annotations) -> Shape:
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


def _entity_shape(entity: Entity) -> Shape:
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


def _place_shape(place: GeoPlace) -> Shape:
    return {
        "id": place.id,
        "name": place.name,
        "country": place.country,
        "latitude": place.latitude,
        "longitude": place.longitude,
    }


def _tone_shape(tone: Tone) -> Shape:
    words = [{"word": word, "weight": round(weight, 3)} for word, weight in tone.words]
    return {"score": round(tone.score, 3), "words": words}
