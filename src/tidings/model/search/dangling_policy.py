"""What becomes of the rank of pages that link to nothing."""

from enum import StrEnum


class DanglingPolicy(StrEnum):
    """Two ways to keep sinks from swallowing all rank."""

    UNIFORM = "uniform"  # all pages share it, as if they were linked: ranks always sum to one
    INJECTION = "injection"  # it is lost, and every page gets a constant instead (the Penn engine)
