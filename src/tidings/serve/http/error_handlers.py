"""When no good answer can be given: pages in our own dress for readers, JSON for programs."""

import sqlite3
from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, JSONResponse, Response

from tidings.search.index.search_index import IndexUnusable
from tidings.serve.context import AppContext
from tidings.serve.http.security import add_security_headers

_UNREADABLE = "The home cannot be read just now: 'tidings doctor' tells what is wrong with it."
_BROKEN = "Something broke on our side. It is written down in the log."


def add_error_handlers(app: FastAPI) -> None:
    """Let the app answer every kind of trouble."""
    app.add_exception_handler(HTTPException, _on_refusal)
    app.add_exception_handler(RequestValidationError, _on_bad_parameters)
    app.add_exception_handler(sqlite3.Error, _on_unreadable)
    app.add_exception_handler(IndexUnusable, _on_unreadable)
    app.add_exception_handler(Exception, _on_bug)


async def _on_refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    detail = error.detail
    if detail == HTTPStatus(error.status_code).phrase:  # nobody said anything in particular
        detail = {404: "There is nothing at this address."}.get(error.status_code, f"{detail}.")
    response = _error_response(request, error.status_code, detail)
    response.headers.update(error.headers or {})
    return response


async def _on_bad_parameters(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    said = (f"{problem['loc'][-1]}: {problem['msg']}" for problem in error.errors())
    return _error_response(request, 422, "; ".join(said))


async def _on_unreadable(request: Request, error: Exception) -> Response:
    return _error_response(request, 503, f"{_UNREADABLE} ({error})")


async def _on_bug(request: Request, error: Exception) -> Response:
    response = _error_response(request, 500, _BROKEN)
    add_security_headers(response.headers)  # this answer is made outside of the middleware
    return response


def _error_response(request: Request, status: int, message: str) -> Response:
    path = request.url.path
    if path == "/healthz":
        return JSONResponse({"status": "unwell", "error": message}, status)
    if path.startswith("/api/"):
        return JSONResponse({"error": message}, status)
    desk: AppContext = request.app.state.desk
    phrase = HTTPStatus(status).phrase
    page = desk.press.page("error.html", status=status, phrase=phrase, message=message)
    return HTMLResponse(page, status)
