"""Changes: what outlets edited, deleted and restored, newest first."""

from typing import Annotated, Any

from fastapi import Query as Parameter
from starlette.responses import Response

from tidings.model.articles.listing import EditFilter, EditPlace, OutletEditKind
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
from tidings.shapes.v1.change import CHANGE_EXAMPLE, ChangeV1, change_v1

router = v1_router("changes")

ChangesPage: Any = paged(default=20, most=100)
Kind = Annotated[OutletEditKind | None, Parameter(description="only changes of this kind")]


@router.get(
    "/changes",
    **described(
        "listChanges",
        "List edits and deletions",
        list_of(ChangeV1, "ChangesV1"),
        {"items": [CHANGE_EXAMPLE], "next": None},
        problems=(400,),
    ),
)
async def changes(
    context: CurrentContext,
    page: ChangesPage,
    kind: Kind = None,
    source: DomainText = "",
    language: LanguageText = "",
    since: SinceText = "",
    until: UntilText = "",
) -> Response:
    """List what publishers edited, deleted and restored, newest first, with word diffs.

    A page may have fewer items than `limit`, even none, while `next` is not null: then few of the
    changes that were looked at are of the wanted kind.
    """
    wanted = EditFilter(
        *span_of(since, until, page.at),
        value_of(LANGUAGE, language, page.at),
        value_of(SOURCE, source, page.at),
        kind,
    )
    return await context.run(lambda: _changes(context, wanted, page))


def _changes(context: AppContext, wanted: EditFilter, page: Page) -> Response:
    after = None if page.position is None else EditPlace(*page.position)
    found = context.library.listings.edits(wanted, after, page.limit)
    place = found.next
    following = (
        None if place is None else page.next([place.at, place.step, place.article, place.number])
    )
    return answer(envelope([change_v1(edit) for edit in found.edits], following))
