"""Where the labelled pages are: beside the project, never in it; absent on most machines."""

from pathlib import Path

DATA = Path(__file__).parents[3] / "shared" / "data"


def is_absent(folder: str) -> bool:
    """Say so, and return True, if a folder of labelled pages is not here."""
    if (DATA / folder).is_dir():
        return False
    print(f"Not measured: the labelled pages (../shared/data/{folder}) are not here.")
    return True
