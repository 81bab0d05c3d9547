"""Compaction of an archive on a store: what is different from one in a folder.

The new file is put on the store before the places move, the old one is removed after that. In
between, scans read the new one; after a kill, the owner who opens the archive settles it.
"""

from collections.abc import Container

from tidings.store.archive.file_compaction import remove_unfinished
from tidings.store.archive.shared_volumes import SharedVolumes
from tidings.store.archive.volume_names import current_names, serial_of


def settle_store(volumes: SharedVolumes, compacted: Container[str]) -> None:
    """Complete or undo what an interrupted compaction left behind, here and on the store."""
    remove_unfinished(volumes.folder)
    listing = volumes.listing(fresh=True)
    names = {*listing.sealed, *listing.parts}
    current = {serial_of(name): name for name in current_names(names)}
    for name in sorted(names):
        newer = current[serial_of(name)]
        if name in compacted:
            volumes.remove(volumes.folder / name)
        elif newer != name:
            volumes.remove(volumes.folder / newer)
