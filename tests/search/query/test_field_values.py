import pytest

from tidings.search.query.field_values import (
    language_code,
    source_domain,
    unknown_languages,
    wanted_languages,
)
from tidings.search.query.tree import And, Between, Field, FieldName, Node, Not, Or, Phrase, Word

EN, ZH = Word("en"), Word("Chinese")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("en", "en"),
        ("EN", "en"),
        (" en-GB ", "en"),
        ("pt_BR", "pt"),
        ("zh-Hant-TW", "zh"),
        ("German", "de"),
        ("Español", "es"),
        ("FRANÇAIS", "fr"),
        ("français", "fr"),
        ("日本語", "ja"),
        ("Русский", "ru"),
        ("jp", "ja"),
        ("nb", "no"),
        ("nn-NO", "no"),
        ("iw", "he"),
        ("yue", "yue"),  # a code without a name
        ("klingon", None),
        ("e", None),
        ("", None),
        ("12", None),
    ],
)
def test_a_language_is_known_by_its_code_or_name(text: str, code: str | None) -> None:
    assert language_code(text) == code


def test_only_values_of_a_language_field_can_be_unknown_languages() -> None:
    node = Or((EN, Word("klingon"), Not(Phrase("middle english")), Between(None, None)))
    assert unknown_languages(FieldName.LANGUAGE, node) == ["klingon", "middle english"]
    assert unknown_languages(FieldName.TITLE, node) == []


@pytest.mark.parametrize(
    ("text", "domain"),
    [
        ("www.bbc.co.uk", "bbc.co.uk"),
        (" News.Example.COM ", "example.com"),
        ("https://news.example.com/a/b.html", "example.com"),
        ("example.com/path", "example.com"),
        ("localhost:8080", "localhost:8080"),
        ("guardian", None),
        ("https://guardian/a.b", None),
        ("", None),
    ],
)
def test_a_source_is_a_domain_or_a_bare_name(text: str, domain: str | None) -> None:
    assert source_domain(text) == domain


@pytest.mark.parametrize(
    ("filters", "wanted"),
    [
        ([], ("de", "fr")),
        ([Field(FieldName.SOURCE, EN)], ("de", "fr")),
        ([Field(FieldName.LANGUAGE, EN)], ("en",)),
        ([Field(FieldName.LANGUAGE, Or((ZH, EN, Word("english"))))], ("zh", "en")),
        ([Field(FieldName.LANGUAGE, Word("klingon"))], ("de", "fr")),
        ([Field(FieldName.LANGUAGE, Or((Between(None, None), EN)))], ("en",)),
        ([Not(Field(FieldName.LANGUAGE, EN))], ("de", "fr")),
        ([And((Field(FieldName.LANGUAGE, EN), EN))], ("de", "fr")),
    ],
)
def test_words_are_read_in_the_languages_that_the_filter_names(
    filters: list[Node], wanted: tuple[str, ...]
) -> None:
    assert wanted_languages(filters, ("de", "fr")) == wanted
