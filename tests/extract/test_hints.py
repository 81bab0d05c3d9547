import pytest

from tidings.extract.hints import AFTERWORD, ASIDE, NOTICE, Spoken, spoken


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


@pytest.mark.parametrize("line", ["Read more: the other story", "Lesen Sie auch", "関連記事"])
def test_lines_that_point_elsewhere_are_asides(line: str) -> None:
    assert ASIDE.match(line)


@pytest.mark.parametrize("line", ["Comments (12)", "3 Kommentare", "Related articles", "评论"])
def test_an_afterword_is_a_line_of_its_own(line: str) -> None:
    assert AFTERWORD.fullmatch(line)
    assert not AFTERWORD.fullmatch(f"{line} were made by the minister")


def test_a_notice_speaks_of_cookies_and_what_to_do_with_them() -> None:
    assert NOTICE.search("We use cookies; change your settings at any time.")
    assert not NOTICE.search("She baked cookies all day.")
