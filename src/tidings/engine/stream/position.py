"""A place in the stream: how much of either log was seen."""

import re
from dataclasses import dataclass
from typing import Final

_form: Final = re.compile(r"(\d{1,18})-(\d{1,18})", re.ASCII)


class PositionInvalid(ValueError):
    """A text that is not the id of an event."""


@dataclass(frozen=True, slots=True)
class Position:
    """All changes of articles and of stories up to these numbers are seen."""

    article: int
    story: int

    @classmethod
    def read(cls, text: str) -> "Position":
        """Return the position that an event's id names; raises PositionInvalid."""
        found = _form.fullmatch(text.strip())
        if found is None:
            raise PositionInvalid(
                f"{text[:40]!r} is not the id of an event: expected two numbers such as 4711-88, "
                "or leave it out to get only what comes."
            )
        return cls(int(found[1]), int(found[2]))

    def __str__(self) -> str:
        """Return the id of the event that ends here."""
        return f"{self.article}-{self.story}"

    def is_within(self, other: "Position") -> bool:
        """Return whether everything seen here is seen at another position, too."""
        return self.article <= other.article and self.story <= other.story
