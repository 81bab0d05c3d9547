"""Signing in and out: by name and password, or by the link that `tidings run` prints."""

from typing import Annotated, Final

from fastapi import APIRouter, Request
from fastapi import Query as Parameter
from starlette.responses import HTMLResponse, RedirectResponse, Response

from tidings.events.logged_event import emit
from tidings.events.server_events import SignedIn, SignInFailed
from tidings.model.access.identity import Identity, Proof
from tidings.model.access.user import OWNER
from tidings.serve.context import AppContext, CurrentContext
from tidings.serve.gate.sender_proof import SenderProof
from tidings.serve.gate.session_cookie import (
    clear_session_cookie,
    cookie_name,
    set_session_cookie,
)
from tidings.serve.http.form_body import form_of

router = APIRouter(include_in_schema=False)

_MAX_SECRET: Final = 200  # characters of a link's key; ours have 81
_UNKEPT: Final = {"Cache-Control": "no-store"}
_WRONG: Final = "Name or password is wrong."
_USED_UP: Final = "This link was used already, or is older than ten minutes."


def _local_path(text: str) -> str:
    """Return where to go after signing in: a path of ours, never another site."""
    is_path = text.startswith("/") and not text.startswith(("//", "/\\"))
    return text if is_path and text.isprintable() and "\\" not in text else "/"


@router.api_route("/login", methods=["GET", "HEAD"], response_class=HTMLResponse)
async def login_page(
    request: Request,
    context: CurrentContext,
    key: Annotated[str, Parameter(max_length=_MAX_SECRET)] = "",
    next: Annotated[str, Parameter(max_length=4_000)] = "/",
) -> Response:
    """The form to sign in; with the key of a one-time link, the session itself."""
    if not key:
        return _page(request, context, next)
    if request.state.is_head or _is_prefetch(request):
        return Response(status_code=204, headers=_UNKEPT)  # uses nothing up: nobody has opened it
    proof: SenderProof = request.app.state.sender_proof
    _count(request)
    secret = await proof.authentication.use_link(key)
    if secret is None:
        emit(SignInFailed(request.state.address, "link"))
        return _page(request, context, next, _USED_UP, 403)
    _succeeded(request)
    return await _signed_in(request, secret, OWNER, "link", "/")


@router.post("/login")
async def sign_in(request: Request, context: CurrentContext) -> Response:
    """Check name and password, and begin a session."""
    form = await form_of(request)
    name, password, onward = (form.get(key, "") for key in ("name", "password", "next"))
    proof: SenderProof = request.app.state.sender_proof
    _count(request)
    identity = await proof.by_password(name, password)
    secret = await _begun(proof, identity)
    if secret is None or identity is None:
        emit(SignInFailed(request.state.address, Proof.PASSWORD))
        return _page(request, context, onward, _WRONG, 403, name)
    _succeeded(request)
    return await _signed_in(request, secret, identity.name, Proof.PASSWORD, onward)


@router.post("/logout")
async def sign_out(request: Request) -> Response:
    """End the session, here and in the database."""
    await _end_session(request)
    response = RedirectResponse("/login", 303, _UNKEPT)
    clear_session_cookie(response, _cookie_name(request))
    return response


async def _begun(proof: SenderProof, identity: Identity | None) -> str | None:
    if identity is None or identity.user is None:
        return None
    return await proof.authentication.begin_session(identity.user)


async def _signed_in(request: Request, secret: str, name: str, proof: str, onward: str) -> Response:
    """Give the browser a new session; one that it brought along ends (session fixation)."""
    await _end_session(request)
    emit(SignedIn(request.state.address, name, proof))
    response = RedirectResponse(_local_path(onward), 303, _UNKEPT)
    days: float = request.app.state.settings.session_days
    set_session_cookie(response, _cookie_name(request), secret, days)
    return response


async def _end_session(request: Request) -> None:
    if old := getattr(request.state, "session", ""):
        proof: SenderProof = request.app.state.sender_proof
        await proof.authentication.end_session(old)


def _count(request: Request) -> None:
    proof: SenderProof = request.app.state.sender_proof
    proof.count_attempt(request.state.address, is_local=request.state.is_local)


def _succeeded(request: Request) -> None:
    proof: SenderProof = request.app.state.sender_proof
    proof.take_back_attempt(request.state.address, is_local=request.state.is_local)


def _cookie_name(request: Request) -> str:
    return cookie_name(request.url.scheme, request.headers["host"])


def _is_prefetch(request: Request) -> bool:
    """Return whether a browser only looks ahead."""
    purposes = (request.headers.get(name, "") for name in ("sec-purpose", "purpose", "x-moz"))
    return any("prefetch" in purpose.lower() for purpose in purposes)


def _page(
    request: Request,
    context: AppContext,
    onward: str,
    message: str = "",
    status: int = 200,
    name: str = "",
) -> Response:
    identity: Identity = request.state.identity
    page = context.renderer.page(
        "login.html", user=identity.name, onward=_local_path(onward), message=message, name=name
    )
    return HTMLResponse(page, status, _UNKEPT)
