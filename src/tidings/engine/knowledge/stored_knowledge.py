"""The versions of knowledge on the home's store, so that a lost machine loses no lesson."""

import sys
from pathlib import Path
from typing import Final

from tidings.engine.knowledge.knowledge_files import KnowledgeFiles
from tidings.events.logged_event import emit
from tidings.events.work_events import KnowledgeFetched, KnowledgeFetchFailed
from tidings.store.files.errors import FileDamaged, FileMissing
from tidings.store.files.file_store import FileStore

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

_FOLDER: Final = "knowledge"
_SUFFIX: Final = ".zst"


class StoredKnowledge:
    """Sends and fetches the files of a folder. Every method raises StoreLost."""

    def __init__(self, files: FileStore, folder: Path) -> None:
        self._files = files
        self._local = KnowledgeFiles(folder)

    def put(self, version: int) -> None:
        """Send a version that is in the folder; doing it again is harmless."""
        self._files.put(_key(version), zstd.compress(self._local.packed(version)))

    def put_all(self) -> None:
        """Send all versions that are in the folder, and compare them."""
        for version in self._local.versions():
            self.put(version)
            if zstd.decompress(self._files.get(_key(version)).data) != self._local.packed(version):
                raise FileDamaged(f"{self._files.name}/{_key(version)} is not what was sent.")

    def fetch_newer(self) -> None:
        """Fetch the newest version if the folder has none as new; ignore one that is damaged."""
        version = max(self._versions(), default=0)
        if version <= self._local.newest():
            return
        try:
            packed = zstd.decompress(self._files.get(_key(version)).data)
            self._local.keep_packed(version, packed)
        except (FileDamaged, FileMissing, zstd.ZstdError, ValueError) as error:
            emit(KnowledgeFetchFailed(version, str(error)))
        else:
            emit(KnowledgeFetched(version))

    def follow(self) -> None:
        """Fetch the newest version for readers, and delete what they no longer use."""
        former = self._local.newest()
        self.fetch_newer()
        if self._local.newest() != former:
            self._local.delete_except({former, self._local.newest()})

    def delete_before(self, version: int) -> None:
        """Delete older versions."""
        self._files.delete([_key(each) for each in self._versions() if each < version])

    def _versions(self) -> list[int]:
        names = (file.key.rpartition("/")[2] for file in self._files.list(_FOLDER))
        stems = (name.removesuffix(_SUFFIX) for name in names if name.endswith(_SUFFIX))
        return [int(stem) for stem in stems if stem.isdecimal()]


def _key(version: int) -> str:
    return f"{_FOLDER}/{version}{_SUFFIX}"
