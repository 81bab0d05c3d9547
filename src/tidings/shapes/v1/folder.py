"""Folders of sources, and lists of sources that were imported."""

from typing import Annotated, TypedDict


class FolderV1(TypedDict):
    """A folder of sources."""

    path: Annotated[str, "names separated by /"]
    sources: Annotated[int, "in it, without those in folders inside it"]


class RenamedFolderV1(TypedDict):
    """A folder that was moved."""

    path: Annotated[str, "where its sources are now; empty: in no folder"]
    sources: Annotated[int, "that were moved"]


class RefusedOutlineV1(TypedDict):
    """What was not taken from a file."""

    url: str
    why: str


class ImportedV1(TypedDict):
    """What came of an OPML file."""

    added: Annotated[list[str], "sources that were not followed before"]
    followed: Annotated[int, "sources of the file that are followed now"]
    refused: list[RefusedOutlineV1]
