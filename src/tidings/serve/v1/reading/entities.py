"""Names that articles mention: a list with counts, and one of them over time."""

from typing import Annotated, Any

from fastapi import HTTPException
from fastapi import Path as PathParameter
from fastapi import Query as Parameter
from starlette.responses import Response

from tidings.model.articles.annotations import EntityKind
from tidings.model.articles.entity_list import EntityFilter, EntityPlace
from tidings.model.search.results import Query
from tidings.serve.context import AppContext, CurrentContext
from tidings.serve.search_parameters import LANGUAGE, SOURCE
from tidings.serve.v1.frame.answer import answer
from tidings.serve.v1.frame.description import described, list_of
from tidings.serve.v1.frame.paging import Page, envelope, paged
from tidings.serve.v1.frame.route import v1_router
from tidings.serve.v1.reading.list_filters import (
    DomainText,
    LanguageText,
    SinceText,
    UntilText,
    span_of,
    value_of,
)
from tidings.shapes.v1.article import ARTICLE_EXAMPLE
from tidings.shapes.v1.entity import (
    ENTITY_EXAMPLE,
    EntityV1,
    FullEntityV1,
    entity_v1,
    full_entity_v1,
)
from tidings.shapes.v1.story import STORY_EXAMPLE

router = v1_router("entities")

EntitiesPage: Any = paged(default=20, most=100)
Typed = Annotated[str, Parameter(max_length=60, description="how a word of the name begins")]
Kind = Annotated[EntityKind | None, Parameter(description="only names of this kind")]
Key = Annotated[str, PathParameter(max_length=300, description="as in lists, place:2643743")]


@router.get(
    "/entities",
    **described(
        "listEntities",
        "List names with counts",
        list_of(EntityV1, "EntitiesV1", as_of=(str, "last change of an article that is counted")),
        {"items": [ENTITY_EXAMPLE], "next": None, "as_of": "4711"},
        problems=(400,),
    ),
)
async def entities(
    context: CurrentContext,
    page: EntitiesPage,
    q: Typed = "",
    kind: Kind = None,
    since: SinceText = "7d",
    until: UntilText = "",
    language: LanguageText = "",
    source: DomainText = "",
) -> Response:
    """List the persons, organisations and places in articles, the most frequent first.

    Every spelling is an item; those with one key are one entity. Weekdays, months and first names
    alone are left out, unless `q` asks for them. All pages count the articles that were there when
    the first one was read. An empty `since` counts all articles.
    """
    words = " ".join(q.split())
    wanted = EntityFilter(
        words,
        kind,
        *span_of(since, until, page.at),
        value_of(LANGUAGE, language, page.at),
        value_of(SOURCE, source, page.at),
    )
    return await context.run_search(lambda: _entities(context, wanted, page))


def _entities(context: AppContext, wanted: EntityFilter, page: Page) -> Response:
    after = None if page.position is None else EntityPlace(*page.position)
    found = context.library.listings.entities(wanted, after, page.limit, page.at)
    place = found.next
    following = None if place is None else page.next([place.articles, place.name, place.as_of])
    shapes = [entity_v1(each) for each in found.entities]
    return answer(envelope(shapes, following, as_of=str(found.as_of)))


_FULL_EXAMPLE: FullEntityV1 = {
    **ENTITY_EXAMPLE,
    "spellings": [{"name": "London", "articles": 805}, {"name": "Londres", "articles": 7}],
    "per_day": [{"day": "2024-05-31", "articles": 31}],
    "together": [ENTITY_EXAMPLE | {"key": "organisation:reuters", "name": "Reuters"}],
    "newest": [ARTICLE_EXAMPLE],
    "stories": [{"articles": 4, "story": STORY_EXAMPLE}],
}


@router.get(
    "/entities/{key}",
    **described(
        "getEntity", "Get one name over time", FullEntityV1, _FULL_EXAMPLE, problems=(404,)
    ),
)
async def entity(
    key: Key,
    context: CurrentContext,
    since: SinceText = "30d",
    until: UntilText = "",
    language: LanguageText = "",
    source: DomainText = "",
) -> Response:
    """Get how often an entity is mentioned over time, with whom, and in which stories.

    Places of the same name are not told apart. An empty `since` counts all articles.
    """
    now = context.clock()
    start, end = span_of(since, until, now)
    limits = Query(
        "",
        since=start,
        until=end,
        language=value_of(LANGUAGE, language, now),
        source=value_of(SOURCE, source, now),
    )
    return await context.run_search(lambda: _entity(context, key, limits))


def _entity(context: AppContext, key: str, limits: Query) -> Response:
    found = context.library.listings.entity(key, limits, context.clock())
    if found is None:
        raise HTTPException(404, "No article in this time mentions an entity with this key.")
    return answer(full_entity_v1(found, context.library.briefs(found.newest)))
