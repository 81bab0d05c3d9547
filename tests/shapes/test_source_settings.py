"""A source's settings as everyone may see them."""

from tests.factories import NOW

from tidings.model.crawl.source import Source, SourceFocus
from tidings.model.crawl.source_settings import NO_SETTINGS, SourceSettings
from tidings.shapes.source_settings import settings_in_words, settings_shape, shown_headers

HUSH = SourceSettings(
    delay=0.5,
    faster=True,
    languages=("en", "de"),
    exclude=("/a/*",),
    headers=(("X-Api-Key", "hush"), ("Accept-Language", "de")),
    proxy="reader:hush@proxy.example:3128",
    credentials="paper",
)


def source(settings: SourceSettings, topic: str = "") -> Source:
    url = "https://paper.example/"
    return Source(1, url, "paper.example", "", NOW, SourceFocus(topic), settings)


def test_what_is_not_set_is_not_said() -> None:
    assert settings_in_words(source(NO_SETTINGS)) == {}
    assert settings_shape(NO_SETTINGS)["proxy"] is None


def test_everything_is_shown_but_secrets() -> None:
    words = settings_in_words(source(HUSH, "bridges"))
    assert words == {
        "delay": "0.5 s, even below fetch.delay",
        "languages": "en, de",
        "topic": "bridges",
        "exclude": "/a/*",
        "headers": "X-Api-Key, Accept-Language",
        "proxy": "http://proxy.example:3128",
        "credentials": "paper",
    }
    shape = settings_shape(HUSH)
    assert shape["headers"] == ["X-Api-Key", "Accept-Language"]
    assert shown_headers(HUSH) == ["X-Api-Key: ***", "Accept-Language: de"]
    assert "hush" not in f"{words}{shape}{shown_headers(HUSH)}"
