import pytest

from tidings.extract.hints import Spoken, said, spoken


@pytest.mark.parametrize(
    ("hint", "says"),
    [
        ("", Spoken.NOTHING),
        ("col-12", Spoken.NOTHING),
        ("article-body", Spoken.LIKELY),
        ("post-content", Spoken.LIKELY),
        ("comments", Spoken.NEVER),
        ("share-bar", Spoken.UNLIKELY),
    ],
)
def test_classes_speak(hint: str, says: Spoken) -> None:
    assert spoken(hint) is says


def test_what_stands_beside_a_likely_word_counts() -> None:
    assert spoken("article__media-caption") is Spoken.UNLIKELY
    assert spoken("article-content__group disclaimer hidden") is Spoken.NEVER


def test_the_word_that_speaks_is_told() -> None:
    assert said("main has-sidebar").word == "sidebar"
    assert said("article-body").word == ""
