import pytest

from tidings.settings.web_origin import is_origin


@pytest.mark.parametrize(
    "text",
    ["https://reader.example", "http://127.0.0.1:3000", "http://[::1]:8080", "https://a.b:8443"],
)
def test_what_browsers_send_is_an_origin(text: str) -> None:
    assert is_origin(text)


@pytest.mark.parametrize(
    "text",
    ["*", "null", "", "reader.example", "https://reader.example/", "https://Reader.example",
     "https://reader.example:443", "http://a:80", "https://u@a.example", "ftp://a.example",
     "https://a.example/x", "https://a.example?x", "https://", "https://a:b", "https://[::1"],
)  # fmt: skip
def test_anything_else_is_none(text: str) -> None:
    assert not is_origin(text)
