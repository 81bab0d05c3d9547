"""Owns a home on S3, keeps articles and sends its index; kills itself with SIGKILL.

Usage: sending_process.py HOME STAGE N. It dies at the nth call of the stage; with `none` it ends.
Where the home's rows and files are is in `shared.json` beside the home.
"""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tests.crash.crawl_process import arm
from tests.engine.mirroring.shared_home import SharedHome, keep, owner, wait_until

from tidings.engine.mirroring import index_fetching, index_sender
from tidings.engine.mirroring.stored_index import found_index
from tidings.search.index import adopted_commit, held_commit
from tidings.settings.tree import StoreSettings
from tidings.store.files.s3_files import S3Files
from tidings.store.tables.changes.article_changes import newest_change

_ARTICLES = 4  # kept by one run, each in a commit that is sent

SENDING: dict[str, tuple[Any, str, str]] = {
    "while-holding": (held_commit, "link_or_copy", "after"),
    "before-claim": (index_sender, "found_index", "after"),
    "before-file": (S3Files, "upload", "before"),
    "after-file": (S3Files, "upload", "after"),
    "before-manifest": (S3Files, "replace", "before"),
    "after-manifest": (S3Files, "replace", "after"),
    "before-cleaning": (S3Files, "delete", "before"),
    "after-cleaning": (S3Files, "delete", "after"),
}
FETCHING: dict[str, tuple[Any, str, str]] = {
    "before-download": (S3Files, "download", "before"),
    "after-download": (S3Files, "download", "after"),
    "after-unpacking": (index_fetching, "unpack", "after"),
    "while-adopting": (adopted_commit, "link_or_copy", "after"),
    "before-current": (adopted_commit, "make_current", "before"),
    "after-current": (adopted_commit, "make_current", "after"),
}


def write_place(home: SharedHome) -> None:
    """Note where a home is, for this program."""
    text = json.dumps({"url": home.database_url, "store": asdict(home.store)})
    (home.folder / "shared.json").write_text(text)


def main() -> None:
    """Run with the arguments of the command line."""
    folder, stage, calls = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
    known = json.loads((folder.parent / "shared.json").read_text())
    home = SharedHome(folder.parent, known["url"], StoreSettings(**known["store"]))
    if stage != "none":
        arm((SENDING | FETCHING)[stage], calls)
    with owner(home.settings(folder.name)) as stores:
        assert stores.files is not None
        for _ in range(_ARTICLES):
            seq = newest_change(stores.database.read()) + 1
            keep(stores, f"n{seq}")
            wait_until(lambda seq=seq: _sent(stores.files) >= seq)  # type: ignore[misc]


def _sent(files: Any) -> int:
    found = found_index(files)
    return 0 if found is None else found.index.cursor


if __name__ == "__main__":
    main()
