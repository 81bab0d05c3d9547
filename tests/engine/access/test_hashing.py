import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.engine.access import hashing
from tidings.engine.access.hashing import PASSWORD, RANDOM_SECRET, hashed, is_hash_of
from tidings.engine.access.verified_secrets import VerifiedSecrets


@given(st.text(max_size=50), st.text(max_size=50))
def test_a_hash_fits_its_secret_alone(secret: str, other: str) -> None:
    stored = hashed(secret, RANDOM_SECRET)
    assert is_hash_of(secret, stored, RANDOM_SECRET)
    assert is_hash_of(other, stored, RANDOM_SECRET) == (other == secret)
    assert not is_hash_of(secret, None, RANDOM_SECRET)
    assert stored != hashed(secret, RANDOM_SECRET)


def test_passwords_are_hashed_as_owasp_asks() -> None:
    assert hashed("secret", PASSWORD).startswith("scrypt$16384$8$5$")


def test_a_hash_of_earlier_parameters_still_fits() -> None:
    stored = hashed("secret", hashing.HashCost(n=32, r=8, p=1))
    assert is_hash_of("secret", stored, PASSWORD)


def test_an_unknown_name_costs_as_much_as_a_wrong_password(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    costs: list[hashing.HashCost] = []
    scrypt = hashing._scrypt
    hashing._decoy(PASSWORD)

    def counted(secret: str, salt: bytes, cost: hashing.HashCost) -> bytes:
        costs.append(cost)
        return scrypt(secret, salt, cost)

    stored = hashed("right", PASSWORD)
    monkeypatch.setattr(hashing, "_scrypt", counted)
    verified = VerifiedSecrets()
    assert not verified.is_right("wrong", stored, PASSWORD)
    wrong = costs.copy()
    costs.clear()
    assert not verified.is_right("wrong", None, PASSWORD)
    assert costs == wrong == [PASSWORD]


def test_a_right_secret_is_hashed_once_and_a_wrong_one_never_remembered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one, other = hashed("secret", RANDOM_SECRET), hashed("secret", RANDOM_SECRET)
    verified = VerifiedSecrets()
    assert not verified.was_right("secret", one, RANDOM_SECRET)
    assert verified.is_right("secret", one, RANDOM_SECRET)
    assert not verified.is_right("other", one, RANDOM_SECRET)
    monkeypatch.setattr(hashing, "_scrypt", None)
    assert verified.is_right("secret", one, RANDOM_SECRET)
    assert verified.was_right("secret", one, RANDOM_SECRET)
    assert not verified.was_right("other", one, RANDOM_SECRET)
    assert not verified.was_right("secret", other, RANDOM_SECRET)
    assert not verified.was_right("secret", None, RANDOM_SECRET)


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tidings.engine.access.verified_secrets._MAX_REMEMBERED", 3)
    hashes = [hashed(f"secret {number}", RANDOM_SECRET) for number in range(5)]
    verified = VerifiedSecrets()
    for number, stored in enumerate(hashes):
        assert verified.is_right(f"secret {number}", stored, RANDOM_SECRET)
    known = [
        verified.was_right(f"secret {number}", stored, RANDOM_SECRET)
        for number, stored in enumerate(hashes)
    ]
    assert known == [False, False, True, True, True]


def test_two_passwords_at_most_are_hashed_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    running, most = [0], [0]
    lock = threading.Lock()
    two_inside = threading.Event()

    def slow(secret: str, salt: bytes, cost: hashing.HashCost) -> bytes:
        with lock:
            running[0] += 1
            most[0] = max(most[0], running[0])
            if running[0] == 2:
                two_inside.set()
        two_inside.wait(30)
        with lock:
            running[0] -= 1
        return b""

    monkeypatch.setattr(hashing, "_scrypt", slow)
    with ThreadPoolExecutor(6) as threads:
        list(threads.map(lambda text: hashed(text, PASSWORD), "abcdef"))
    assert most == [2]
