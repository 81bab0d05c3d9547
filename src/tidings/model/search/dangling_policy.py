"""Dangling policies: where the rank of pages without links goes."""

from enum import StrEnum


class DanglingPolicy(StrEnum):
    """Two ways to keep pages without links from absorbing all rank."""

    UNIFORM = "uniform"  # shared by all pages, as if linked: ranks always sum to one
    INJECTION = "injection"  # lost, and every page gets a constant instead (the Penn engine)
