"""What a crawl has left, as JSON."""

from typing import Annotated, TypedDict

from tidings.model.crawl.left_urls import LeftUrls
from tidings.shapes.iso_time import iso_or_none


class LeftOut(TypedDict):
    """The URLs of one source that are known and were not fetched."""

    source: str
    waiting: Annotated[dict[str, int], "URLs that are fetched later, by what they wait for"]
    next_due: Annotated[
        str | None, "when those of them that were tried are due again; null: all are due now"
    ]
    held_back: Annotated[int, "URLs not followed because others like them brought nothing new"]
    shapes: Annotated[list[str], "of the latter"]


def left_shape(left: LeftUrls) -> LeftOut:
    """Return what is left of a source as JSON."""
    return {
        "source": left.url,
        "waiting": {str(reason): count for reason, count in left.waiting.items()},
        "next_due": iso_or_none(left.next_due),
        "held_back": left.held_back,
        "shapes": list(left.shapes),
    }
