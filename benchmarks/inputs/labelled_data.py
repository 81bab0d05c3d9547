"""Where the labelled pages are: next to the project, never in it; absent on most machines."""

from pathlib import Path

DATA = Path(__file__).parents[3] / "shared" / "data"


def is_absent(folder: str) -> bool:
    """Print a message and return True if a folder of labelled pages does not exist."""
    if (DATA / folder).is_dir():
        return False
    print(f"Not measured: the labelled pages (../shared/data/{folder}) do not exist.")
    return True
