import os
from dataclasses import replace
from pathlib import Path

import pytest

from tidings.model.access.identity import Identity, Proof, Scope
from tidings.serve.gate.rate_limits import RateLimits
from tidings.settings.tree import ServeSettings

STRANGER = Identity(Scope.READ)
TOKEN = Identity(Scope.READ, "reader", None, Proof.TOKEN, "1f2e")
USER = Identity(Scope.ADMIN, "ada", 7, Proof.SESSION)
SETTINGS = ServeSettings(
    requests_per_minute=5, local_requests_per_minute=50, failed_sign_ins_per_hour=3
)


def accepted(
    limits: RateLimits, identity: Identity, address: str, *, is_local: bool = False
) -> int:
    return sum(limits.request(identity, address, is_local=is_local) == 0 for _ in range(100))


@pytest.fixture
def limits(tmp_path: Path) -> RateLimits:
    return RateLimits(SETTINGS, tmp_path / "rates", clock=lambda: 1000.0)


def test_strangers_are_counted_by_address(limits: RateLimits) -> None:
    assert accepted(limits, STRANGER, "192.0.2.1") == 5
    assert accepted(limits, STRANGER, "192.0.2.2") == 5


def test_an_ipv6_network_is_one_address(limits: RateLimits) -> None:
    assert accepted(limits, STRANGER, "2001:db8::1") == 5
    assert accepted(limits, STRANGER, "2001:db8::ffff:1") == 0
    assert accepted(limits, STRANGER, "2001:db8:0:1::1") == 5


def test_tokens_and_users_are_counted_wherever_they_are(limits: RateLimits) -> None:
    assert accepted(limits, TOKEN, "192.0.2.1") == 5
    assert accepted(limits, TOKEN, "192.0.2.2") == 0
    assert accepted(limits, USER, "192.0.2.1") == 5
    assert accepted(limits, STRANGER, "192.0.2.1") == 5


def test_each_token_is_counted_for_itself(limits: RateLimits) -> None:
    assert accepted(limits, TOKEN, "192.0.2.1") == 5
    for other in (replace(TOKEN, token="9a8b"), replace(USER, proof=Proof.TOKEN, token="77")):
        assert accepted(limits, other, "192.0.2.1") == 5
    assert accepted(limits, USER, "192.0.2.1") == 5


def test_this_computer_has_more(limits: RateLimits) -> None:
    assert accepted(limits, STRANGER, "127.0.0.1", is_local=True) == 50


def test_only_failed_sign_ins_count(limits: RateLimits) -> None:
    for _ in range(10):
        assert limits.sign_in("192.0.2.1", is_local=False) == 0
        limits.signed_in("192.0.2.1", is_local=False)
    tries = [limits.sign_in("192.0.2.1", is_local=False) for _ in range(5)]
    assert tries == [0, 0, 0, 1200, 1200]
    assert limits.sign_in("192.0.2.2", is_local=False) == 0


def test_zero_is_no_limit() -> None:
    unlimited = ServeSettings(
        requests_per_minute=0, local_requests_per_minute=0, failed_sign_ins_per_hour=0
    )
    limits = RateLimits(unlimited)
    assert accepted(limits, STRANGER, "192.0.2.1") == 100
    assert accepted(limits, STRANGER, "127.0.0.1", is_local=True) == 100
    assert all(limits.sign_in("192.0.2.1", is_local=False) == 0 for _ in range(100))
    limits.signed_in("192.0.2.1", is_local=False)


def test_a_home_that_cannot_be_written_is_counted_in_memory(tmp_path: Path) -> None:
    limits = RateLimits(SETTINGS, tmp_path / "no" / "folder", clock=lambda: 1000.0)
    assert not limits.is_shared
    assert accepted(limits, STRANGER, "192.0.2.1") == 5


def test_a_full_disk_is_counted_in_memory() -> None:
    limits = RateLimits(SETTINGS, Path("/dev/full"), clock=lambda: 1000.0)
    assert not limits.is_shared
    assert accepted(limits, STRANGER, "192.0.2.1") == 5


def test_a_disk_that_is_full_later_is_counted_in_memory(limits: RateLimits) -> None:
    assert limits.is_shared
    assert accepted(limits, STRANGER, "192.0.2.1") == 5
    with Path("/dev/full").open("r+b", buffering=0) as full:
        os.dup2(full.fileno(), limits._table._file)  # type: ignore[union-attr]
    assert accepted(limits, STRANGER, "192.0.2.1") == 5
    assert not limits.is_shared
