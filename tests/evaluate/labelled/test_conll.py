from pathlib import Path

from tidings.evaluate.labelled.conll import LabelledName, LabelledSentence, labelled_sentences
from tidings.evaluate.labelled.page_folder import SkippedLine
from tidings.model.articles.annotations import EntityKind


def read(tmp_path: Path, text: str) -> list[LabelledSentence | SkippedLine]:
    path = tmp_path / "ner_set.conll"
    path.write_text(text, encoding="utf-8")
    return list(labelled_sentences(path))


def test_tokens_are_joined_to_sentences_with_spaces(tmp_path: Path) -> None:
    [sentence] = read(tmp_path, "Angela\tB-PER\nMerkel\tI-PER\nleft\tO\nParis\tB-LOC\n")
    assert isinstance(sentence, LabelledSentence)
    assert sentence.text == "Angela Merkel left Paris"
    assert sentence.names == (
        LabelledName(0, 13, EntityKind.PERSON),
        LabelledName(19, 24, EntityKind.PLACE),
    )


def test_numbered_tokens_are_located_in_the_text(tmp_path: Path) -> None:
    lines = "# newdoc id = a\n# text = Paris, I said.\n1\tParis\tB-LOC\t-\n2\t,\tO\t-\n3\tI\tO\t-\n"
    [sentence] = read(tmp_path, f"{lines}4\tsaid\tO\t-\n5\t.\tO\t-\n")
    assert isinstance(sentence, LabelledSentence)
    assert (sentence.text, sentence.document) == ("Paris, I said.", 1)
    assert sentence.names == (LabelledName(0, 5, EntityKind.PLACE),)


def test_kinds_of_other_sets_are_mapped_or_ignored(tmp_path: Path) -> None:
    [sentence] = read(tmp_path, "Acme\tB-corporation\nFlash\tB-product\nQueen\tB-group\n")
    assert isinstance(sentence, LabelledSentence)
    assert [name.kind for name in sentence.names] == [EntityKind.ORGANISATION] * 2


def test_two_adjacent_names_are_two_names(tmp_path: Path) -> None:
    [sentence] = read(tmp_path, "Paris\tB-LOC\nRome\tB-LOC\n")
    assert isinstance(sentence, LabelledSentence)
    assert len(sentence.names) == 2


def test_a_line_without_a_tag_is_reported(tmp_path: Path) -> None:
    rows = read(tmp_path, "Paris\tB-LOC\nno tag here\n\nRome\tB-LOC\n")
    assert [type(row) for row in rows] == [SkippedLine, LabelledSentence, LabelledSentence]
    assert isinstance(rows[0], SkippedLine)
    assert rows[0].line == 2
