import pytest

from tidings.extract.content.class_hints import Likelihood, class_hint, likelihood_of


@pytest.mark.parametrize(
    ("hint", "says"),
    [
        ("", Likelihood.NOTHING),
        ("col-12", Likelihood.NOTHING),
        ("article-body", Likelihood.LIKELY),
        ("post-content", Likelihood.LIKELY),
        ("comments", Likelihood.NEVER),
        ("share-bar", Likelihood.UNLIKELY),
    ],
)
def test_classes_speak(hint: str, says: Likelihood) -> None:
    assert likelihood_of(hint) is says


def test_what_stands_beside_a_likely_word_counts() -> None:
    assert likelihood_of("article__media-caption") is Likelihood.UNLIKELY
    assert likelihood_of("article-content__group disclaimer hidden") is Likelihood.NEVER


def test_the_word_that_speaks_is_told() -> None:
    assert class_hint("main has-sidebar").word == "sidebar"
    assert class_hint("article-body").word == ""
