from urllib.parse import quote

import pytest

from tidings.settings.home_addresses import (
    DATABASE_EXAMPLE,
    STORE_EXAMPLE,
    bucket_and_prefix,
    is_database_address,
    is_store_address,
    without_secrets,
)


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://me:s3cret@db/home", "postgresql://me@db/home"),
        ("postgresql://me:p%40ss@db:5432/home?sslmode=require", "postgresql://me@db:5432/home?sslmode=require"),
        ("postgresql://db/home?user=me&password=s3cret", "postgresql://db/home?user=me"),
        ("postgresql://db/home?PASSWORD=s3cret", "postgresql://db/home"),
        ("postgresql://me:s3cret@a:1,b:2/home", "postgresql://me@a:1,b:2/home"),
        ("postgresql://me@/home?host=/run/pg", "postgresql://me@/home?host=%2Frun%2Fpg"),
        ("postgresql://db/home", "postgresql://db/home"),
    ],
)  # fmt: skip
def test_an_address_is_shown_without_its_passwords(url: str, shown: str) -> None:
    assert without_secrets(url) == shown
    assert without_secrets(shown) == shown


@pytest.mark.parametrize("password", ["p@ss/word", "p@ss", "p/w", "12/w", "a?b", "a:b/c"])
def test_a_password_with_characters_of_urls_is_no_part_of_an_address(password: str) -> None:
    assert not is_database_address(f"postgresql://me:{password}@db/home")
    assert is_database_address(f"postgresql://me:{quote(password, safe='')}@db/home")


def test_hosts_may_be_many_numbers_or_sockets() -> None:
    for host in ("a:1,b:2", "[::1]:5432", "127.0.0.1", "", "%2Frun%2Fpg"):
        assert is_database_address(f"postgresql://me:a:b@{host}/home?host=/run/pg&options=-c%20a=b")


def test_databases_and_stores_are_told_from_other_addresses() -> None:
    assert is_database_address(DATABASE_EXAMPLE)
    assert is_database_address("postgres://db/home")
    assert is_store_address(STORE_EXAMPLE)
    assert is_store_address("s3://bucket")
    for other in ("mysql://db/home", "s3:/bucket", "s3://", "https://bucket", "s3://b/a b"):
        assert not is_database_address(other)
        assert not is_store_address(other)


def test_a_store_is_a_bucket_and_the_beginning_of_keys() -> None:
    assert bucket_and_prefix("s3://news/tidings/one/") == ("news", "tidings/one")
    assert bucket_and_prefix("s3://news") == ("news", "")
