from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.enrich.summary.article_summary import summary_of
from tidings.model.articles.summary import SummaryLength, SummaryMethod
from tidings.text.frequency.corpus import Corpus
from tidings.text.parsing.parsed_text import ParsedText, parse_text

EMPTY = Corpus.empty()
NO_TITLE = parse_text("", "en")
STORM = """\
The storm Elsa flooded the harbour of Lisbon on Monday, and the city closed three bridges.
Firefighters evacuated hundreds of people from flooded streets around the harbour of Lisbon.
Have you been affected by the storm?
A bakery on the hill had bread left in the evening.
The city expects the storm to weaken, and the bridges over the harbour to open on Wednesday.
By Maria Silva, staff reporter.
One dog swam past.
"""
_WORD = st.sampled_from("storm Lisbon bridge the of and was harbour 12 flooded rain city".split())
_SENTENCE = st.lists(_WORD, min_size=1, max_size=14).map(lambda words: " ".join(words) + ".")
_TEXT = st.lists(_SENTENCE, max_size=14).map(" ".join)
_LENGTH = st.builds(
    SummaryLength,
    st.none() | st.integers(1, 5),
    st.none() | st.integers(1, 60),
    st.none() | st.floats(0.05, 1),
)


def words_in(body: ParsedText, place: int) -> int:
    first, last = body.bounds[place]
    return sum(map(bool, body.terms[first:last]))


def places(
    text: str, length: SummaryLength, method: SummaryMethod = SummaryMethod.BEST
) -> list[int]:
    return [
        each.place for each in summary_of(NO_TITLE, parse_text(text, "en"), EMPTY, length, method)
    ]


def test_the_central_sentences_are_chosen_in_text_order() -> None:
    assert places(STORM, SummaryLength(sentences=3)) == [0, 1, 4]


def test_questions_bylines_and_fragments_are_never_chosen() -> None:
    assert not {2, 5, 6} & set(places(STORM, SummaryLength(ratio=1.0)))


def test_date_lines_and_parts_of_sentences_are_never_chosen() -> None:
    text = "14:11 EST, 25 October 2013\nof knowing their status is holding people back.\n" + STORM
    assert not {0, 1} & set(places(text, SummaryLength(ratio=1.0)))


def test_a_sentence_contained_in_another_is_not_chosen_again() -> None:
    inner = "The storm Elsa closed the harbour of Lisbon on Monday."
    outer = inner.replace("Monday.", "Monday, and a bakery on the hill had bread in the evening.")
    assert len(places(f"{outer} {inner}", SummaryLength(sentences=2))) == 1


def test_sentences_with_words_of_the_title_are_preferred() -> None:
    things = ("Trains", "Ferries", "Buses", "Planes", "Trams")
    body = parse_text(
        " ".join(f"{thing} stopped in Lisbon at noon today." for thing in things), "en"
    )
    for at, thing in enumerate(things[:3]):
        found = summary_of(parse_text(thing, "en"), body, EMPTY, SummaryLength(sentences=1))
        assert [each.place for each in found] == [at]


def test_a_fact_is_not_repeated() -> None:
    twice = STORM.replace(
        "A bakery", STORM.splitlines()[0].replace("Elsa", "called Elsa") + " A bakery"
    )
    found = places(twice, SummaryLength(sentences=3))
    assert len({0, 3} & set(found)) == 1


def test_a_text_without_sentences_has_no_summary() -> None:
    for method in SummaryMethod:
        assert (
            summary_of(NO_TITLE, parse_text("", "en"), EMPTY, SummaryLength(sentences=3), method)
            == ()
        )


def test_punctuation_without_words_has_no_summary() -> None:
    for method in SummaryMethod:
        found = summary_of(
            NO_TITLE, parse_text("... ! ? . . .", "en"), EMPTY, SummaryLength(), method
        )
        assert found == ()


def test_a_summary_has_at_least_one_sentence() -> None:
    for method in SummaryMethod:
        assert len(places(STORM, SummaryLength(words=1), method)) == 1


def test_the_lead_method_takes_the_first_sentences() -> None:
    assert places(STORM, SummaryLength(sentences=3), SummaryMethod.LEAD) == [0, 1, 2]
    assert places(STORM, SummaryLength(words=25), SummaryMethod.LEAD) == [0]


def test_chinese_texts_have_summaries() -> None:
    text = (
        "台风周一袭击上海，港口关闭。数百人从港口附近的街道撤离。"
        "面包店晚上还有面包。上海预计台风周三减弱，港口重新开放。"
    )
    body = parse_text(text, "zh")
    found = summary_of(
        parse_text("台风袭击上海港口", "zh"), body, EMPTY, SummaryLength(sentences=2)
    )
    assert [each.text for each in found] == [body.sentence(0), body.sentence(3)]


def test_a_text_in_an_unknown_language_has_a_summary() -> None:
    assert (
        len(
            summary_of(
                parse_text("", "und"), parse_text(STORM, "und"), EMPTY, SummaryLength(sentences=2)
            )
        )
        == 2
    )


@given(_TEXT, _LENGTH, st.sampled_from(SummaryMethod))
@settings(max_examples=60)
def test_a_summary_has_sentences_in_order_within_the_length(
    text: str, length: SummaryLength, method: SummaryMethod
) -> None:
    body = parse_text(text, "en")
    found = summary_of(NO_TITLE, body, EMPTY, length, method)
    chosen = [each.place for each in found]
    assert chosen == sorted(set(chosen))
    assert [each.text for each in found] == [body.sentence(place) for place in chosen]
    assert bool(found) == bool(body.sentences)
    max_words = length.most_words(sum(words_in(body, at) for at in range(len(body.sentences))))
    assert len(found) <= (length.sentences or len(found))
    if max_words is not None and len(found) > 1:
        assert sum(words_in(body, place) for place in chosen) <= max_words
    assert summary_of(NO_TITLE, body, EMPTY, length, method) == found


@given(st.text(max_size=300), st.sampled_from(["en", "zh", "ja", "und", "ar"]))
@settings(max_examples=60)
def test_nonsense_has_a_summary_of_its_own_text(text: str, language: str) -> None:
    body = parse_text(text, language)
    for method in SummaryMethod:
        found = summary_of(
            parse_text(text[:20], language), body, EMPTY, SummaryLength(sentences=2), method
        )
        assert bool(found) == any(body.terms)
        assert all(each.text in text for each in found)
