from pathlib import Path

import pytest

from tidings.enrich.entities.article_entities import entities_of, model_of
from tidings.enrich.entities.spacy_entities import SpacyMissing, require_spacy
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
