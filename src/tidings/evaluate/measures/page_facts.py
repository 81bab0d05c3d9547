"""Whether titles, dates and authors are equal; not how similar they are."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from unicodedata import normalize

_WORDS = re.compile(r"\w+")
_DAY = re.compile(r"\s*(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)")


@dataclass(frozen=True, slots=True)
class RightShare:
    """How many answers are right, of those that were judged."""

    right: int
    of: int

    @property
    def value(self) -> float:
        """The share that is right."""
        return self.right / self.of if self.of else 0.0


def share_of(answers: Iterable[bool | None]) -> RightShare | None:
    """Count right answers among those that could be judged; None if none could."""
    judged = [answer for answer in answers if answer is not None]
    return RightShare(sum(judged), len(judged)) if judged else None


def plain_words(text: str) -> tuple[str, ...]:
    """Return a text's words after NFKC and in lower case, as titles and names are compared."""
    return tuple(_WORDS.findall(normalize("NFKC", text).lower()))


def same_title(answer: str, gold: str) -> bool:
    """Return whether two titles have the same words in the same order."""
    return plain_words(answer) == plain_words(gold)


def same_authors(answer: Iterable[str], gold: Iterable[str]) -> bool:
    """Return whether two bylines are the same set of names, whatever their order."""
    return _names(answer) == _names(gold)


def _names(authors: Iterable[str]) -> set[tuple[str, ...]]:
    names = (plain_words(author) for author in authors)
    bare = (name[1:] if name[:1] == ("by",) else name for name in names)
    return {name for name in bare if name}


def day_of(text: str) -> date | None:
    """Return the day at the start of a written date, in its own time zone, or None."""
    match = _DAY.match(text)
    try:
        return date(int(match[1]), int(match[2]), int(match[3])) if match else None
    except ValueError:
        return None
