from tests.store.files.store_fixtures import seaweed as seaweed
from tests.store.files.store_fixtures import store_settings as store_settings
from tests.store.postgres_fixtures import new_postgres as new_postgres
