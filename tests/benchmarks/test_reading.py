from benchmarks.checkouts.reading import outline, printed, sent
from benchmarks.checkouts.tree import Output, Server

_SERVER = Server("http://127.0.0.1:4711", 1)


def test_json_on_standard_output_is_read() -> None:
    answer = printed(Output(0, '{"total": 2}', ""), "/tmp/home")
    assert answer == {"exit": 0, "crashed": False, "out": {"total": 2}, "said": []}


def test_a_traceback_is_not_a_sentence() -> None:
    said = "Traceback (most recent call last)\n  ...\nKeyError: 1"
    assert printed(Output(1, "", said), "/h")["crashed"] is True


def test_lines_of_json_are_a_list() -> None:
    assert printed(Output(0, '{"a": 1}\n{"a": 2}\n', ""), "/h")["out"] == [{"a": 1}, {"a": 2}]


def test_the_home_folder_is_replaced_by_a_fixed_name() -> None:
    said = printed(Output(1, "", "tidings: /tmp/x/home is locked"), "/tmp/x/home")["said"]
    assert said == "tidings: HOME is locked"


def test_the_server_url_is_replaced_by_a_fixed_name() -> None:
    body = b'{"feed_url": "http://127.0.0.1:4711/search.json"}'
    answer = sent(200, "application/feed+json", body, _SERVER, "/h")
    assert answer["body"] == {"feed_url": "SERVER/search.json"}


def test_the_text_of_a_page_is_left_out() -> None:
    answer = sent(404, "text/html; charset=utf-8", b"<h1>Nothing</h1>", _SERVER, "/h")
    assert answer == {"status": 404, "type": "text/html; charset=utf-8"}


def test_a_feed_is_read_by_its_elements() -> None:
    feed = b'<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title><link href="b"/></feed>'
    answer = sent(200, "application/atom+xml", feed, _SERVER, "/h")
    assert answer["body"] == {"feed": {"title": [{"text": "A"}], "link": [{"@href": "b"}]}}


def test_an_outline_has_names_and_no_sentences() -> None:
    operation = {
        "summary": "Search the articles",
        "parameters": [{"in": "query", "name": "q", "description": "words"}],
        "responses": {"200": {}, "422": {}},
    }
    schemas: dict[str, dict[str, dict[str, object]]] = {
        "HitOut": {"properties": {"url": {}, "id": {}}},
        "tidings__serve__a__HourOut": {"properties": {"start": {}}},
        "tidings__serve__b__HourOut": {"properties": {"hour": {}}},
    }
    found = outline({"paths": {"/api/x": {"get": operation}}, "components": {"schemas": schemas}})
    assert found == {
        "paths": {"/api/x": {"get": {"parameters": ["query q"], "statuses": ["200", "422"]}}},
        "schemas": {"HitOut": [["id", "url"]], "HourOut": [["hour"], ["start"]]},
    }
