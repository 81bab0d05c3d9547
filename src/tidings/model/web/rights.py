"""What publishers ask for their pages: rules for showing them, and the uses they reserve."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class RobotsMeta:
    """What meta robots or X-Robots-Tag ask for."""

    noindex: bool = False
    nofollow: bool = False
    noarchive: bool = False
    nosnippet: bool = False
    max_snippet: int | None = None  # characters; None is no limit
    unavailable_after: datetime | None = None  # aware
    noai: bool = False

    def __or__(self, other: "RobotsMeta") -> "RobotsMeta":
        """The stricter of the two, rule by rule."""
        return RobotsMeta(
            self.noindex or other.noindex,
            self.nofollow or other.nofollow,
            self.noarchive or other.noarchive,
            self.nosnippet or other.nosnippet,
            min((x for x in (self.max_snippet, other.max_snippet) if x is not None), default=None),
            min(filter(None, (self.unavailable_after, other.unavailable_after)), default=None),
            self.noai or other.noai,
        )

    def excerpt(self, text: str) -> str:
        """Return as much of a text as may be shown of it in a list, a feed or a result."""
        limit = 0 if self.nosnippet else self.max_snippet
        if limit is None or len(text) <= limit:
            return text
        cut = text[:limit]
        whole = text[limit : limit + 1].isspace()
        return (cut if whole else cut.rpartition(" ")[0] or cut).rstrip()

    def is_over(self, now: datetime) -> bool:
        """Tell whether the page asked not to be shown any more by now."""
        return self.unavailable_after is not None and self.unavailable_after <= now


NO_RESTRICTIONS = RobotsMeta()


class ContentUse(StrEnum):
    """What an article may be wanted for, as far as publishers have words for it."""

    SEARCH = "search"  # an index, links and short excerpts
    AI_INPUT = "ai-input"  # given to a model to answer from
    AI_TRAIN = "ai-train"  # a model is trained on it
    TDM = "tdm"  # text and data mining of any kind


@dataclass(frozen=True, slots=True)
class Rights:
    """The uses that a publisher allowed or reserved when the page was fetched; None: not said."""

    search: bool | None = None
    ai_input: bool | None = None
    ai_train: bool | None = None
    tdm_reserved: bool | None = None
    tdm_policy: str | None = None

    def __or__(self, other: "Rights") -> "Rights":
        """Both together: a no outranks a yes, and the more specific TDM declaration is `other`."""
        says_tdm = other.tdm_reserved is not None
        return Rights(
            _stricter(self.search, other.search),
            _stricter(self.ai_input, other.ai_input),
            _stricter(self.ai_train, other.ai_train),
            other.tdm_reserved if says_tdm else self.tdm_reserved,
            (other.tdm_policy or self.tdm_policy) if says_tdm else self.tdm_policy,
        )

    def reservation(self, use: ContentUse) -> str | None:
        """Return the words that reserve a use, or None if nothing does.

        A reservation of mining covers what is done with mined text; a reserved use of models is
        one of mining (Content Signals call theirs a reservation under the same article of law).
        """
        for reserved, words in self._reservations(use):
            if reserved:
                return words
        return None

    def _reservations(self, use: ContentUse) -> tuple[tuple[bool, str], ...]:
        search = (self.search is False, "Content-Signal: search=no")
        if use is ContentUse.SEARCH:
            return (search,)
        mined = (self.tdm_reserved is True, "tdm-reservation: 1")
        given = (self.ai_input is False, "Content-Signal: ai-input=no")
        trained = (self.ai_train is False, "Content-Signal: ai-train=no")
        return {
            ContentUse.AI_INPUT: (given, mined),
            ContentUse.AI_TRAIN: (trained, mined),
            ContentUse.TDM: (mined, trained, given),
        }[use]


NOTHING_RESERVED = Rights()


def _stricter(one: bool | None, other: bool | None) -> bool | None:
    said = [each for each in (one, other) if each is not None]
    return all(said) if said else None
