"""TDM reservations in tdmrep.json, headers and meta elements."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.model.web.rights import NOTHING_RESERVED, Rights
from tidings.read.rights.tdm import read_tdmrep, tdm_rights, tdm_rights_at

POLICY = "https://a.test/policy.json"


def at(rules: object, path: str) -> Rights:
    return tdm_rights_at(read_tdmrep(json.dumps(rules).encode()), path)


def test_the_longest_matching_location_wins() -> None:
    rules = [
        {"location": "/", "tdm-reservation": 1, "tdm-policy": POLICY},
        {"location": "/free/", "tdm-reservation": 0},
        {"location": "/free/*.pdf$", "tdm-reservation": 1},
    ]
    assert at(rules, "/news") == Rights(tdm_reserved=True, tdm_policy=POLICY)
    assert at(rules, "/free/1") == Rights(tdm_reserved=False)
    assert at(rules, "/free/1.pdf") == Rights(tdm_reserved=True)


def test_of_two_equal_locations_the_reservation_wins() -> None:
    rules = [{"location": "/", "tdm-reservation": 0}, {"location": "/", "tdm-reservation": "1"}]
    assert at(rules, "/") == Rights(tdm_reserved=True)


@pytest.mark.parametrize(
    "rules",
    [
        [{"location": "/", "tdm-reservation": 2}],
        [{"tdm-reservation": 1}],
        [{"location": 7, "tdm-reservation": 1}, None, "x"],
        {},
        "nothing",
        None,
    ],
)
def test_invalid_rules_are_ignored(rules: object) -> None:
    assert at(rules, "/") == NOTHING_RESERVED


def test_a_policy_that_is_not_an_address_is_dropped() -> None:
    rules = [{"location": "/", "tdm-reservation": 1, "tdm-policy": "javascript:alert(1)"}]
    assert at(rules, "/") == Rights(tdm_reserved=True)


def test_headers_and_meta_elements_are_read_alike() -> None:
    said = [("server", "x"), ("tdm-reservation", " 1 "), ("tdm-policy", POLICY)]
    assert tdm_rights(said) == Rights(tdm_reserved=True, tdm_policy=POLICY)
    assert tdm_rights([("tdm-policy", POLICY)]) == NOTHING_RESERVED
    assert tdm_rights([("tdm-reservation", "1"), ("tdm-reservation", "0")]).tdm_reserved


@given(st.binary(max_size=200))
def test_any_bytes_can_be_read(body: bytes) -> None:
    assert tdm_rights_at(read_tdmrep(body), "/").search is None


def test_a_deeply_nested_file_has_no_rules() -> None:
    assert read_tdmrep(b"[" * 100_000) == ()
