"""Tidings, a self-hosted news search engine."""

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tidings.extract.article import extract as extract

__version__ = "0.1.0"


def __getattr__(name: str) -> ModuleType:
    # Loaded when first used, so that `import tidings` stays free; the package is callable.
    if name == "extract":
        return import_module("tidings.extract")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
