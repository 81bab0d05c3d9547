from pathlib import Path

from tidings.evaluate.grouping.duplicate_corpus import CorpusArticle, corpus_articles, texts_of
from tidings.evaluate.grouping.duplicates import TidingsDuplicateFinder, duplicate_scores
from tidings.evaluate.grouping.edits import EditKind
from tidings.evaluate.grouping.synthetic_text import TitledText
from tidings.evaluate.labelled.page_folder import SkippedLine
from tidings.text.parsing.parsed_text import ParsedText


def _texts(count: int = 12) -> list[TitledText]:
    return [
        TitledText(
            f"Report {story}",
            "\n".join(
                f"Speaker {story}{at} told the council{story} that pier{at} near Port{story}{at} "
                f"had cost {story * 31 + at} crowns, which member{story}{at} disputed loudly."
                for at in range(9)
            ),
            "en",
        )
        for story in range(count)
    ]


class _Blind:
    """Finds nothing, or everything."""

    def __init__(self, *, sees_all: bool = False) -> None:
        self._sees_all = sees_all
        self._ids: list[str] = []

    def sketch(self, title: ParsedText, body: ParsedText) -> None:
        return None

    def look(self, sketch: None) -> list[tuple[str, str]]:
        return [(id, "") for id in self._ids] if self._sees_all else []

    def add(self, id: str, sketch: None) -> None:
        self._ids.append(id)


def test_texts_are_read_from_rows_of_several_formats(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text(
        '{"text": "a b", "title": "t"}\n{"article": "c"}\n{"sentences": ["d.", "e."]}\n'
        '{"title": "only"}\n{"text": 3}\n{"label": "x"}\n'
    )
    rows = list(texts_of([file]))
    assert [(row.title, row.text) for row in rows if isinstance(row, TitledText)] == [
        ("t", "a b"), ("", "c"), ("", "d. e."), ("only", "")
    ]  # fmt: skip
    assert sum(isinstance(row, SkippedLine) for row in rows) == 2


def test_the_corpus_has_the_requested_size_and_depends_on_the_seed() -> None:
    made = corpus_articles(_texts(), 300)
    assert len(made) == 300
    assert len({each.id for each in made}) == 300
    assert made == corpus_articles(_texts(), 300)
    assert made != corpus_articles(_texts(), 300, seed=2)
    assert sum(each.kind in set(EditKind) for each in made) == 12 * 6


def test_tidings_finds_the_copies_and_no_others() -> None:
    findings = duplicate_scores(corpus_articles(_texts(), 300), [TidingsDuplicateFinder()])[0]
    assert findings.recall > 0.95
    assert findings.precision > 0.95
    assert findings.articles == 300


def test_finding_nothing_and_finding_everything_get_extreme_scores() -> None:
    made = corpus_articles(_texts(3), 60)
    nothing, everything = duplicate_scores(made, [_Blind(), _Blind(sees_all=True)])
    assert nothing.recall == 0
    assert len(nothing.missed) == 18
    assert everything.recall == everything.pairwise == 1
    assert everything.pairs == everything.right == 3 * 21
    assert everything.precision == 63 / (60 * 59 / 2)


def test_copies_among_the_given_texts_are_not_mistakes() -> None:
    content = _texts(1)[0]
    made = [CorpusArticle(f"row {at}", f"row {at}", "row", content) for at in range(2)]
    findings = duplicate_scores(made, [TidingsDuplicateFinder()])[0]
    assert findings.own == 1
    assert findings.wrong == []
