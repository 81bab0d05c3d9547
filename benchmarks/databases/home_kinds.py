"""The contenders: where a home keeps its rows and its files. Each is a row of settings."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class HomeKind:
    """One way to keep a home."""

    name: str
    is_on_postgres: bool = False  # database.url
    is_on_s3: bool = False  # store.url


KINDS: Final = {
    "sqlite": HomeKind("SQLite, local disk"),
    "postgres": HomeKind("PostgreSQL, local disk", is_on_postgres=True),
    "sqlite+s3": HomeKind("SQLite, S3", is_on_s3=True),
    "postgres+s3": HomeKind("PostgreSQL, S3", is_on_postgres=True, is_on_s3=True),
}
DEFAULT: Final = KINDS["sqlite"]  # what the others are compared with


def in_turn(kinds: list[HomeKind], number: int) -> list[HomeKind]:
    """Return the order of a round: each contender begins once before any begins again."""
    first = number % len(kinds)
    return kinds[first:] + kinds[:first]
