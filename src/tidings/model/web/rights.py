"""Publishers' rules for their pages: what may be shown, and which uses are reserved."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class RobotsMeta:
    """The rules in meta robots or X-Robots-Tag."""

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
        """Return the part of a text that may be shown in a list, feed or result."""
        limit = 0 if self.nosnippet else self.max_snippet
        if limit is None or len(text) <= limit:
            return text
        cut = text[:limit]
        ends_with_word = text[limit : limit + 1].isspace()
        return (cut if ends_with_word else cut.rpartition(" ")[0] or cut).rstrip()

    def is_over(self, now: datetime) -> bool:
        """Return whether the time has passed after which the page must not be shown."""
        return self.unavailable_after is not None and self.unavailable_after <= now


NO_RESTRICTIONS = RobotsMeta()


class ContentUse(StrEnum):
    """What an article may be used for, as far as publishers have terms for it."""

    SEARCH = "search"  # an index, links and short excerpts
    AI_INPUT = "ai-input"  # given to a model as input
    AI_TRAIN = "ai-train"  # a model is training on it
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
        """Combine two: a no outranks a yes; for TDM, `other` is the more specific and wins."""
        says_tdm = other.tdm_reserved is not None
        return Rights(
            _stricter(self.search, other.search),
            _stricter(self.ai_input, other.ai_input),
            _stricter(self.ai_train, other.ai_train),
            other.tdm_reserved if says_tdm else self.tdm_reserved,
            (other.tdm_policy or self.tdm_policy) if says_tdm else self.tdm_policy,
        )

    def reservation(self, use: ContentUse) -> str | None:
        """Return the declaration that reserves a use, or None.

        Reserved mining also reserves use by models, which is done with mined text; reserved use
        by models also reserves mining (Content Signals refer to the same article of law).
        """
        for reserved, declaration in self._reservations(use):
            if reserved:
                return declaration
        return None

    def _reservations(self, use: ContentUse) -> tuple[tuple[bool, str], ...]:
        search = (self.search is False, "Content-Signal: search=no")
        if use is ContentUse.SEARCH:
            return (search,)
        mining = (self.tdm_reserved is True, "tdm-reservation: 1")
        model_input = (self.ai_input is False, "Content-Signal: ai-input=no")
        training = (self.ai_train is False, "Content-Signal: ai-train=no")
        return {
            ContentUse.AI_INPUT: (model_input, mining),
            ContentUse.AI_TRAIN: (training, mining),
            ContentUse.TDM: (mining, training, model_input),
        }[use]


NOTHING_RESERVED = Rights()


def _stricter(one: bool | None, other: bool | None) -> bool | None:
    said = [each for each in (one, other) if each is not None]
    return all(said) if said else None
