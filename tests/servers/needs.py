"""What a test needs to be installed, said where it is absent."""

import os
import shutil

import pytest

_PLACES = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"))


def needs(*programs: str) -> pytest.MarkDecorator:
    """Skip a test on a machine without these programs, and name them."""
    missing = [name for name in programs if shutil.which(name, path=_PLACES) is None]
    return pytest.mark.skipif(bool(missing), reason=f"not installed: {', '.join(missing)}")
