"""The steps of `tidings rebuild`."""

from enum import StrEnum


class RebuildStep(StrEnum):
    """The steps of a rebuild, in their order."""

    EXTRACT = "extract"  # read the archived pages again and correct their articles
    UPDATE = "update"  # add the URLs that the archived pages lead to
    ANNOTATE = "annotate"  # again what older models annotated
    STORIES = "stories"  # group articles that have no story
    LINKS = "links"  # rank pages by the archive's links
    INDEX = "index"  # build the index again if it lacks something
