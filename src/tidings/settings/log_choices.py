"""The choices for logging."""

from enum import StrEnum


class LogLevel(StrEnum):
    """From which level on events are logged."""

    DEBUG = "debug"  # every visit and every request that is served
    INFO = "info"  # what begins, ends, fails and recovers
    WARNING = "warning"  # what someone should look at
    ERROR = "error"


class LogFormat(StrEnum):
    """How a log line is written."""

    TEXT = "text"
    JSON = "json"  # one object per line
