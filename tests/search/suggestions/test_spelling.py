import tempfile
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.model.articles.article import Article
from tidings.model.search.results import Query, SpellingSuggestion
from tidings.search.entries.entry import IndexEntry
from tidings.search.entries.vector import vector_of
from tidings.search.index.search_index import Index
from tidings.search.query.parse import parse
from tidings.search.search import search
from tidings.search.suggestions.spelling import suggestion
from tidings.settings.tree import SearchSettings
from tidings.text.terms.analysis import analyse

MakeArticle = Callable[..., Article]
FilledIndex = Callable[..., Index]

NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)
NEWS = [
    ("en", "The government of the president announced an election. The elections are in May."),
    ("en", "Facebook and the parliament of New York disagree about immigration."),
    ("en", "Macron spoke to Zelenskyy about the cease fire."),
    ("en", "COVID-19 spread by post, not by e-mail, says the co-operation for re-entry of F-16s."),
    ("de", "Die Bundesregierung plant eine Steuerreform, sagte der Ministerpräsident."),
    ("fr", "Les élections législatives inquiètent le gouvernement français."),
    ("ru", "Правительство объявило о новых мерах поддержки экономики."),
    ("zh", "中国经济今年第一季度增长百分之五。"),
]


class Paper:
    """An index of some texts, and its suggestions."""

    def __init__(self, index: Index, texts: Sequence[tuple[str, str]]) -> None:
        self.index = index
        self._texts = texts

    def meant(self, typed: str, **limits: object) -> SpellingSuggestion | None:
        query = Query(typed, **limits)  # type: ignore[arg-type]
        parsed = parse(typed, NOON)
        return suggestion(self.index.view, query, parsed, SearchSettings(), self._with, NOON)

    def text(self, typed: str) -> str | None:
        found = self.meant(typed)
        return found.text if found else None

    def _with(self, terms: Sequence[str]) -> list[tuple[str, str]]:
        return [(text, language) for language, text in self._texts
                if set(terms) <= set(analyse(text, language))]  # fmt: skip


def entries(texts: Sequence[tuple[str, str]]) -> Iterator[IndexEntry]:
    for seq, (language, text) in enumerate(texts, 1):
        terms = analyse(text, language)
        yield IndexEntry(f"a{seq}", seq, "a.example", language, NOON, "", "", " ".join(terms),
                    vector=vector_of([], [], terms, []))  # fmt: skip


@pytest.fixture(scope="module")
def paper() -> Iterator[Paper]:
    with tempfile.TemporaryDirectory() as folder:
        index = Index.open(Path(folder) / "index", SearchSettings(), writable=True)
        index.add(list(entries(NEWS)))
        index.commit()
        yield Paper(index, NEWS)
        index.close()


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("presidnet", "president"),
        ("goverment", "government"),
        ("electoin", "election"),
        ("macrom", "Macron"),
        ("covid19", "COVID-19"),
        ("email", "e-mail"),
        ("cooperation", "co-operation"),
        ("the reentry", "the re-entry"),
        ("imigration parliament", "immigration parliament"),
        ("parliment imigration", "parliament immigration"),
        ("zelensky", "Zelenskyy"),
        ("bundesregirung", "Bundesregierung"),
        ("steurreform", "Steuerreform"),
        ("législatvies", "législatives"),
        ("правителство", "Правительство"),
        ("zelnskxyy", "Zelenskyy"),
        ("newyork", "new york"),
        ("cease-fire macrn", "cease-fire Macron"),
    ],
)
def test_a_misspelt_word_is_corrected_to_its_written_form(
    paper: Paper, typed: str, meant: str
) -> None:
    assert paper.text(typed) == meant


@pytest.mark.parametrize(
    "typed",
    ["president", "elections", "Macron parliament", "qqqqzzzz", '"presidnet"', "title:presidnet",
     "source:presidnet", "-presidnet macron", "presid*", "presidnet~", "中国经挤", "2O24", ""],
)  # fmt: skip
def test_correct_quoted_and_hopeless_words_and_fields_are_not_corrected(
    paper: Paper, typed: str
) -> None:
    assert paper.meant(typed) is None


def test_only_the_misspelt_words_change_and_are_marked(paper: Paper) -> None:
    found = paper.meant('+macron presidnet "presidnet"')
    assert found is None  # nothing has the phrase
    found = paper.meant("goverment OR presidnet")
    assert found is not None
    assert found.text == "government OR president"
    assert [found.text[start:end] for start, end in found.marks] == ["government", "president"]


def test_two_words_are_joined_when_they_are_one(
    filled: FilledIndex, make_article: MakeArticle
) -> None:
    text = "Facebook grows."
    index = filled(*(make_article(f"a{at}", text, seq=at) for at in range(1, 6)))
    assert Paper(index, [("en", text)]).text("face book") == "facebook"


def test_nothing_is_suggested_that_the_filters_exclude(paper: Paper) -> None:
    assert paper.meant("presidnet", source="a.example") is not None
    assert paper.meant("presidnet", source="other.example") is None


def test_a_mistake_of_several_articles_is_recognised_by_its_rarity(
    filled: FilledIndex, make_article: MakeArticle
) -> None:
    right, wrong = "The government met.", "The goverment met."
    index = filled(
        make_article("wrong", wrong, seq=1),
        *(make_article(f"a{at}", right, seq=at) for at in range(2, 120)),
    )
    paper = Paper(index, [("en", right), ("en", wrong)])
    assert paper.text("goverment") == "government"
    assert paper.text("government") is None


@settings(max_examples=60)
@given(st.data())
def test_a_suggestion_always_finds_more(paper: Paper, data: st.DataObject) -> None:
    words = data.draw(
        st.lists(st.sampled_from([word.strip(".,。") for _, text in NEWS for word in text.split()]),
                 min_size=1, max_size=3)
    )  # fmt: skip
    at = data.draw(st.integers(0, len(words[0])))
    words[0] = words[0][:at] + data.draw(st.text("aeinx ", max_size=2)) + words[0][at + 1 :]
    typed = " ".join(words)
    found = paper.meant(typed)
    if found is not None:
        total = search(paper.index.snapshot(), Query(found.text)).total
        assert total >= 1
        assert found.text != typed
        assert all(found.text[start:end].strip() for start, end in found.marks)
