from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.engine.mirroring.shared_home import SharedHome
from tests.store.conftest import new_postgres as new_postgres
from tests.store.files.store_fixtures import far_store as far_store
from tests.store.files.store_fixtures import proxy as proxy
from tests.store.files.store_fixtures import seaweed as seaweed
from tests.store.files.store_fixtures import store as store
from tests.store.files.store_fixtures import store_settings as store_settings

from tidings.settings.tree import StoreSettings
from tidings.store.files.store_opening import open_store


@pytest.fixture
def home(
    tmp_path: Path, new_postgres: Callable[[], str], store_settings: StoreSettings
) -> SharedHome:
    """Return a home without articles, in PostgreSQL and on S3."""
    # SeaweedFS makes a bucket with the first file; where there is none, nothing can be read.
    open_store(replace(store_settings, url="s3://tests")).put("bucket", b"")
    return SharedHome(tmp_path, new_postgres(), store_settings)
