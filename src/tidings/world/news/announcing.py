"""What a paper says about changes of its articles, in its feeds and sitemaps."""

from enum import StrEnum


class Announcing(StrEnum):
    """What a paper announces as changed."""

    EDITS = "edits"  # what was edited, when it was
    EVERYTHING = "everything"  # every article, at every moment: it lies
