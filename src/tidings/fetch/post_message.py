"""What is posted, and which redirects of it are followed. It sends nothing itself."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from tidings.fetch.transport.request_url import host_of

MAX_POST_HOPS = 3  # a receiver may move; a longer chain is abuse
MAX_POST_RESPONSE_BYTES = 4 * 1024  # of a response: only its status matters

_KEEPS_POST = frozenset({307, 308})  # redirects that repeat a POST (RFC 9110, 15.4)
_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")  # a token (RFC 9110, 5.6.2)
_VALUE = re.compile(r"[\x20-\x7e\t]*")  # nothing that could end the line
# Where a message ends, for whom it is, who sends it and what is understood: the transport's.
_OURS = frozenset(
    "host content-length transfer-encoding connection expect te upgrade user-agent "
    "accept-encoding".split()
)
_FOR_ANYONE = frozenset({"content-type"})  # contains nothing that was meant for one receiver


@dataclass(frozen=True, slots=True)
class PostMessage:
    """A body to post, with headers that were checked."""

    body: bytes
    headers: Mapping[str, str]

    def __post_init__(self) -> None:
        for name, value in self.headers.items():
            if not _NAME.fullmatch(name) or not _VALUE.fullmatch(value) or name.lower() in _OURS:
                raise ValueError(f"the header {name!r} cannot be sent")  # without its value

    def may_move(self, status: int, url: str, target: str) -> bool:
        """Return whether a redirect with this status from `url` to `target` may be followed.

        Only one that repeats the POST, and never from https to http: the body may contain a
        secret. With headers of its own, such as a token, a message stays at its origin.
        """
        if status not in _KEEPS_POST:
            return False
        if target.startswith("http:") and url.startswith("https:"):
            return False
        return _origin(url) == _origin(target) or self._is_for_anyone

    @property
    def _is_for_anyone(self) -> bool:
        return all(name.lower() in _FOR_ANYONE for name in self.headers)


def _origin(url: str) -> tuple[str, str]:
    return url.partition(":")[0], host_of(url)
