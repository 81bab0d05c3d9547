"""What would be followed: the preview of an address or of an OPML file, and the click to follow."""

import base64
import binascii
from functools import partial
from typing import Final

from fastapi import APIRouter, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from starlette.responses import HTMLResponse, RedirectResponse, Response

from tidings.engine.commands.command_values import AddSource, SourceAdded
from tidings.engine.previews.preview import PreviewsBusy
from tidings.engine.sources.opml_import import OpmlImport
from tidings.model.crawl.source_preview import SourcePreview
from tidings.serve.context import AppContext, CurrentContext
from tidings.serve.following.form_access import WRITING, done_now
from tidings.serve.following.uploaded_form import uploaded_form
from tidings.serve.http.form_body import form_of
from tidings.serve.v1.frame.route import invalid
from tidings.serve.v1.writing.opml import imported, read_import
from tidings.serve.v1.writing.previews import while_connected
from tidings.serve.v1.writing.source_changes import checked_folder, checked_url
from tidings.serve.v1.writing.writing_route import AnsweredLater

router = APIRouter(include_in_schema=False)
_post = partial(router.post, dependencies=WRITING)

_MAX_FILE: Final = 2_000_000  # some 8 000 subscriptions
_MAX_FORM: Final = 3_000_000  # such a file as base64, with the rest of the form
_MAX_URL: Final = 2_000
_SHOWN: Final = 200  # sources of a file; more are counted
_NOTHING: Final = "Enter the address of a site or feed, or choose an OPML file."
_TOO_LARGE: Final = "This file is larger than 2 MB: use 'tidings import FILE' in the terminal."
_NO_SOURCES: Final = "There is no feed in this file: export it again from the other reader."
_BAD_FORM: Final = "The form cannot be read: choose the file again."


@router.get("/sources/preview")
async def no_preview() -> Response:
    """Lead to the field: a preview is the answer to a form, and is not kept."""
    return RedirectResponse("/sources", 303)


@_post("/sources/preview")
async def preview_page(request: Request, context: CurrentContext) -> Response:
    """Show what an address or a file offers. Nothing is followed yet."""
    form = await uploaded_form(request, _MAX_FORM)
    text, file = _text_of(form), form.get("opml", b"")
    try:
        if file.strip():
            return await _file_page(context, file)
        return await _address_page(request, context, text)
    except RequestValidationError as error:
        return await _field_page(context, text, str(error.errors()[0]["msg"]), 422)
    except HTTPException as error:
        return await _field_page(context, text, error.detail, error.status_code)
    except PreviewsBusy as error:
        return await _field_page(context, text, str(error), 429)


async def _address_page(request: Request, context: AppContext, text: str) -> Response:
    if not text:
        raise invalid("url", _NOTHING, "body")
    url = checked_url(text)
    preview = await while_connected(request, context.writing.previewer.preview(url))
    if preview is None:
        return Response(status_code=499)  # nobody reads it
    return HTMLResponse(await context.run(lambda: _preview_page(context, preview)))


def _preview_page(context: AppContext, preview: SourcePreview) -> str:
    return context.renderer.page(
        "preview.html", preview=preview, folders=list(context.library.folders())
    )


async def _file_page(context: AppContext, file: bytes) -> Response:
    if len(file) > _MAX_FILE:
        raise HTTPException(413, _TOO_LARGE)
    found = await context.run(lambda: _sources_in(file))
    return HTMLResponse(await context.run(lambda: _opml_page(context, found, file)))


def _sources_in(file: bytes) -> OpmlImport:
    found = read_import(file)
    if not found.folders:
        raise HTTPException(422, _NO_SOURCES)
    return found


def _opml_page(context: AppContext, found: OpmlImport, file: bytes) -> str:
    known = {source.url for source in context.library.followed()}
    by_folder: dict[str, list[str]] = {}
    for url in list(found.folders)[:_SHOWN]:
        by_folder.setdefault(found.folders[url], []).append(url)
    return context.renderer.page(
        "opml_preview.html",
        count=len(found.folders),
        known=known.intersection(found.folders),
        by_folder=sorted(by_folder.items()),
        more=max(0, len(found.folders) - _SHOWN),
        refused=(*found.refused, *found.wrong)[:_SHOWN],
        file=base64.b64encode(file).decode(),
    )


async def _field_page(context: AppContext, text: str, message: str, status: int) -> Response:
    """Show the field again, with what was typed and what to do about it."""
    page = context.renderer.page("add.html", typed=text, message=message)
    return HTMLResponse(page, status)


@_post("/sources/follow")
async def follow(request: Request, context: CurrentContext) -> Response:
    """Follow the source of a preview, and show its page."""
    form = await form_of(request)
    url, folder = checked_url(form.get("url", "")), checked_folder(form.get("folder", ""))
    added = await done_now(context, SourceAdded, AddSource(url, folder=folder or None))
    if added is None:
        return RedirectResponse("/sources?done=later", 303)
    source = await context.run(lambda: context.library.source_at(url))
    done = "added" if added.is_new else "again"
    return RedirectResponse(f"/source/{source.id}?done={done}", 303)


@_post("/sources/import")
async def follow_file(request: Request, context: CurrentContext) -> Response:
    """Follow the sources of a file that was previewed."""
    form = await uploaded_form(request, _MAX_FORM)
    try:
        file = base64.b64decode(form.get("file", b""), validate=True)
    except binascii.Error as error:
        raise HTTPException(400, _BAD_FORM) from error
    found = await context.run(lambda: _sources_in(file))
    try:
        await imported(context, found)
    except AnsweredLater:
        return RedirectResponse("/sources?done=later", 303)
    return RedirectResponse("/sources?done=imported", 303)


def _text_of(form: dict[str, bytes]) -> str:
    text = form.get("url", b"").decode(errors="replace")
    return text.replace("\0", "").strip()[:_MAX_URL]
