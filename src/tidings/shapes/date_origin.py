"""The mark that says whether an article's date is its publisher's or ours."""

from datetime import datetime
from typing import Annotated, Literal

DateOrigin = Annotated[
    Literal["published", "first_seen"],
    "which date it is sorted by; first_seen if it is undated, and then no filter by date finds it",
]


def date_origin(published: datetime | None) -> Literal["published", "first_seen"]:
    """Return the name of the field with the date that an article is sorted by."""
    return "first_seen" if published is None else "published"
