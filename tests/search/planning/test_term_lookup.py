from collections.abc import Callable, Iterator

import pytest
from tests import factories

from tidings.model.articles.article import Article
from tidings.search.entries.entry import entry_of
from tidings.search.index.search_index import Index
from tidings.search.planning.probes import probes_of
from tidings.search.planning.term_lookup import TermLookup
from tidings.settings.tree import SearchSettings

MakeArticle = Callable[..., Article]
FilledIndex = Callable[..., Index]


@pytest.fixture(scope="module")
def lookup(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TermLookup]:
    index = Index.open(tmp_path_factory.mktemp("index"), SearchSettings(), writable=True)
    texts = {
        "a": ("Governments and politics. A government.", "Harbour", "en"),
        "b": ("The government votes on harbours and carbon.", "", "en"),
        "c": ("Die Häuser der Regierung", "", "de"),
        "d": ("Carbon carbons carton", "", "en"),
    }
    for seq, (id_, (text, title, language)) in enumerate(texts.items(), 1):
        article = factories.make_article(id=id_, text=text, title=title, language=language, seq=seq)
        index.add([entry_of(article)])
    index.commit()
    yield TermLookup(index.view, ("en", "de"))
    index.close()


def test_a_text_is_looked_up_as_typed_and_as_each_language_stems_it() -> None:
    assert probes_of("houses", ()) == (((0, "houses"),),)
    assert probes_of("houses", ("en", "de")) == (((0, "houses"),), ((0, "hous"),))
    assert probes_of("the houses", ("en",)) == (
        ((0, "the"), (1, "houses")),
        ((0, "the"), (1, "hous")),
    )
    assert probes_of("...", ("en",)) == ()


def test_words_are_the_terms_of_a_single_word(lookup: TermLookup) -> None:
    assert lookup.words("governments") == ("governments", "govern", "government")
    assert lookup.words("two words") == ()
    assert lookup.words("!") == ()


def test_a_prefix_finds_stems_that_are_shorter_than_itself(lookup: TermLookup) -> None:
    assert lookup.with_prefix("carb") == ("carbon",)
    assert lookup.with_prefix("car") == ("carbon", "carton")  # in two articles, in one
    assert lookup.with_prefix("governm") == ("govern",)
    assert lookup.with_prefix("politic") == ("polit",)
    assert lookup.with_prefix("zebra") == ()


def test_a_prefix_is_looked_up_in_titles_too_or_in_a_given_field(lookup: TermLookup) -> None:
    assert lookup.with_prefix("harb") == ("harbour",)
    assert lookup.with_prefix("harb", ("title",)) == ("harbour",)
    assert lookup.with_prefix("carb", ("title",)) == ()


def test_a_letter_may_be_missing_added_changed_or_swapped(lookup: TermLookup) -> None:
    for typed in ("carbn", "carbbon", "karbon", "cabron", "carbon"):
        assert "carbon" in lookup.one_edit_away(typed), typed
    assert lookup.one_edit_away("crbn") == ()
    assert lookup.one_edit_away("carton") == ("carbon", "carton")  # in two articles, in one
    assert lookup.one_edit_away("xarton") == ("carton",)


def test_words_are_misspelt_and_not_their_stems(lookup: TermLookup) -> None:
    assert "govern" in lookup.one_edit_away("govrnments")
    assert "haus" in lookup.one_edit_away("hauser")


def test_a_wider_distance_finds_more_but_not_for_short_words(lookup: TermLookup) -> None:
    assert lookup.within_distance("carxxn", 1) == ()
    assert lookup.within_distance("carxxn", 2) == ("carbon", "carton")
    assert lookup.within_distance("cxx", 2) == ()


def test_known_terms_are_those_of_any_article(lookup: TermLookup) -> None:
    assert lookup.known_terms(("carbon", "never", "carbon", "govern")) == (
        "carbon",
        "carbon",
        "govern",
    )
    assert lookup.known_terms(("never", "carton")) == ("carton",)
    assert lookup.known_terms(()) == ()


def test_of_several_probes_those_with_an_unknown_term_are_left_out(lookup: TermLookup) -> None:
    unknown, known = ((0, "never"),), ((0, "carbon"), (1, "carton"))
    half = ((0, "carbon"), (1, "never"))
    assert list(lookup.known_probes([unknown, known, half])) == [known]
    assert list(lookup.known_probes([unknown])) == [unknown]  # a single one stays


def test_a_field_has_any_value_or_none(lookup: TermLookup) -> None:
    assert lookup.has_any("title")
    assert not lookup.has_any("authors")
    assert not lookup.has_any("entity")


def test_a_story_has_no_members_without_a_membership(filled: FilledIndex) -> None:
    view = filled().view
    assert TermLookup(view, ()).members("7") == ()
    assert TermLookup(view, (), lambda story: [story]).members("7") == ["7"]


def test_a_frequent_prefix_has_at_most_64_terms(
    filled: FilledIndex, make_article: MakeArticle
) -> None:
    body = " ".join(f"xx{number:03}" for number in range(200))
    index = filled(make_article("a", body, language="und"), make_article("b", "xx150 xx7"))
    found = TermLookup(index.view, ()).with_prefix("xx")
    assert len(found) == 64
    assert found[0] == "xx150"  # the only one of two articles
