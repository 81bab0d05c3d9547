"""How a URL is asked whether it has changed: which validators its server honours."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class AskBy(StrEnum):
    """Which validators a request sends back. Values are stored."""

    TAG_AND_DATE = "tag and date"  # both, as the server gave them
    DATE = "date"  # If-Modified-Since alone
    PROVEN_DATE = "proven date"  # the same, at a server whose date moved when its page changed
    PLAIN_TAG = "plain tag"  # the ETag without what a compressing server added to it
    NOTHING = "nothing"  # the server sends everything whatever is asked


@dataclass(frozen=True, slots=True)
class Asking:
    """How a URL is asked, and since when."""

    by: AskBy = AskBy.TAG_AND_DATE
    since: datetime | None = None
    again: bool = False  # the next visit sends tag and date once more: the server may have changed


BY_DATE = frozenset({AskBy.DATE, AskBy.PROVEN_DATE})
ASKING_BY_ALL = Asking()
