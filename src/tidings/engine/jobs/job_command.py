"""What a job was started by, so that `tidings jobs resume` can go on with it by its number."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class JobCommand:
    """A kind of command, and its arguments: whatever JSON can hold."""

    kind: str
    arguments: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> str:
        """Return it as text, as the row of a job keeps it."""
        return json.dumps(asdict(self), sort_keys=True)


def command_in(text: str) -> JobCommand | None:
    """Return the command that a row keeps; None if there is none."""
    return JobCommand(**json.loads(text)) if text else None
