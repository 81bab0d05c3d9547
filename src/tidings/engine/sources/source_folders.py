"""Folders of sources: paths of names separated by '/', as users write them and files have them."""

import unicodedata
from typing import Final

from tidings.engine.sources.source_list import SourceInvalid

MAX_DEPTH: Final = 8  # levels; feed readers show two or three
MAX_NAME: Final = 100  # characters of one name, and of a source's own
_SEPARATOR: Final = "/"


def folder_path(text: str) -> str:
    """Return the folder that a user typed, or '' for none; raise SourceInvalid if it is no folder.

    Spaces around names and empty names do not count.
    """
    names = _names(text)
    if len(names) > MAX_DEPTH:
        raise SourceInvalid(f"A folder has at most {MAX_DEPTH} levels: use fewer '/'.")
    if any(len(name) > MAX_NAME for name in names):
        raise SourceInvalid(f"The name of a folder has at most {MAX_NAME} characters.")
    return _SEPARATOR.join(names)


def folder_of_outline(text: str) -> str:
    """Return the folder of a file's source; what is too deep or too long is cut."""
    names = (name[:MAX_NAME].strip() for name in _names(text)[:MAX_DEPTH])
    return _SEPARATOR.join(name for name in names if name)


def source_name(text: str) -> str:
    """Return the name that a user gave a source, or '' for the one it gives itself."""
    name = _one_line(text)
    if len(name) > MAX_NAME:
        raise SourceInvalid(f"The name of a source has at most {MAX_NAME} characters.")
    return name


def is_in_folder(folder: str, wanted: str) -> bool:
    """Return whether a folder is the wanted one, or inside it."""
    return folder == wanted or folder.startswith(f"{wanted}{_SEPARATOR}")


def _names(text: str) -> list[str]:
    return [name for each in text.split(_SEPARATOR) if (name := _one_line(each))]


def _one_line(text: str) -> str:
    """Return a text without control characters and with single spaces; terminals show it."""
    visible = (" " if unicodedata.category(letter)[0] == "C" else letter for letter in text)
    return " ".join("".join(visible).split())
