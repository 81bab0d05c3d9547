from tidings.enrich.entities.chinese_names import spans_of
from tidings.model.articles.annotations import EntityKind
from tidings.text.parsing.parsed_text import parse_text


def names(text: str) -> list[tuple[str, EntityKind]]:
    parsed = parse_text(text, "zh")
    return [(parsed.words[span.first], span.kind) for span in spans_of(parsed)]


def test_places_persons_and_organisations_are_found() -> None:
    found = names("国家主席习近平在北京会见法国总统。外交部发言人在上海说。")
    assert ("习近平", EntityKind.PERSON) in found
    assert ("外交部", EntityKind.ORGANISATION) in found
    assert [word for word, kind in found if kind is EntityKind.PLACE] == ["北京", "法国", "上海"]


def test_ordinary_words_are_not_names() -> None:
    assert names("高中生喜欢打高尔夫，今天天气很好。") == []
