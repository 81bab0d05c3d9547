"""Routes that change sources: add, rename, move, pause, resume, retry, remove and delete."""

from typing import Annotated, Any, Final, Literal

from fastapi import Depends
from fastapi import Query as Parameter
from starlette.responses import Response

from tidings.engine.commands.command_values import (
    AddSource,
    Command,
    DeleteSource,
    PauseSource,
    RemoveSource,
    ResumeSource,
    RetrySource,
    SetSource,
    SourceAdded,
    SourceDeleted,
    SourcePaused,
    SourceRemoved,
    SourceResumed,
    SourceRetried,
    SourceSet,
)
from tidings.model.access.identity import Scope
from tidings.serve.context import AppContext, CurrentContext
from tidings.serve.permission import needs
from tidings.serve.problem import V1
from tidings.serve.schema import schema_of
from tidings.serve.v1.frame.answer import answer
from tidings.serve.v1.frame.description import described
from tidings.serve.v1.source_path import NamedSource
from tidings.serve.v1.writing.bodies import NewSourceBody, SettingsBody, SourceChangesBody
from tidings.serve.v1.writing.command_answers import ACCEPTED, executed
from tidings.serve.v1.writing.source_changes import (
    checked_folder,
    checked_name,
    checked_topic,
    checked_url,
    settings_command,
)
from tidings.serve.v1.writing.writing_route import with_statuses, writing_router
from tidings.shapes.source_settings import SettingsOut, settings_shape
from tidings.shapes.v1.managed_source import (
    MANAGED_SOURCE_EXAMPLE,
    ManagedSourceV1,
    RetriedSourceV1,
    managed_source,
)

router = writing_router("sources")
_WRITE: Final[Any] = [Depends(needs(Scope.WRITE))]
_PROBLEMS: Final = (401, 403, 404, 409)
_BODY_PROBLEMS: Final = (*_PROBLEMS, 413, 415)
_CREATED: Final = {
    201: {"description": "it is followed now", "model": schema_of(ManagedSourceV1)},
}


def _changing(operation: str, summary: str, problems: tuple[int, ...] = _PROBLEMS) -> Any:
    """Return the description of a route that answers with the source."""
    description = described(
        operation, summary, ManagedSourceV1, MANAGED_SOURCE_EXAMPLE, problems=problems
    )
    return {"dependencies": _WRITE, **with_statuses(description, ACCEPTED)}


_ADD: Final = _changing("addSource", "Follow a source", (401, 403, 409, 413, 415))


@router.post("/sources", **with_statuses(_ADD, _CREATED))
async def add_source(body: NewSourceBody, context: CurrentContext) -> Response:
    """Follow a source: 201 if it is new; one that is followed already is tried again, 200."""
    settings = context.writing.settings
    url = checked_url(body.url)
    about = None if body.about is None else checked_topic(body.about, settings)
    folder = None if body.folder is None else checked_folder(body.folder)
    words, query = (None, "") if about is None else (about.words, about.query)
    commands: list[Command] = [AddSource(url, words, query, folder)]
    if body.settings is not None:
        changes = settings_command(url, body.settings, settings, "settings.")
        commands += [changes] if changes else []
    added = await executed(context, SourceAdded, *commands)
    response = await _source(context, url, 201 if added.is_new else 200)
    source = await context.run(lambda: context.library.source_at(url))
    response.headers["Location"] = f"{V1}/sources/{source.id}"
    return response


@router.patch("/sources/{source}", **_changing("changeSource", "Change a source", _BODY_PROBLEMS))
async def change_source(
    source: NamedSource, body: SourceChangesBody, context: CurrentContext
) -> Response:
    """Change the name, the folder or the topic of a source; what is not given stays."""
    given = body.model_fields_set
    about = checked_topic(body.about, context.writing.settings) if "about" in given else None
    command = SetSource(
        source.url,
        topic=None if about is None else about.words,
        topic_query="" if about is None else about.query,
        name=checked_name(body.name) if "name" in given else None,
        folder=checked_folder(body.folder) if "folder" in given else None,
    )
    if given:
        await executed(context, SourceSet, command)
    return await _source(context, source.url)


@router.post("/sources/{source}/pause", **_changing("pauseSource", "Fetch nothing of a source"))
async def pause_source(source: NamedSource, context: CurrentContext) -> Response:
    """Fetch nothing of a source until it is resumed."""
    await executed(context, SourcePaused, PauseSource(source.url))
    return await _source(context, source.url)


@router.post("/sources/{source}/resume", **_changing("resumeSource", "Fetch a paused source again"))
async def resume_source(source: NamedSource, context: CurrentContext) -> Response:
    """Fetch a paused source again; nothing happens to one that is not paused."""
    await executed(context, SourceResumed, ResumeSource(source.url))
    return await _source(context, source.url)


_RETRIED: Final = described(
    "retrySource",
    "Try again what failed",
    RetriedSourceV1,
    {"url": "https://post.example/", "due": 3, "closed_until": None},
    problems=_PROBLEMS,
)


@router.post("/sources/{source}/retry", dependencies=_WRITE, **with_statuses(_RETRIED, ACCEPTED))
async def retry_source(source: NamedSource, context: CurrentContext) -> Response:
    """Try again at once what failed, was refused or rests; 409 if the source is paused."""
    result = await executed(context, SourceRetried, RetrySource(source.url))
    closed = result.closed_until or None
    shape: RetriedSourceV1 = {"url": result.url, "due": result.due, "closed_until": closed}
    return answer(shape)


_SETTINGS: Final[Any] = {
    "delay": 5.0,
    "faster": False,
    "languages": ["en"],
    "include": [],
    "exclude": ["/sport/*"],
    "headers": ["X-Api-Key"],
    "proxy": None,
    "credentials": None,
}


@router.get(
    "/sources/{source}/settings",
    dependencies=_WRITE,
    **described(
        "getSourceSettings", "The settings of a source", SettingsOut, _SETTINGS,
        problems=(401, 403, 404),
    ),
)  # fmt: skip
async def get_settings(source: NamedSource) -> Response:
    """Tell what was set for a source; no passwords, and no values of headers."""
    return answer(settings_shape(source.settings))


_CHANGED: Final = described(
    "changeSourceSettings",
    "Change the settings of a source",
    SettingsOut,
    _SETTINGS,
    problems=_BODY_PROBLEMS,
)


@router.patch(
    "/sources/{source}/settings", dependencies=_WRITE, **with_statuses(_CHANGED, ACCEPTED)
)
async def change_settings(
    source: NamedSource, body: SettingsBody, context: CurrentContext
) -> Response:
    """Change settings of a source; null removes one, what is not given stays."""
    command = settings_command(source.url, body, context.writing.settings)
    if command is not None:
        await executed(context, SourceSet, command)
    after = await context.run(lambda: context.library.source_at(source.url))
    return answer(settings_shape(after.settings))


_REMOVED: Final = described(
    "removeSource", "Stop following a source", None, status=204, problems=_PROBLEMS
)


@router.delete("/sources/{source}", dependencies=_WRITE, **with_statuses(_REMOVED, ACCEPTED))
async def remove_source(
    source: NamedSource,
    context: CurrentContext,
    articles: Annotated[
        Literal["keep", "delete"],
        Parameter(description="delete takes all of its articles down, for good"),
    ] = "keep",
) -> Response:
    """Stop following a source; its articles stay, unless they are to be deleted for good."""
    if articles == "delete":
        await executed(context, SourceDeleted, DeleteSource(source.url))
    else:
        await executed(context, SourceRemoved, RemoveSource(source.url))
    return Response(status_code=204)


async def _source(context: AppContext, url: str, status: int = 200) -> Response:
    """Answer with a source as it is now."""
    library = context.library
    source, paused = await context.run(lambda: library.managed_source(url))
    return answer(managed_source(source, paused), status)
