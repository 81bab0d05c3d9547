"""What runs jobs."""

from enum import StrEnum


class JobEngine(StrEnum):
    """Where the parts of a job are mapped."""

    LOCAL = "local"  # in processes of this machine
    RAY = "ray"  # on the nodes of a Ray cluster: the extra `cluster`
