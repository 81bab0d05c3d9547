"""What a test asks of a site, whichever program makes it."""

import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from tests.cms.posts import Post

ABOUT = (
    "This is a small paper for a small town by the river. It appears when there is something "
    "to tell, and it is made by two people in their spare time. Write to us if you like."
)


class Site(Protocol):
    """A site made by a program that other people wrote."""

    root: Path  # what the web server serves

    def publish(self, posts: Sequence[Post]) -> None:
        """Make the site, or add posts to it, with the program itself."""
        ...

    def path(self, post: Post) -> str:
        """Return where a published post is, from the site's origin on."""
        ...


def run(*command: str | Path, folder: Path, given: str = "") -> str:
    """Run a program to its end; a failure shows what it said. Returns what it printed."""
    words = [str(word) for word in command]
    done = subprocess.run(
        words, cwd=folder, input=given, capture_output=True, text=True, timeout=100
    )
    assert done.returncode == 0, f"{words}: {done.stdout[-2000:]}{done.stderr[-2000:]}"
    return done.stdout
