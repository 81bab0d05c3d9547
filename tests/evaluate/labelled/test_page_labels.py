from contextlib import suppress
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.evaluate.labelled.page_labels import (
    ArticleLabels,
    LabelInvalid,
    article_labels_of,
    kind_label_of,
    typed_labels_of,
)
from tidings.model.web.page import PageKind


def test_a_line_gives_the_right_answers() -> None:
    gold = article_labels_of(
        {"id": "a", "url": "https://a.example/1", "site": "a", "gold": "mine", "body": "Text",
         "with": ["in", " "], "without": ["out"], "title": "T", "date": "2024-05-03 10:00:00+02:00",
         "author": ["Ann Lee"], "lang": "en"}
    )  # fmt: skip
    assert gold == ArticleLabels(
        id="a", url="https://a.example/1", site="a", set="mine", body="Text", wanted=("in",),
        unwanted=("out",), title="T", day=date(2024, 5, 3), authors=("Ann Lee",),
    )  # fmt: skip


def test_a_typed_line_has_its_whole_text_and_its_type() -> None:
    gold = typed_labels_of(
        {"id": "a", "type": "forum", "text": "All of it", "gold": "no", "fold": 1}
    )
    assert (gold.set, gold.words, gold.body) == ("forum", "All of it", None)
    with pytest.raises(LabelInvalid, match="no label to compare"):
        typed_labels_of({"id": "a", "type": "forum", "text": " "})


def test_a_line_needs_only_an_id_and_one_label() -> None:
    gold = article_labels_of({"id": "a", "title": "T", "author": None, "date": "nan"})
    assert (gold.set, gold.url, gold.day, gold.authors) == ("pages", None, None, ())


def test_a_single_author_need_not_be_a_list() -> None:
    assert article_labels_of({"id": "a", "author": "Ann Lee"}).authors == ("Ann Lee",)


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ({"title": "T"}, "no id"),
        ({"id": "", "title": "T"}, "no id"),
        ({"id": 7, "title": "T"}, "'id' that is not text"),
        ({"id": "../a", "title": "T"}, "not a file name"),
        ({"id": "a", "title": ["T"]}, "'title' that is not text"),
        ({"id": "a", "with": "one", "without": [1]}, "'without' that is not a list"),
        ({"id": "a", "body": " ", "author": []}, "no label to compare"),
    ],
)
def test_an_invalid_line_says_why(line: dict[str, object], word: str) -> None:
    with pytest.raises(LabelInvalid, match=word):
        article_labels_of(line)


def test_a_line_gives_the_right_kind() -> None:
    label = kind_label_of({"id": "a", "label": "index", "sublabel": "front", "certain": False})
    assert (label.kind, label.sublabel, label.certain) == (PageKind.INDEX, "front", False)
    plain = kind_label_of({"id": "a", "label": "article"})
    assert (plain.sublabel, plain.certain, plain.url) == ("article", True, None)


@pytest.mark.parametrize("label", [None, "", "news"])
def test_an_unknown_kind_is_invalid(label: str | None) -> None:
    with pytest.raises(LabelInvalid, match="article, index, valueless"):
        kind_label_of({"id": "a", "label": label})


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


KEYS = st.sampled_from("id url gold body with title date author".split())


@given(st.dictionaries(KEYS, json_values))
def test_any_line_gives_labels_or_is_invalid(line: dict[str, object]) -> None:
    with suppress(LabelInvalid):
        assert article_labels_of(line).id == line["id"]
