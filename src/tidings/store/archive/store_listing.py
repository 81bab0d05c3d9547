"""What an archive has on its store at one moment."""

from dataclasses import dataclass, field

from tidings.store.archive.volume_names import (
    ARCHIVE,
    current_names,
    is_volume,
    part_of,
    volume_of_index,
)
from tidings.store.database.errors import StoreDamaged
from tidings.store.files.file_store import FileStore, StoredFile


@dataclass(frozen=True, slots=True)
class StoreListing:
    """The objects of an archive: sealed files, their indexes, the parts of growing files."""

    sealed: dict[str, StoredFile] = field(default_factory=dict)
    indexes: dict[str, StoredFile] = field(default_factory=dict)
    parts: dict[str, dict[int, StoredFile]] = field(default_factory=dict)  # by offset
    others: tuple[StoredFile, ...] = ()

    def names(self) -> list[str]:
        """Return the files, oldest first."""
        return current_names({*self.sealed, *self.parts})

    def growing(self) -> list[str]:
        """Return the files that are not sealed, oldest first."""
        return [name for name in self.names() if name not in self.sealed]

    def objects_of(self, name: str) -> list[StoredFile]:
        """Return what there is of a file: itself, its index, its parts."""
        whole = [each[name] for each in (self.sealed, self.indexes) if name in each]
        return whole + [part for _, part in sorted(self.parts.get(name, {}).items())]

    def end_of(self, name: str) -> int:
        """Return how far the parts of a file reach; raises StoreDamaged if one is missing."""
        end = 0
        for offset, part in sorted(self.parts.get(name, {}).items()):
            if offset != end:
                raise StoreDamaged(f"{name}: the part at {end} is not on the store.")
            end += part.size
        return end

    def boundary_before(self, name: str, size: int) -> int:
        """Return where the last part ends that ends at `size` or before."""
        ends = [offset + part.size for offset, part in self.parts.get(name, {}).items()]
        return max((end for end in ends if end <= size), default=0)


def listed_archive(store: FileStore) -> StoreListing:
    """Return what is on the store now."""
    listing, others = StoreListing(), []
    for file in store.list(ARCHIVE):
        name = file.key.removeprefix(f"{ARCHIVE}/")
        if is_volume(name):
            listing.sealed[name] = file
        elif volume := volume_of_index(name):
            listing.indexes[volume] = file
        elif part := part_of(name):
            listing.parts.setdefault(part[0], {})[part[1]] = file
        else:
            others.append(file)
    return StoreListing(listing.sealed, listing.indexes, listing.parts, tuple(others))
