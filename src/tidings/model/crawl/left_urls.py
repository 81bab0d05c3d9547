"""What a crawl has left of a source: URLs that wait, and shapes of URLs that are not followed."""

from dataclasses import dataclass, replace
from datetime import datetime

from tidings.model.web.reason import Reason

_MOST_SHAPES = 3  # in a sentence


@dataclass(frozen=True, slots=True)
class LeftUrls:
    """The URLs of one source that are known and were not fetched."""

    url: str  # of the source
    waiting: dict[Reason, int]  # by what they wait for
    next_due: datetime | None  # when those that were tried are due again; None: all are due now
    held_back: int  # dropped because others like them brought nothing new
    shapes: tuple[str, ...]  # of the latter, most visited first

    @property
    def count(self) -> int:
        """How many they are."""
        return sum(self.waiting.values()) + self.held_back

    def since(self, held_back: int) -> "LeftUrls":
        """Return what is left without URLs that were held back before."""
        return replace(self, held_back=max(0, self.held_back - held_back))

    def in_words(self) -> list[str]:
        """Return sentences that say what was left, why, and how to go on."""
        sentences = []
        if self.waiting:
            causes = ", ".join(f"{count:,}: {reason}" for reason, count in self.waiting.items())
            start = f" from {self.next_due:%Y-%m-%d %H:%M} UTC on" if self.next_due else ""
            sentences.append(
                f"{self.url}: {sum(self.waiting.values()):,} URLs are left ({causes}). "
                f"'tidings crawl' goes on with them{start}."
            )
        if self.held_back:
            shown = ", ".join(self.shapes[:_MOST_SHAPES])
            more = len(self.shapes) - _MOST_SHAPES
            shown += f" and {more} more" if more > 0 else ""
            sentences.append(
                f"{self.url}: {self.held_back:,} URLs were not followed, because others like them "
                f"brought nothing new ({shown or 'anywhere on the site'}). One of each shape is "
                "tried once a day; 'tidings add' follows any of them for good."
            )
        return sentences
