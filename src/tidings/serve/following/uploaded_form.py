"""Forms that may contain a file (RFC 7578): every field as bytes."""

from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import HTTP
from typing import Final
from urllib.parse import parse_qsl

from fastapi import HTTPException, Request

from tidings.serve.v1.writing.writing_route import limited_body

_MULTIPART: Final = "multipart/form-data"
_TYPES: Final = (_MULTIPART, "application/x-www-form-urlencoded")
_MAX_FIELDS: Final = 10


async def uploaded_form(request: Request, most: int) -> dict[str, bytes]:
    """Read a form of at most `most` bytes; raises HTTPException."""
    body = await limited_body(request, _TYPES, most)
    kind = request.headers["content-type"]
    if kind.lower().startswith(_MULTIPART):
        return _parts(kind, body)
    try:
        fields = parse_qsl(body, keep_blank_values=True, max_num_fields=_MAX_FIELDS)
    except ValueError as error:
        raise HTTPException(400, "The form cannot be read.") from error
    return {name.decode(errors="replace"): value for name, value in fields}


def _parts(kind: str, body: bytes) -> dict[str, bytes]:
    """Return the fields of a multipart form, which is written like a mail."""
    head = f"Content-Type: {kind}\r\n\r\n".encode("latin-1")
    message = BytesParser(policy=HTTP).parsebytes(head + body)
    parts = [part for part in message.iter_parts() if isinstance(part, EmailMessage)]
    if not message.is_multipart() or len(parts) > _MAX_FIELDS:
        raise HTTPException(400, "The form cannot be read.")
    fields: dict[str, bytes] = {}
    for part in parts:
        name = part.get_param("name", header="content-disposition")
        content = part.get_payload(decode=True)
        if isinstance(name, str) and isinstance(content, bytes):
            fields.setdefault(name, content)
    return fields
