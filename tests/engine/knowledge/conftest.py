from tests.store.files.store_fixtures import far_store as far_store
from tests.store.files.store_fixtures import proxy as proxy
from tests.store.files.store_fixtures import seaweed as seaweed
from tests.store.files.store_fixtures import store as store
from tests.store.files.store_fixtures import store_settings as store_settings
