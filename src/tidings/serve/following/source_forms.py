"""What the forms of a source do: pause, resume, retry, change its settings, remove, delete."""

from functools import partial
from typing import Any, Final

from fastapi import APIRouter, Request
from fastapi.exceptions import RequestValidationError
from starlette.responses import HTMLResponse, RedirectResponse, Response

from tidings.engine.commands.command_values import (
    Answer,
    Command,
    DeleteSource,
    PauseSource,
    RemoveSource,
    ResumeSource,
    RetrySource,
    SetSource,
    SourceDeleted,
    SourcePaused,
    SourceRemoved,
    SourceResumed,
    SourceRetried,
    SourceSet,
)
from tidings.model.crawl.source import Source
from tidings.serve.context import AppContext, CurrentContext
from tidings.serve.following.form_access import WRITING, done_now
from tidings.serve.following.source_pages import fields_of, page_of_source
from tidings.serve.http.form_body import form_of
from tidings.serve.v1.frame.route import invalid
from tidings.serve.v1.source_path import NamedSource
from tidings.serve.v1.writing.bodies import SettingsBody
from tidings.serve.v1.writing.source_changes import (
    checked_folder,
    checked_name,
    checked_topic,
    settings_command,
)
from tidings.settings.tree import Settings

router = APIRouter(include_in_schema=False)
_post = partial(router.post, dependencies=WRITING)

_LISTS: Final = ("languages", "include", "exclude")
_NO_NUMBER: Final = "'{}' is not a delay: give seconds, such as 5."
_FASTER: Final = ("add faster: true if", "tick the box beside it if")  # as the API says it


@_post("/source/{source}/pause")
async def pause(request: Request, source: NamedSource, context: CurrentContext) -> Response:
    """Fetch nothing of a source until it is resumed."""
    return await _changed(request, context, source, SourcePaused, PauseSource(source.url), "paused")


@_post("/source/{source}/resume")
async def resume(request: Request, source: NamedSource, context: CurrentContext) -> Response:
    """Fetch a paused source again."""
    return await _changed(
        request, context, source, SourceResumed, ResumeSource(source.url), "resumed"
    )


@_post("/source/{source}/retry")
async def retry(request: Request, source: NamedSource, context: CurrentContext) -> Response:
    """Try again at once what failed."""
    return await _changed(
        request, context, source, SourceRetried, RetrySource(source.url), "retried"
    )


async def _changed(
    request: Request, context: AppContext, source: Source, kind: type[Answer],
    command: Command, done: str,
) -> Response:  # fmt: skip
    """Have a command executed, and return to the page that its form is on."""
    form = await form_of(request)
    answer = await done_now(context, kind, command)
    if answer is None:
        done = "later"
    elif isinstance(answer, SourceRetried) and answer.closed_until:
        done = "closed"
    place = "/sources" if form.get("back") == "list" else f"/source/{source.id}"
    return RedirectResponse(f"{place}?done={done}", 303)


@_post("/source/{source}/settings")
async def change_settings(
    request: Request, source: NamedSource, context: CurrentContext
) -> Response:
    """Change what differs from before; after a mistake, show the form again as it was typed."""
    form = await form_of(request)
    try:
        command = changes_of(source, form, context.writing.settings)
    except RequestValidationError as error:
        wrong = str(error.errors()[0]["msg"]).replace(*_FASTER)
        page = await context.run(
            lambda: page_of_source(
                context, source, True, wrong=wrong, typed={**fields_of(source), **form}
            )
        )
        return HTMLResponse(page, 422)
    done = "changed"
    if command is not None and await done_now(context, SourceSet, command) is None:
        done = "later"
    return RedirectResponse(f"/source/{source.id}?done={done}", 303)


def changes_of(source: Source, form: dict[str, str], settings: Settings) -> SetSource | None:
    """Return the command for the fields that were changed; None if none was. Raises a 422."""
    before = fields_of(source)
    texts = {key: form[key].replace("\0", "").strip() for key in before if key in form}
    given = {key: text for key, text in texts.items() if text.split() != before[key].split()}
    if not given:
        return None
    body = settings_command(source.url, _settings_body(given, "faster" in form), settings)
    topic = checked_topic(given["topic"], settings) if "topic" in given else None
    return SetSource(
        source.url,
        values=() if body is None else body.values,
        unset=() if body is None else body.unset,
        faster=body is not None and body.faster,
        topic=None if topic is None else topic.words,
        topic_query="" if topic is None else topic.query,
        name=checked_name(given["name"]) if "name" in given else None,
        folder=checked_folder(given["folder"]) if "folder" in given else None,
    )


def _settings_body(given: dict[str, str], faster: bool) -> SettingsBody:
    fields: dict[str, Any] = {key: given[key].split() for key in _LISTS if key in given}
    if "delay" in given:
        fields["delay"] = _seconds(given["delay"])
        fields["faster"] = faster and fields["delay"] is not None
    return SettingsBody.model_construct(_fields_set=set(fields), **fields)


def _seconds(text: str) -> float | None:
    try:
        return float(text.replace(",", ".")) if text else None
    except ValueError as error:
        raise invalid("delay", _NO_NUMBER.format(text[:40]), "body") from error


@_post("/source/{source}/remove")
async def remove(source: NamedSource, context: CurrentContext) -> Response:
    """Stop following a source; its articles stay."""
    answer = await done_now(context, SourceRemoved, RemoveSource(source.url))
    return RedirectResponse(f"/sources?done={'later' if answer is None else 'removed'}", 303)


@_post("/source/{source}/delete")
async def delete(source: NamedSource, context: CurrentContext) -> Response:
    """Stop following a source, and take all of its articles down for good."""
    answer = await done_now(context, SourceDeleted, DeleteSource(source.url))
    return RedirectResponse(f"/sources?done={'later' if answer is None else 'deleted'}", 303)
