"""Makes a commit that came from elsewhere the current generation, once all its files are there."""

import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from tidings.search.forward_index.manifest import ManifestBroken, read_manifest
from tidings.search.index.current_generation import clean, current_name, make_current, new_folder
from tidings.search.index.errors import IndexUnusable
from tidings.search.index.generation import FORWARD, Generation
from tidings.search.index.held_commit import link_or_copy, write_notes
from tidings.settings.tree import SearchSettings

_ORIGIN: Final = "origin"  # in a generation: what the store says about the commit it began with


def adopt(
    folder: Path,
    settings: SearchSettings,
    sources: Mapping[str, Path],
    notes: Mapping[str, str],
    origin: str,
) -> None:
    """Make a generation of these files and notes current; raises IndexUnusable if it is none.

    Call this only within `building`. Killed before the end, it has no effect. `origin` is what
    `origin_of` returns.
    """
    made = new_folder(folder)
    try:
        (made / FORWARD).mkdir()
        for name, source in sources.items():
            link_or_copy(source, made / name)
        write_notes(made, {_ORIGIN: origin, **notes})
        Generation(made, settings, writable=False).close()
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise
    make_current(folder, made.name)
    clean(folder)


def current_folder(folder: Path) -> Path | None:
    """Return the folder of the current generation."""
    name = current_name(folder)
    return None if name is None else folder / name


def current_cursor(folder: Path, settings: SearchSettings) -> int | None:
    """Return the cursor of the current generation; None if there is none that can be read."""
    generation = current_folder(folder)
    if generation is not None:
        with suppress(IndexUnusable):
            opened = Generation(generation, settings, writable=False)
            opened.close()
            return opened.view.last_seq
    return None


def origin_of(folder: Path) -> str | None:
    """Return the origin of the current generation; None if it was made here."""
    generation = current_folder(folder)
    with suppress(OSError, UnicodeDecodeError):
        if generation is not None:
            return (generation / _ORIGIN).read_text("utf-8")
    return None


def is_unwritten(folder: Path, cursor: int) -> bool:
    """Return whether nobody has committed to the current generation since this cursor."""
    generation = current_folder(folder)
    with suppress(ManifestBroken, OSError):
        return generation is not None and read_manifest(generation / FORWARD).last_seq == cursor
    return False
