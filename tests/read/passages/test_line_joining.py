import pytest

from tidings.read.passages.line_joining import joined_lines


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        (["one", "two"], "one two"),
        (["proceed-", "ings"], "proceedings"),
        (["proceed\ufffe", "ings"], "proceedings"),
        (["pro\u00ad", "ceed"], "proceed"),
        (["Rhein-", "Main"], "Rhein-Main"),
        (["covid-", "19"], "covid-19"),
        (["1990-", "er"], "1990-er"),
        (["well-", "known"], "well-known"),
        (["a dash -", "here"], "a dash - here"),
        (["市议会", "决定"], "市议会决定"),
        (["决定。", "新大桥"], "决定。新大桥"),
        (["市议会 the", "council"], "市议会 the council"),
        (["정부는", "결정"], "정부는 결정"),
        (["", "  ", "x"], "x"),
        ([], ""),
    ],
)
def test_lines_are_joined_by_the_rules_of_their_script(lines: list[str], text: str) -> None:
    assert joined_lines(lines, {"well-known"}) == text
