"""What was understood of an article as JSON: the fields that it has beside its own, everywhere."""

from tidings.model.articles.annotations import Annotations, Entity, GeoPlace, Tone

Shape = dict[str, object]


def annotations_shape(said: Annotations) -> Shape:
    """Return the annotations of an article; empty where nothing was understood."""
    return {
        "language_confidence": said.confidence,
        "summary": list(said.summary),
        "keyphrases": [
            {"text": each.text, "weight": round(each.weight, 4)} for each in said.keyphrases
        ],
        "topics": [
            {"slug": each.slug, "code": each.code, "probability": round(each.probability, 3)}
            for each in said.topics
        ],
        "entities": [_entity_shape(each) for each in said.entities],
        "tone": None if said.tone is None else _tone_shape(said.tone),
        "models": dict(said.models),
        "failed": {each.step: each.detail for each in said.failed},
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
