"""Where files on S3 are, and with which keys; nothing is asked of a server here."""

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from tidings.settings.tree import StoreSettings
from tidings.store.database.errors import StoreUnusable

_SCHEME: Final = "s3"
_REGION: Final = "us-east-1"  # what servers that know no regions take


@dataclass(frozen=True, slots=True)
class S3Keys:
    """Who we are for the server. None of it is ever shown."""

    access: str = field(default="", repr=False)
    secret: str = field(default="", repr=False)
    token: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class S3Place:
    """A bucket on a server, a prefix in it, and the keys."""

    bucket: str
    prefix: str
    endpoint: str  # empty: Amazon's
    region: str
    allow_http: bool
    keys: S3Keys = field(repr=False)

    @property
    def url(self) -> str:
        """The place without the server and the keys."""
        return f"{_SCHEME}://{self.bucket}" + (f"/{self.prefix}" if self.prefix else "")


def s3_place(settings: StoreSettings) -> S3Place:
    """Return the place that the settings and the usual variables name; raises StoreUnusable."""
    parts = urlsplit(settings.url)
    if parts.scheme != _SCHEME or not parts.hostname or parts.username or parts.query:
        raise StoreUnusable("store.url must be s3://bucket or s3://bucket/prefix.")
    endpoint = settings.endpoint or os.environ.get("AWS_ENDPOINT_URL", "")
    allow_http = settings.allow_http or os.environ.get("AWS_ALLOW_HTTP", "").lower() == "true"
    if endpoint.startswith("http://") and not allow_http:
        raise StoreUnusable(
            "store.endpoint is http://: set store.allow_http if pages may travel unencrypted."
        )
    return S3Place(
        bucket=parts.hostname,
        prefix=parts.path.strip("/"),
        endpoint=endpoint,
        region=settings.region or os.environ.get("AWS_REGION", "") or _REGION,
        allow_http=allow_http,
        keys=_keys_in(Path(settings.secret_file)) if settings.secret_file else _keys_around(),
    )


def _keys_around() -> S3Keys:
    """Return the keys in the variables; without them, the library asks Amazon's machine."""
    names = ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN")
    return S3Keys(*(os.environ.get(name, "") for name in names))


def _keys_in(path: Path) -> S3Keys:
    try:
        lines = path.expanduser().read_text().split()
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not text"
        raise StoreUnusable(f"store.secret_file {path} cannot be read ({reason}).") from None
    if len(lines) != 2:
        raise StoreUnusable(
            f"store.secret_file {path} must have two lines: the access key and the secret key."
        )
    return S3Keys(*lines)
