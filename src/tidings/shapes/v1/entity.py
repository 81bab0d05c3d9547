"""Names that articles mention, in version 1 of the API."""

from collections.abc import Mapping
from typing import Annotated, TypedDict

from tidings.model.articles.annotations import GeoPlace
from tidings.model.articles.brief import ArticleBrief
from tidings.model.articles.entity_list import CountedEntity, EntityProfile
from tidings.shapes.v1.article import ArticleBriefV1, article_brief
from tidings.shapes.v1.story import StoryV1, story_v1


class PlaceV1(TypedDict):
    """A place on the map."""

    id: Annotated[str, "in GeoNames"]
    name: str
    country: Annotated[str, "ISO 3166-1, two letters"]
    latitude: float
    longitude: float


class EntityV1(TypedDict):
    """A name, and how many articles mention it."""

    key: Annotated[str, "for /api/v1/entities/{key}; equal for all spellings"]
    name: Annotated[str, "as it is written"]
    kind: Annotated[str, "person, organisation or place"]
    articles: int
    place: Annotated[PlaceV1 | None, "of a place that is known"]


class SpellingV1(TypedDict):
    """How a name is written."""

    name: str
    articles: int


class EntityDayV1(TypedDict):
    """How many articles of a day mention an entity."""

    day: str
    articles: int


class EntityStoryV1(TypedDict):
    """A story, and how many of the newest articles about an entity are in it."""

    articles: int
    story: StoryV1


class FullEntityV1(EntityV1):
    """A person, organisation or place over time."""

    spellings: Annotated[list[SpellingV1], "the most frequent first"]
    per_day: Annotated[list[EntityDayV1], "days of publication with mentions, oldest first"]
    together: Annotated[list[EntityV1], "names in the same articles, the most frequent first"]
    newest: Annotated[list[ArticleBriefV1], "newest articles"]
    stories: Annotated[list[EntityStoryV1], "of the newest 100 articles, the most frequent first"]


def entity_v1(entity: CountedEntity) -> EntityV1:
    """Return the shape of a name in a list."""
    return {
        "key": entity.key,
        "name": entity.name,
        "kind": str(entity.kind),
        "articles": entity.articles,
        "place": None if entity.place is None else _place(entity.place),
    }


def full_entity_v1(profile: EntityProfile, briefs: Mapping[str, ArticleBrief]) -> FullEntityV1:
    """Return the shape of an entity; `briefs` has its newest articles, as far as they are shown."""
    newest = (briefs.get(id_) for id_ in profile.newest)
    return {
        **entity_v1(profile.entity),
        "spellings": [{"name": name, "articles": count} for name, count in profile.spellings],
        "per_day": [
            {"day": day.date().isoformat(), "articles": count} for day, count in profile.days
        ],
        "together": [entity_v1(each) for each in profile.together],
        "newest": [article_brief(each) for each in newest if each is not None],
        "stories": [
            {"articles": count, "story": story_v1(story)} for story, count in profile.stories
        ],
    }


def _place(place: GeoPlace) -> PlaceV1:
    return {
        "id": str(place.id),
        "name": place.name,
        "country": place.country,
        "latitude": place.latitude,
        "longitude": place.longitude,
    }


ENTITY_EXAMPLE: EntityV1 = {
    "key": "place:2643743",
    "name": "London",
    "kind": "place",
    "articles": 812,
    "place": {
        "id": "2643743",
        "name": "London",
        "country": "GB",
        "latitude": 51.50853,
        "longitude": -0.12574,
    },
}
