"""Which edits of the news world count, and which of them were found."""

from types import SimpleNamespace

import pytest
from benchmarks.edits import Edit, Result, _edits_of, report

HOUR = 3600.0


def article(*hours: float) -> SimpleNamespace:
    edits = [
        SimpleNamespace(time=SimpleNamespace(timestamp=lambda at=at: at * HOUR)) for at in hours
    ]
    return SimpleNamespace(edits=edits, paper=SimpleNamespace(key="courier"))


def test_an_edit_is_found_by_the_next_revision_and_counts_after_our_copy() -> None:
    found = _edits_of(article(1, 3, 5, 8, 20), 2 * HOUR, [6 * HOUR], 10 * HOUR)  # type: ignore[arg-type]
    assert found == [Edit("courier", 3.0), Edit("courier", 1.0), Edit("courier", None)]


def test_the_tables_have_a_row_for_each_kind_of_paper(capsys: pytest.CaptureFixture[str]) -> None:
    old = Result((Edit("courier", None), Edit("wanbao", 2.0), Edit("faro", None)), 5, 100)
    new = Result((Edit("courier", 0.5), Edit("wanbao", None), Edit("faro", None)), 5, 99)
    report({"OLD": old, "NEW": new})
    printed = capsys.readouterr().out
    assert "| announce their edits        |     1 |          0 |          1 |" in printed
    assert "| all                         |     3 |          1 |          1 |" in printed
    assert "| requests                | 100 |  99 |" in printed
