"""Our own style sheet, scripts and icon: served from the package, cached by their hash."""

import hashlib
from functools import cache
from pathlib import Path

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOLDER = Path(__file__).parent / "static"


@cache
def asset(name: str) -> str:
    """Return the URL of a file, which changes with its content."""
    digest = hashlib.sha256((FOLDER / name).read_bytes()).hexdigest()
    return f"/static/{name}?v={digest[:12]}"


class Assets(StaticFiles):
    """The files of the folder, with an ETag; a URL with a hash can be cached permanently."""

    def __init__(self) -> None:
        super().__init__(directory=FOLDER)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file or 304, with the time it may be cached."""
        response = await super().get_response(path, scope)
        has_hash = scope["query_string"].startswith(b"v=")
        caching = "max-age=31536000, immutable" if has_hash else "max-age=300"
        response.headers["Cache-Control"] = f"public, {caching}"
        return response
