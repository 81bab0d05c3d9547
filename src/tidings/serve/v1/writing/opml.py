"""Routes of OPML: the list of sources, as feed readers exchange it, out and in."""

from typing import Any, Final

from fastapi import Depends, HTTPException, Request
from starlette.responses import Response

from tidings.engine.commands.command_values import ImportSources, SetSource, SourcesImported
from tidings.engine.exporting.opml_export import opml_of
from tidings.engine.sources.opml_import import OpmlImport, opml_import
from tidings.engine.sources.source_list import SourceInvalid
from tidings.model.access.identity import Scope
from tidings.serve.context import AppContext, CurrentContext
from tidings.serve.permission import needs
from tidings.serve.v1.frame.answer import answer
from tidings.serve.v1.frame.description import described
from tidings.serve.v1.writing.command_answers import ACCEPTED, executed
from tidings.serve.v1.writing.writing_route import limited_body, with_statuses, writing_router
from tidings.shapes.v1.folder import ImportedV1

router = writing_router("opml")
_TYPES: Final = ("text/x-opml", "application/xml", "text/xml", "text/x-opml+xml")
_MAX_BYTES: Final = 5_000_000  # some 20 000 subscriptions
_MAX_SOURCES: Final = 20_000  # of one request; `tidings import` takes more
_DELETED: Final = "It was deleted here: add it by itself to follow it again."


@router.get(
    "/opml",
    **described(
        "exportOpml", "The sources as OPML", str, '<opml version="2.0">…</opml>',
        media_type="text/x-opml",
    ),
)  # fmt: skip
async def export_opml(context: CurrentContext) -> Response:
    """Return the followed sources with their feeds, in their folders."""
    body = await context.run(lambda: opml_of(context.library.database))
    headers = {"Content-Disposition": 'attachment; filename="tidings.opml"'}
    return Response(body, headers=headers, media_type="text/x-opml")


_IMPORTED: Final = described(
    "importOpml",
    "Follow all sources of an OPML file",
    ImportedV1,
    {"added": ["https://post.example/feed.xml"], "followed": 1, "refused": []},
    problems=(401, 403, 409, 413, 415),
)
_BODY: Final[Any] = {
    "requestBody": {
        "required": True,
        "content": {
            name: {
                "schema": {"type": "string"},
                "example": '<opml version="2.0"><body><outline text="News"><outline '
                'xmlUrl="https://post.example/feed.xml"/></outline></body></opml>',
            }
            for name in _TYPES
        },
    }
}


@router.post(
    "/opml",
    dependencies=[Depends(needs(Scope.WRITE))],
    openapi_extra=_BODY,
    **with_statuses(_IMPORTED, ACCEPTED),
)
async def import_opml(request: Request, context: CurrentContext) -> Response:
    """Follow all feeds of an OPML file, in its folders; bad lines are skipped and named."""
    body = await limited_body(request, _TYPES, _MAX_BYTES)
    found = await context.run(lambda: read_import(body))
    return answer(await imported(context, found))


async def imported(context: AppContext, found: OpmlImport) -> ImportedV1:
    """Have everything followed that a file asks for; raises AnsweredLater if it takes longer."""
    command = ImportSources(tuple(found.folders), tuple(found.folders.values()))
    result = await executed(context, SourcesImported, command)
    changes = [
        SetSource(each.url, each.values, topic=each.topic)
        for each in found.settings
        if each.url not in result.deleted
    ]
    if changes:
        await context.writing.issue(*changes)
    deleted = [(url, _DELETED) for url in result.deleted]
    refused = (*found.refused, *deleted, *found.wrong)
    return {
        "added": list(result.added),
        "followed": len(found.folders) - len(deleted),
        "refused": [{"url": url, "why": why} for url, why in refused],
    }


def read_import(body: bytes) -> OpmlImport:
    """Return what a file asks for; raises a 422 or a 413."""
    try:
        found = opml_import(body)
    except SourceInvalid as error:
        raise HTTPException(422, str(error)) from error
    if len(found.folders) > _MAX_SOURCES:
        detail = f"A request has at most {_MAX_SOURCES:,} sources: use 'tidings import' for more."
        raise HTTPException(413, detail)
    return found
