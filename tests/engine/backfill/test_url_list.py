from hypothesis import given
from hypothesis import strategies as st

from tidings.engine.backfill.url_list import BadLine, listed_urls


def read(*lines: str) -> list[str | BadLine]:
    return list(listed_urls(lines, 100))


def test_a_url_for_each_line_without_comments() -> None:
    lines = ("# old ones", "", "https://a.org/1  ", "http://B.org/x#part")
    assert read(*lines) == ["https://a.org/1", "http://b.org/x"]


def test_tables_have_their_urls_in_a_column_of_that_name() -> None:
    expected = ["https://a.org/1", "https://a.org/2,3"]
    assert read("id,URL", "1,https://a.org/1", '2,"https://a.org/2,3"') == expected
    assert read("url;title", "https://a.org/1;One", "# none", "https://a.org/2,3;Two") == expected
    assert read("at\turl", "now\thttps://a.org/1", "", "now\thttps://a.org/2,3") == expected


def test_json_lines_have_their_urls_in_a_field_of_that_name() -> None:
    assert read('{"title": "x", "url": "https://a.org/1"}') == ["https://a.org/1"]


def test_bad_lines_are_named_and_the_rest_goes_on() -> None:
    lines = ("https://a.org/1", "a.org/2", "{broken", '{"url": 3}', "https://a.org/" + "x" * 99)
    found = [each for each in read(*lines, "https://a.org/6") if isinstance(each, BadLine)]
    assert [each.number for each in found] == [2, 3, 4, 5]
    assert str(found[0]) == "line 2: not a web address: a.org/2"
    assert read(*lines, "https://a.org/6")[-1] == "https://a.org/6"


def test_a_bad_row_of_a_table_has_its_number_in_the_file() -> None:
    found = read("# a table", "id,url", "1,https://a.org/1", "2", "3,nothing")
    assert [each.number for each in found if isinstance(each, BadLine)] == [4, 5]


def test_passwords_are_neither_taken_nor_shown() -> None:
    (found,) = read("https://me:secret@a.org/")
    assert isinstance(found, BadLine)
    assert "secret" not in str(found)


@given(st.lists(st.text(max_size=40), max_size=8))
def test_no_line_stops_the_list(lines: list[str]) -> None:
    cleaned = [line.replace("\n", " ").replace("\r", " ").replace("\0", " ") for line in lines]
    assert read("https://a.org/first", *cleaned)[0] == "https://a.org/first"
