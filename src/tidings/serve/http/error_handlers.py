"""Error responses: pages for readers, JSON for programs."""

from http import HTTPStatus
from typing import Final
from urllib.parse import quote

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from tidings.engine.process.home_errors import HOME_ERRORS, reason_for_readers
from tidings.serve.context import AppContext
from tidings.serve.http.security_headers import add_security_headers
from tidings.serve.problem import is_v1, parameter_errors, problem

FEEDS: Final = ("/feeds/", "/search.")
_PROGRAMS: Final = ("/api", "/openapi.json", "/healthz")
_UNREADABLE = "The home cannot be read: run 'tidings doctor' to find out why."
_BROKEN = "An internal error occurred. See the log for details."


def add_error_handlers(app: FastAPI) -> None:
    """Add handlers for every kind of error."""
    app.add_exception_handler(HTTPException, _on_refusal)
    app.add_exception_handler(RequestValidationError, _on_bad_parameters)
    for kind in HOME_ERRORS:
        app.add_exception_handler(kind, _on_unreadable)
    app.add_exception_handler(Exception, _on_bug)


async def _on_refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return refused(request, error)


def refused(request: Request, error: HTTPException) -> Response:
    """Return the answer to a refused request; a page's reader gets the page to sign in."""
    path = request.url.path
    is_page = request.method == "GET" and not path.startswith((*_PROGRAMS, *FEEDS))
    if error.status_code != 401 or not is_page or "authorization" in request.headers:
        return refusal(request, error)
    query = f"?{request.url.query}" if request.url.query else ""
    return RedirectResponse(f"/login?next={quote(path + query, safe='')}", 303)


def refusal(request: Request, error: HTTPException) -> Response:
    """Return what the sender of a refused request gets."""
    detail = error.detail
    if detail == HTTPStatus(error.status_code).phrase:  # raised without a message
        detail = _detail(request, error.status_code, detail)
    response = error_response(request, error.status_code, detail)
    response.headers.update(error.headers or {})
    return response


def _detail(request: Request, status: int, phrase: str) -> str:
    """Return a sentence for an error that was raised without one."""
    if status == 404 and is_v1(request.url.path):
        return "There is nothing at this address; /api/v1 lists what there is."
    return {404: "There is no page at this address."}.get(status, f"{phrase}.")


async def _on_bad_parameters(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    if is_v1(request.url.path):
        errors = parameter_errors(error.errors())
        details = (f"{each['name']}: {each['detail']}" for each in errors)
        return problem(422, "; ".join(details), errors)
    messages = (f"{problem['loc'][-1]}: {problem['msg']}" for problem in error.errors())
    return error_response(request, 422, "; ".join(messages))


async def _on_unreadable(request: Request, error: Exception) -> Response:
    return unreadable(request, error)


def unreadable(request: Request, error: Exception) -> Response:
    """Return that the home cannot be read, and why."""
    return error_response(request, 503, f"{_UNREADABLE} ({reason_for_readers(error)})")


async def _on_bug(request: Request, error: Exception) -> Response:
    response = error_response(request, 500, _BROKEN)
    add_security_headers(response.raw_headers)  # this response does not pass the middleware
    return response


def error_response(request: Request, status: int, message: str) -> Response:
    """Return an error in the form that its path's readers understand."""
    path = request.url.path
    if path == "/healthz":
        return JSONResponse({"status": "unwell", "error": message}, status)
    if is_v1(path):
        return problem(status, message)
    if path.startswith("/api/"):
        return JSONResponse({"error": message}, status)
    context: AppContext = request.app.state.context
    phrase = HTTPStatus(status).phrase
    page = context.renderer.page("error.html", status=status, phrase=phrase, message=message)
    return HTMLResponse(page, status)
