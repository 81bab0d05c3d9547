"""Addresses of databases and stores as people write them. Nothing here connects to them."""

import re
from urllib.parse import parse_qsl, urlencode, urlsplit

DATABASE_EXAMPLE = "postgresql://tidings@db.example/tidings"
STORE_EXAMPLE = "s3://bucket/tidings"

# A user, then hosts with their ports. What is not of this form may be a password with characters
# that have a meaning in URLs; it would be taken for a host or a name, which messages show.
_POSTGRES = re.compile(
    r"postgres(?:ql)?://(?:[^/@?]*@)?(?P<hosts>[^/@?]*)(?:/[^/@?]*)?(?:\?[^?]*)?"
)
_HOST = re.compile(r"(?:\[[0-9A-Fa-f:.%]+\]|[^:\[\]]*)(?::\d*)?")
_STORE = re.compile(r"s3://[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:/[^\s?#]*)?")
_PASSWORD = re.compile(r"//([^/@:]*):[^/@]*@")
_SECRET_PARAMETERS = frozenset({"password", "sslpassword", "passfile"})


def is_database_address(text: str) -> bool:
    """Return whether a text looks like the URL of a PostgreSQL database."""
    parts = _POSTGRES.fullmatch(text)
    return parts is not None and all(map(_HOST.fullmatch, parts["hosts"].split(",")))


def is_store_address(text: str) -> bool:
    """Return whether a text looks like the URL of a bucket, with or without a prefix."""
    return _STORE.fullmatch(text) is not None


def without_secrets(url: str) -> str:
    """Return a database's URL without its passwords: this form may be shown and stored."""
    address, mark, query = _PASSWORD.sub(r"//\1@", url, count=1).partition("?")
    pairs = parse_qsl(query, keep_blank_values=True)
    kept = [pair for pair in pairs if pair[0].lower() not in _SECRET_PARAMETERS]
    return f"{address}?{urlencode(kept)}" if mark and kept else address


def bucket_and_prefix(url: str) -> tuple[str, str]:
    """Return the bucket that a store's URL names, and the beginning of all keys in it."""
    parts = urlsplit(url)
    return parts.netloc, parts.path.strip("/")
