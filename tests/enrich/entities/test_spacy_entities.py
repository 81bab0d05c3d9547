from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pytest

from tidings.enrich.entities.article_entities import entities_of, model_of
from tidings.enrich.entities.spacy_entities import (
    SpacyMissing,
    require_spacy,
    spacy_spans,
    spans_by,
)
from tidings.enrich.name_tables.name_span import NameSpan
from tidings.model.articles.annotations import EntityKind
from tidings.text.parsing.parsed_text import parse_text


def test_the_error_names_a_pipeline_that_is_not_installed() -> None:
    with pytest.raises(SpacyMissing, match="xx_no_such_pipeline"):
        require_spacy("xx_no_such_pipeline")


def test_the_model_id_names_the_pipeline() -> None:
    assert model_of("en_core_web_sm") == "spacy en_core_web_sm"
    assert model_of("").startswith("names")


def test_a_pipeline_finds_the_names_instead_of_our_model(tmp_path: Path) -> None:
    spacy = pytest.importorskip("spacy")
    pipeline = spacy.blank("en")
    ruler = pipeline.add_pipe("entity_ruler")
    ruler.add_patterns(
        [
            {"label": "PERSON", "pattern": "the tall one"},
            {"label": "GPE", "pattern": "Munich"},
            {"label": "DATE", "pattern": "Tuesday"},
        ]
    )
    pipeline.to_disk(tmp_path / "rules")
    body = parse_text("In Munich the tall one met Angela Merkel on Tuesday.", "en")
    found = entities_of(parse_text("", "en"), body, spacy_model=str(tmp_path / "rules"))
    assert [(each.kind, each.name) for each in found] == [
        (EntityKind.PLACE, "Munich"),
        (EntityKind.PERSON, "tall one"),
    ]
    assert found[0].place is not None


class Found(NamedTuple):
    """An entity as a pipeline returns it."""

    start_char: int
    end_char: int
    label_: str


class Doc(NamedTuple):
    """A document as a pipeline returns it."""

    ents: list[Found]


def pipeline_of(labels: dict[str, str], seen: list[str]) -> Callable[[str], Doc]:
    """A pipeline in spaCy's form that finds given words; spaCy itself is an extra."""

    def pipeline(text: str) -> Doc:
        seen.append(text)
        ents = [
            Found(text.index(word), text.index(word) + len(word), label)
            for word, label in labels.items()
            if word in text
        ]
        return Doc(ents)

    return pipeline


def test_kinds_of_a_pipeline_are_mapped_and_others_left_out() -> None:
    labels = {"Ada King": "PER", "Oslo": "LOC", "Acme": "ORG", "Monday": "DATE", "Tower": "FAC"}
    body = parse_text("Ada King of Acme left Oslo Tower on Monday.", "en")
    assert spans_by(pipeline_of(labels, []), body) == [
        NameSpan(0, 2, EntityKind.PERSON),
        NameSpan(5, 6, EntityKind.PLACE),
        NameSpan(3, 4, EntityKind.ORGANISATION),
        NameSpan(6, 7, EntityKind.PLACE),
    ]


def test_a_name_that_ends_inside_one_of_our_tokens_is_left_out() -> None:
    body = parse_text("Osloites like Oslo", "en")
    assert spans_by(pipeline_of({"Oslo": "GPE"}, []), body) == []
    assert spans_by(pipeline_of({"ites": "GPE"}, []), body) == []


def test_a_pipeline_reads_only_the_start_of_a_very_long_text() -> None:
    seen: list[str] = []
    body = parse_text("storm " * 20_000 + "Oslo", "en")
    assert spans_by(pipeline_of({"Oslo": "GPE"}, seen), body) == []
    assert [len(text) for text in seen] == [100_000]


@pytest.mark.skipif(find_spec("spacy") is not None, reason="spaCy is installed")
def test_without_spacy_the_error_says_how_to_install_it() -> None:
    with pytest.raises(SpacyMissing, match=r"pip install tidings\[spacy\]"):
        spacy_spans("en_core_web_sm")
