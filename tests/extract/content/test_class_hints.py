import pytest

from tidings.extract.content.class_hints import Likelihood, class_hint, likelihood_of


@pytest.mark.parametrize(
    ("hint", "likelihood"),
    [
        ("", Likelihood.NOTHING),
        ("col-12", Likelihood.NOTHING),
        ("article-body", Likelihood.LIKELY),
        ("post-content", Likelihood.LIKELY),
        ("comments", Likelihood.NEVER),
        ("share-bar", Likelihood.UNLIKELY),
        ("commentaires", Likelihood.NEVER),
        ("articlecomments", Likelihood.NEVER),
        ("tag-cloud", Likelihood.UNLIKELY),
        ("star-rating", Likelihood.UNLIKELY),
        # words that only contain one
        ("commentary", Likelihood.NOTHING),
        ("international-relations", Likelihood.NOTHING),
        ("operating", Likelihood.NOTHING),
        ("barefoot", Likelihood.NOTHING),
        # what a post is about
        ("category-newsletter", Likelihood.NOTHING),
        ("post-7 type-post hentry genre-sponsored", Likelihood.NOTHING),
        ("related post-7 type-post hentry", Likelihood.NEVER),
        ("post-7 type-post hentry hidden", Likelihood.NEVER),
    ],
)
def test_a_class_gives_a_likelihood(hint: str, likelihood: Likelihood) -> None:
    assert likelihood_of(hint) is likelihood


def test_what_follows_a_likely_word_counts() -> None:
    assert likelihood_of("article__media-caption") is Likelihood.UNLIKELY
    assert likelihood_of("article-content__group disclaimer hidden") is Likelihood.NEVER


def test_the_deciding_word_is_given() -> None:
    assert class_hint("main right-sidebar").word == "sidebar"
    assert class_hint("article-body").word == ""
