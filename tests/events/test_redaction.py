import pytest

from tidings.events.redaction import Redactor


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("see https://ann:pa55@a.example/x", "see https://***@a.example/x"),
        ("https://tok3n@a.example/", "https://***@a.example/"),
        ("postgresql://ann:pa55@db/home", "postgresql://ann:***@db/home"),
        ("postgres://:pa55@db/home", "postgres://:***@db/home"),
        ("https://a.example/?q=b&token=abc&page=2", "https://a.example/?q=b&token=***&page=2"),
        ("https://a.example/?api_key=abc#top", "https://a.example/?api_key=***#top"),
        ("/feed?PHPSESSID=1&sid=abc", "/feed?PHPSESSID=***&sid=***"),
        ("X-Amz-Signature=abc", "X-Amz-Signature=***"),
        ("hub.secret=abc&hub.mode=subscribe", "hub.secret=***&hub.mode=subscribe"),
        ("Authorization: Bearer abc.def\r\nHost: a", "Authorization: ***\r\nHost: a"),
        ("Cookie: a=b; c=d", "Cookie: ***"),
        ("set-cookie: a=b", "set-cookie: ***"),
        ("sent bearer abcdefgh12 to it", "sent bearer *** to it"),
        ('{"password": "a b", "name": "c"}', '{"password": "***", "name": "c"}'),
        (f"the token tdg_0123456789ab_{'0f' * 32}.", "the token tdg_0123456789ab_***."),
        (f"tidings-8000=tds_0123456789ab_{'0f' * 32}; a", "tidings-8000=tds_0123456789ab_***; a"),
        ("/login?key=tdl_0123456789ab_0f0f, cut off", "/login?key=***, cut off"),
        ("Basic YWRhOmEgbG9uZyBzZW50ZW5jZQ==", "Basic ***"),
        ("/websub/3f2a?hub.mode=subscribe", "/websub/***?hub.mode=subscribe"),
    ],
)
def test_what_looks_like_a_secret_is_hidden(text: str, expected: str) -> None:
    assert Redactor()(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "https://a.example/2026/11/a-key-moment?page=2&sort=date",
        "mail to ann@a.example",
        "pg_dump 'postgresql://ann@db:5432/home'",
        "the secret of the island: no token left",
        "the connection was refused or reset",
        "/search?author=ann&hockey=1",
    ],
)
def test_other_text_stays_as_it_is(text: str) -> None:
    assert Redactor()(text) == text


def test_known_secrets_are_hidden_anywhere() -> None:
    redact = Redactor(("swordfish", "", "swordfish-2"))
    assert redact("it said swordfish-2 and swordfish.") == "it said *** and ***."
