"""Removes secrets from text before it is logged: passwords in URLs, tokens, cookies."""

import re
from collections.abc import Iterable

HIDDEN = "***"

_NAME = (
    r"[\w.-]*(?:token|secret|passw(?:or)?d|pwd|api[_-]?key|access[_-]?key|auth(?!or)|sess(?:ion|id)|signature)"
    r"[\w.-]*|sid|sig|key"
)
_USER_INFO = re.compile(r"(?<!postgresql://)(?<!postgres://)(?<=://)[^\s/?#@]+@")
# The user of a database is no secret: commands that we print can be run as they are.
_DATABASE_PASSWORD = re.compile(r"(postgres(?:ql)?://[^\s/?#@:]*):[^\s/?#@]+@")
_PARAMETER = re.compile(rf"(?i)(?<![\w.-])({_NAME})=[^\s&;#,\"'<>]+")
_JSON_FIELD = re.compile(rf"(?i)([\"'](?:{_NAME})[\"']\s*:\s*)([\"'])(?:(?!\2).)+\2")
_HEADER = re.compile(
    r"(?im)\b((?:proxy-)?authorization|(?:set-)?cookie|x-[\w-]*(?:token|key|signature))(\s*:\s*)"
    r"[^\r\n]+"
)
_BEARER = re.compile(r"(?i)\b(bearer|basic)\s+[A-Za-z0-9+/._~=-]{8,}")
# Our own tokens, sessions and links (engine/access/secret_text.py); the public id may be shown.
_OWN = re.compile(r"\b(td[gsl]_[0-9a-f]{12}_)[0-9a-f]+")  # also if cut off
_CALLBACK = re.compile(r"(?<=/websub/)[^\s/?#\"']+")  # who knows it may call back (WebSub, 5.1)


class Redactor:
    """Hides what looks like a secret, and secrets that are known."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        known = sorted(filter(None, secrets), key=len, reverse=True)
        self._known = re.compile("|".join(map(re.escape, known))) if known else None

    def __call__(self, text: str) -> str:
        """Return the text with every secret replaced by asterisks."""
        if self._known is not None:
            text = self._known.sub(HIDDEN, text)
        text = _OWN.sub(rf"\1{HIDDEN}", text)
        text = _USER_INFO.sub(f"{HIDDEN}@", text)
        text = _DATABASE_PASSWORD.sub(rf"\1:{HIDDEN}@", text)
        text = _HEADER.sub(rf"\1\2{HIDDEN}", text)
        text = _BEARER.sub(rf"\1 {HIDDEN}", text)
        text = _JSON_FIELD.sub(rf"\1\2{HIDDEN}\2", text)
        text = _PARAMETER.sub(rf"\1={HIDDEN}", text)
        return _CALLBACK.sub(HIDDEN, text)
