"""Forms of our own pages: small, and never files."""

from typing import Final
from urllib.parse import parse_qs

from fastapi import HTTPException, Request
from starlette.requests import ClientDisconnect

_MAX_FORM_BYTES: Final = 16 * 1024


async def form_of(request: Request) -> dict[str, str]:
    """Read a form; raises HTTPException."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/x-www-form-urlencoded":
        raise HTTPException(415, "Send a form (application/x-www-form-urlencoded).")
    body = b""
    try:
        async for piece in request.stream():
            body += piece
            if len(body) > _MAX_FORM_BYTES:
                raise HTTPException(413, f"A form may have at most {_MAX_FORM_BYTES} bytes.")
        fields = parse_qs(body.decode(), keep_blank_values=True, max_num_fields=10)
    except ClientDisconnect as error:
        raise HTTPException(400, "The form was cut off.") from error
    except ValueError as error:
        raise HTTPException(400, "The form cannot be read.") from error
    return {name: values[0] for name, values in fields.items()}
