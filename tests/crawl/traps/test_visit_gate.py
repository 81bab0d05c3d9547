"""The gate before a request: what passes, what waits, and which visits are probes."""

from dataclasses import replace

import pytest
from tests.factories import NOW, make_visit

from tidings.crawl.traps.alias_learning import claim_key
from tidings.crawl.traps.shape_account import ShapeAccount
from tidings.crawl.traps.trap_accounts import Refusal
from tidings.crawl.traps.url_shape import shapes_of
from tidings.crawl.traps.visit_gate import TrapSnapshot, VisitGate
from tidings.model.crawl.visit import Visit
from tidings.model.web.reason import Reason

SITE = "https://a.example"
FIRST = f"{SITE}/story/1?sid=a"
NOTHING_KNOWN = TrapSnapshot({}, ())
SID_IS_NOISE = TrapSnapshot({}, ("?sid",))
MORNING = NOW.timestamp()


def gate_with_claim(**options: bool) -> VisitGate:
    claims = {claim_key(FIRST, ("?sid",)): FIRST}
    return VisitGate(lambda site, key: claims.get(key), **options)


def visit_with_sid(sid: object) -> Visit:
    return make_visit(f"{SITE}/story/1?sid={sid}")


def test_a_page_that_was_visited_under_another_url_is_refused() -> None:
    refusal = gate_with_claim().admitted(visit_with_sid("b"), SID_IS_NOISE, MORNING)
    assert refusal == Refusal(Reason.SAME_PAGE, f"{FIRST} differs only in ?sid (b, a)")


def test_the_url_under_which_it_was_visited_passes() -> None:
    visit = make_visit(FIRST)
    assert gate_with_claim().admitted(visit, SID_IS_NOISE, MORNING) is visit


def test_every_url_passes_while_no_rule_is_believed() -> None:
    visit = visit_with_sid("b")
    assert gate_with_claim().admitted(visit, NOTHING_KNOWN, MORNING) is visit


def test_ever_fewer_aliases_are_visited_to_test_the_rule() -> None:
    gate = gate_with_claim()
    admitted = [gate.admitted(visit_with_sid(n), SID_IS_NOISE, MORNING) for n in range(1, 40)]
    probes = [n for n, each in enumerate(admitted, 1) if isinstance(each, Visit)]
    assert probes == [4, 8, 16, 32]
    assert all(each.probe_of is Reason.SAME_PAGE for each in admitted if isinstance(each, Visit))


def test_a_probe_that_failed_is_still_a_probe_when_it_is_tried_again() -> None:
    gate = gate_with_claim()
    for number in range(1, 5):
        gate.admitted(visit_with_sid(number), SID_IS_NOISE, MORNING)
    retry = replace(visit_with_sid(4), visited_at=NOW, attempts=1)
    again = gate.admitted(retry, SID_IS_NOISE, MORNING)
    assert isinstance(again, Visit)
    assert again.probe_of is Reason.SAME_PAGE


@pytest.mark.parametrize("fields", [{"depth": 0}, {"listed": True}, {"visited_at": NOW}])
def test_a_trusted_visit_passes_whatever_is_known(fields: dict[str, object]) -> None:
    visit = make_visit(f"{SITE}/story/1?sid=b", **fields)
    closed = {shape: ShapeAccount(-9.0, 40.0, 50, probed_at=MORNING) for shape in shapes_of(FIRST)}
    gate, known = gate_with_claim(), TrapSnapshot(closed, ("?sid",))
    assert gate.admitted(visit, known, MORNING) is visit
    assert not gate.must_wait(visit, known)


def test_the_gate_of_an_archive_only_crawl_is_always_open() -> None:
    gate = gate_with_claim(always_open=True)
    closed = {shape: ShapeAccount(-9.0, 40.0, 50, probed_at=MORNING) for shape in shapes_of(FIRST)}
    known = TrapSnapshot(closed, ("?sid",))
    for number in range(100):
        visit = visit_with_sid(number)
        assert not gate.must_wait(visit, known)
        assert gate.admitted(visit, known, MORNING) is visit
        gate.begin(visit)
        gate.end(visit)
