"""Queries made to be slow or to break the parser. All of them end; docs/hostile-clients.md."""

import json
from urllib.parse import quote

import pytest
from tests.serve.hostile.raw_requests import request
from tests.serve.served_home import ServedHome

MOST = 2_000  # characters of a query


def filled(piece: str, end: str = "") -> str:
    """Return as many repetitions as fit into a query."""
    return (piece * MOST)[: MOST - len(end)] + end


PATHOLOGICAL = {
    "one long word": "a" * MOST,
    "open parentheses": filled("("),
    "closing parentheses": filled(")"),
    "nested parentheses": "(" * 990 + "ferry" + ")" * 990,
    "nested negations": filled("-("),
    "nested or": filled("(a OR "),
    "not not": filled("NOT "),
    "or or": filled("OR "),
    "wildcards": filled("*"),
    "words of wildcards": filled("a* "),
    "every letter as a prefix": " ".join(f"{chr(c)}*" for c in range(97, 123)) * 20,
    "prefix of one letter": "f*",
    "inner wildcards": filled("a*b*c*d* "),
    "near": filled("a NEAR/9 "),
    "near numbers": filled("ferry NEAR/999999999 sails "),
    "open quotes": filled('"'),
    "phrases": filled('"a b" '),
    "one endless phrase": '"' + filled("ferry ")[1:],
    "fields": filled("title:"),
    "fields in fields": filled("source:title:tag:"),
    "dates": filled("since:2024-05-31 until:2024-05-30 "),
    "huge numbers": "since:" + "9" * 1900,
    "boosts": filled("ferry^99999999 "),
    "fuzzy": filled("ferry~99 "),
    "ranges": filled("[a TO z] "),
    "regular expressions": filled("/(a+)+$/ "),
    "blow-up": "/" + filled("(a|a)*")[1:],
    "backslashes": filled("\\"),
    "control characters": filled("\x01\x1b\x7f"),
    "NUL": "fer\x00ry " * 100,
    "combining marks": "e" + filled("\u0301")[1:],
    "right to left": filled("\u202e\u2066"),
    "zero width": filled("\u200b\u200d"),
    "emoji": filled("👩‍👩‍👧‍👦"),
    "noncharacters": filled("\ufffe\uffff"),
    "all words": " ".join(f"w{n}" for n in range(400)),
    "words of Chinese": filled("渡轮航线"),
    "Thai": filled("ภาษาไทย"),
    "one character": "*",
    "quotes and operators": filled('"a OR (b" NEAR -* '),
    "SQL": "'; DROP TABLE articles; --",
    "markup": "<script>alert(1)</script>",
    "template": "{{7*7}} ${7*7} #{7*7} %s%n",
}


@pytest.mark.parametrize("name", PATHOLOGICAL)
def test_a_pathological_query_is_answered(site: ServedHome, name: str) -> None:
    text = quote(PATHOLOGICAL[name][:MOST])
    answer = request(site.port, f"/api/search?q={text}&facets=1&explain=1")
    assert answer.status == 200, answer.body
    assert json.loads(answer.body)["hits"] is not None


@pytest.mark.parametrize("route", ["/search?q=", "/search.atom?q=", "/api/complete?q="])
def test_a_pathological_query_is_answered_everywhere(site: ServedHome, route: str) -> None:
    for text in list(PATHOLOGICAL.values())[::4]:
        answer = request(site.port, route + quote(text[:MOST]))
        assert answer.status in (200, 422), (route, text[:50], answer.body[:300])


@pytest.mark.parametrize("length", [MOST + 1, 20_000, 60_000])
def test_an_oversized_query_is_refused_with_a_sentence(site: ServedHome, length: int) -> None:
    answer = request(site.port, "/api/search?q=" + "a" * length)
    assert answer.status == 422
    assert "at most 2000 characters" in json.loads(answer.body)["error"]


def test_a_request_line_beyond_all_limits_is_refused(site: ServedHome) -> None:
    assert request(site.port, "/api/search?q=" + "a" * 200_000).status == 400


def test_thousands_of_parameters_are_answered(site: ServedHome) -> None:
    many = "&".join(f"p{n}={n}" for n in range(5_000))
    assert request(site.port, f"/api/search?q=ferry&{many}").status in (200, 422)
    repeated = "&".join(["more_like=0123456789abcdef"] * 2_000)
    assert request(site.port, f"/api/search?q=ferry&{repeated}").status in (200, 422)


@pytest.mark.parametrize(
    "parameter",
    [
        "limit=1e9", "limit=-1", "limit=" + "9" * 5_000, "limit=٣", "offset=10001", "offset=NaN",
        "since=0000-00-00", "since=" + "9" * 500, "until=\x00", "language=" + "x" * 500,
        "source=%00", "source=" + "a." * 1_000, "sort=date;drop", "model=../../etc", "as_of=-1",
        "as_of=99999999999999999999", "more_like=%2e%2e%2f", "explain=maybe", "%ff=%ff", "q=%ff%fe",
        "q=%ed%a0%80", "q=%", "q=%zz", "=", "&&&&", "q[]=a", "q=a&q=b",
    ],
    ids=lambda text: text[:24],
)  # fmt: skip
def test_a_malformed_parameter_is_answered_or_refused(site: ServedHome, parameter: str) -> None:
    target = "/api/search?" + quote(parameter, safe="%&=[];/.\0".replace("\0", ""))
    assert request(site.port, target).status in (200, 422)
