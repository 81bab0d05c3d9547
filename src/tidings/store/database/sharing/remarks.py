"""What a database's server says about itself that is no damage."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ServerRemarks:
    """Notes are worth a look; facts are only good to know."""

    notes: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
