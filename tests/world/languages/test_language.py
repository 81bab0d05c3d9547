from datetime import UTC, datetime

import pytest

from tidings.world.events.event import KINDS, event_at
from tidings.world.events.seeded_random import seeded_random
from tidings.world.languages.catalogue import WORLD_LANGUAGES
from tidings.world.languages.grammar import slots_of
from tidings.world.languages.language import WorldLanguage
from tidings.world.languages.prose import addition, another_headline, paragraphs

LANGUAGES = pytest.mark.parametrize("language", WORLD_LANGUAGES.values(), ids=list(WORLD_LANGUAGES))
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


@LANGUAGES
def test_every_kind_of_event_has_a_grammar(language: WorldLanguage) -> None:
    needed = {"slug", "head", "deck", "lead", "fact", "a", "b", "back", "end", "who_a", "who_b"}
    assert set(language.kinds) == set(KINDS)
    for kind, grammar in language.kinds.items():
        assert needed == set(grammar), kind


@LANGUAGES
def test_every_slot_of_every_sentence_can_be_filled(language: WorldLanguage) -> None:
    known = set(language.slots(event_at(1, 1, NOON))) | {"quote", "who", "source", "paper"}
    for name, grammar in {**language.kinds, "general": language.general}.items():
        for sentences in grammar.values():
            for sentence in sentences:
                assert slots_of(sentence) <= known, (name, sentence)


@LANGUAGES
def test_marks_are_balanced_and_alternatives_not_nested(language: WorldLanguage) -> None:
    for grammar in (*language.kinds.values(), language.general, language.notices):
        for sentence in (s for sentences in grammar.values() for s in sentences):
            depth = 0
            for char in sentence:
                depth += (char == "[") - (char == "]")
                assert depth in (0, 1), sentence
            assert depth == 0, sentence
            assert sentence.count("{") == sentence.count("}"), sentence


@LANGUAGES
def test_labels_and_notices_are_complete(language: WorldLanguage) -> None:
    assert set(language.labels) == set(WORLD_LANGUAGES["en"].labels)
    assert set(language.notices) == set(WORLD_LANGUAGES["en"].notices)
    for key in ("party", "law", "offence", "theme", "find"):
        assert len(set(language.general[key])) == 6


@LANGUAGES
@pytest.mark.parametrize("kind", KINDS)
def test_a_text_is_as_long_as_real_news(language: WorldLanguage, kind: str) -> None:
    events = (event_at(3, index, NOON) for index in range(200))
    for event in [e for e in events if e.kind == kind][:5]:
        texts = paragraphs(event, language, seeded_random("test", event.index))
        assert 6 <= len(texts) <= 20
        assert all(texts)
        assert len(set(texts)) == len(texts)
        assert not any(mark in "".join(texts) for mark in "[]{}|")


@LANGUAGES
def test_an_edit_changes_the_words(language: WorldLanguage) -> None:
    event = event_at(5, 5, NOON)
    old = language.kinds[event.kind]["head"][0]
    assert another_headline(event, language, seeded_random(1), old) != old
    assert addition(event, language, seeded_random(1))
