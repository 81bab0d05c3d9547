"""A command as it must be typed here to reach the same program and the same home."""

import os
import shlex
import shutil
import sys
from pathlib import Path

from tidings.settings.tree import Settings

_NAME = "tidings"


def typed_command(settings: Settings, *words: str) -> str:
    """Return a command line for the folder in which this process was started."""
    home = [] if settings.home == Settings().home else ["--home", str(settings.home)]
    return shlex.join([*_program(Path(sys.argv[0])), *words, *home])


def _program(started: Path) -> list[str]:
    """Return how this program was started, or its name if a shell finds it by that."""
    if started.name == "__main__.py" and started.parent.name == "cli":
        return [_path(Path(sys.executable)), "-m", "tidings.cli"]
    if started.name != _NAME or not started.exists():  # inside another program, such as a test
        return [_NAME]
    found = shutil.which(_NAME)
    return [_NAME] if found and started.samefile(found) else [_path(started)]


def _path(file: Path) -> str:
    """Return a path, short if it is below the current folder; a shell must see a slash in it."""
    below = os.path.relpath(file)
    if below.startswith(os.pardir):
        return str(file.absolute())
    return below if os.sep in below else f"{os.curdir}{os.sep}{below}"
