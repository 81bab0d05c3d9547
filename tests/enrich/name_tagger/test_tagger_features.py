"""Features of the tagger: the strings that its stored weights are for.

The features of small sentences are written out by hand: a change of any string would silently
cost the weights that were learned for it.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.enrich.name_tables.name_lexicon import brown_cluster, name_commonness
from tidings.enrich.name_tables.word_groups import groups_of
from tidings.enrich.name_tagger.candidate_ranges import candidate_ranges
from tidings.enrich.name_tagger.tagger_features import (
    FeatureCall,
    TaggerSentence,
    affix_features,
    capitalised_runs,
    far_features,
    near_features,
    run_features,
    run_position_call,
    tagger_sentence,
    token_features,
)


def sentence_of(text: str, written: str = "") -> TaggerSentence:
    words = text.split()
    own = written.split() or words
    return tagger_sentence(words, candidate_ranges(words, 0, len(words)), own)


def called(calls: list[FeatureCall]) -> list[str]:
    return [feature for call in calls for feature in call[0](*call[1:])]


def near(word: str) -> list[str]:
    calls, features = near_features(word)
    return features + called(calls)


def at_token(sentence: TaggerSentence, at: int) -> list[str]:
    calls, features = token_features(sentence, at)
    return features + called(calls)


def of_run(sentence: TaggerSentence, first: int, end: int) -> list[str]:
    calls, features = run_features(sentence, first, end)
    return features + called(calls)


@pytest.mark.parametrize(
    ("word", "shape"),
    [
        ("walked", "x"),
        ("London", "Xx"),
        ("UN", "X+"),
        ("I", "X"),
        ("eBay", "xXx"),
        ("1989", "0"),
        ("3M", "0X+"),
        ("O'Neil", "X'Xx"),
        ("U.S.", "X.X.+"),
        ("-", "-"),
        ("well-known", "x-x"),
        ("東京", "x"),
    ],
)
def test_the_shape_of_a_word_shortens_runs_of_like_letters(word: str, shape: str) -> None:
    assert f"sh={shape}" in near_features(word)[1]


def test_only_the_first_twelve_letters_shape_a_word() -> None:
    assert "sh=x-x" in near_features("a-aaaaaaaaaa9")[1]
    assert "sh=x-x0" in near_features("a-aaaaaaaaa9")[1]


def test_a_word_is_a_feature_in_lower_case() -> None:
    assert near("LONDON")[0] == near("London")[0] == "w=london"


@pytest.mark.parametrize(
    ("word", "cues"),
    [
        ("mr", {"title"}),
        ("Mr", {"titleL"}),
        ("Bank", {"orgL"}),
        ("river", {"place"}),
        ("van", {"part"}),
        ("apple", set()),
    ],
)
def test_cue_words_show_the_kind_of_a_name(word: str, cues: set[str]) -> None:
    names = {name + capital for name in ("title", "org", "place", "part") for capital in ("", "L")}
    assert set(near(word)) & names == cues


def test_a_word_has_the_openings_of_its_cluster_path() -> None:
    path, case = brown_cluster("London")
    expected = {f"c4={path % 16}", f"c6={path % 64}", f"c8={path % 256}", f"c10={path % 1024}"}
    assert expected | {f"c={path}", f"case={case}"} <= set(near("London"))


def test_a_word_without_a_cluster_has_that_of_its_lower_case() -> None:
    assert brown_cluster("HARBOUR")[0] == 0 != brown_cluster("harbour")[0]
    assert f"c={brown_cluster('harbour')[0]}" in near("HARBOUR")


def test_an_unknown_word_has_no_path_and_no_groups() -> None:
    found = near("qzxvkjwq")
    assert [each for each in found if each[0] == "c"] == ["case=0"]
    assert [each for each in found if each[0] == "m"] == ["m=?"]


def test_the_groups_of_a_capitalised_word_are_features_of_their_own() -> None:
    small, middle, large = groups_of("toyota")
    assert {f"m0={small}", f"m1={middle}", f"m2={large}"} <= set(near("toyota"))
    assert {f"m0L={small}", f"m1L={middle}", f"m2L={large}"} <= set(near("Toyota"))


def test_only_capitalised_words_are_looked_up_as_names() -> None:
    given_name, family = name_commonness("Smith")
    steps = {f"g={1 + given_name // 32}", f"f={1 + family // 32}"}
    assert steps <= set(near("Smith"))
    assert {"g=0", "f=0"} <= set(near("Qzxvkjwq"))
    assert not [each for each in near("smith") if each[:2] in ("g=", "f=")]


@pytest.mark.parametrize(
    ("word", "affixes"),
    [
        ("Go", {"s1=o", "p1=g"}),
        ("x", set()),
        ("four", {"s1=r", "s2=ur", "s3=our", "p1=f", "p2=fo", "p3=fou"}),
        ("Tests", {"s1=s", "s2=ts", "s3=sts", "s4=ests", "p1=t", "p2=te", "p3=tes", "p4=test"}),
    ],
)
def test_affixes_are_up_to_four_letters_and_shorter_than_the_word(
    word: str, affixes: set[str]
) -> None:
    assert set(affix_features(word)) == affixes


@given(st.text(min_size=1, max_size=9))
def test_affixes_of_any_word_are_its_own(word: str) -> None:
    lower = word.lower()
    sizes = range(1, min(len(lower), 5))
    assert sorted(affix_features(word)) == sorted(
        [f"s{size}={lower[-size:]}" for size in sizes]
        + [f"p{size}={lower[:size]}" for size in sizes]
    )


def test_two_words_away_only_the_word_and_its_cluster_count() -> None:
    path = brown_cluster("London")[0]
    assert far_features("London") == ["w=london", f"c6={path % 64}"]
    assert far_features("qzxvkjwq") == ["w=qzxvkjwq", "c6=0"]


@pytest.mark.parametrize(
    ("word", "word_class"),
    [
        ("Tuesday", "people"),
        ("Senator", "Title"),
        ("Ministry", "Org"),
        ("Street", "Place"),
        ("House", "Common"),
        ("The", "Common"),
        ("John", "Given"),
        ("Merkel", "Family"),
        ("Qzxvkjwq", "Xx"),
        ("QZXVKJWQ", "XX"),
    ],
)
def test_the_class_of_a_capitalised_word_is_what_is_known_of_it(word: str, word_class: str) -> None:
    assert sentence_of(f"Qzxv {word}").classes[1] == word_class


@pytest.mark.parametrize(
    ("word", "word_class"),
    [("walked", "xx"), ("senator", "title"), ("river", "place"), ("bank", "org"), ("with", "stop"),
     ("van", "part"), ("1989", "0"), ("-", "-")],
)  # fmt: skip
def test_the_class_of_a_word_beside_a_name_is_of_its_use(word: str, word_class: str) -> None:
    assert sentence_of(f"Qzxv {word} he").classes[1] == word_class


def test_a_listed_name_is_of_the_class_of_its_list() -> None:
    assert sentence_of("World Bank").classes == ["KO", "KO"]
    assert sentence_of("Middle East").classes == ["KP", "KP"]


def test_words_far_from_any_name_have_no_class() -> None:
    found = sentence_of("it was then that Ada walked home again")
    assert found.classes[:3] == ["", "", ""]
    assert found.classes[3] == "stop"
    assert found.classes[5:] == ["xx", "", ""]


def test_a_sentence_in_capitals_is_read_as_if_it_were_not() -> None:
    found = sentence_of("MERKEL MEETS MACRON IN 2019")
    assert found.casing == "capitals"
    assert found.words == ["Merkel", "Meets", "Macron", "In", "2019"]


def test_a_word_that_got_its_capital_back_is_marked() -> None:
    found = sentence_of("he saw Chicago", "he saw chicago")
    assert found.listed[2][-2:] == ("small", f"small {found.classes[2]}")
    assert all("small" not in features for features in found.listed[:2])
    assert "small" not in sentence_of("he saw Chicago").listed[2]


def test_a_token_has_features_of_both_neighbours() -> None:
    sentence = sentence_of("with Qzxv Merkel 1989")
    assert sentence.classes == ["stop", "Xx", "Family", "0"]
    paths = brown_cluster("qzxv")[0] % 1024, brown_cluster("1989")[0] % 1024
    assert at_token(sentence, 2)[:4] == [
        "<qzxv Family", "Family 1989>", f"<{paths[0]} Family", f"Family {paths[1]}>",
    ]  # fmt: skip
    assert at_token(sentence, 2)[4:10] == [
        "bias", "t=Family", "<Xx Family", "Family 0>", "Xx Family 0", "usual Family",
    ]  # fmt: skip


def test_the_edges_of_a_sentence_are_marked() -> None:
    found = at_token(sentence_of("Qzxv"), 0)
    assert {"<| Xx", "Xx |>", "| Xx |", "first Xx", "<0 Xx", "Xx 0>"} <= set(found)
    assert "first Xx" not in at_token(sentence_of("with Qzxv"), 1)


def test_list_features_are_marked_by_their_distance() -> None:
    sentence = sentence_of("Qzxv Munich Qzxv")
    assert "zScity6" in at_token(sentence, 1)
    assert "+zScity6" in at_token(sentence, 0)
    assert "-zScity6" in at_token(sentence, 2)
    assert "zScity6" not in at_token(sentence, 0)


def test_runs_are_of_adjacent_capitalised_words_within_the_range() -> None:
    words = "Ada King of Lovelace , Ben".split()
    assert capitalised_runs(words, (0, 6)) == [(0, 2), (3, 4), (5, 6)]
    assert capitalised_runs(words, (1, 3)) == [(1, 2)]
    assert capitalised_runs(words, (2, 3)) == []


def test_a_run_has_features_of_its_ends_and_of_the_words_around_it() -> None:
    sentence = sentence_of("he met John Merkel last week")
    assert sentence.classes[2:4] == ["Given", "Family"]
    met, last = (brown_cluster(word)[0] for word in ("met", "last"))
    assert of_run(sentence, 2, 4) == [
        "last=merkel", "<<met Given", "<<he met", "last week>>",
        "r2", "last=Family", "Given..Family2",
        "<<met", f"<<c{met % 1024}", f"<<c6{met % 64}",
        "last>>", f">>c{last % 1024}", f">>c6{last % 64}",
        "rGiven",
    ]  # fmt: skip


def test_a_run_at_the_edges_of_a_sentence_has_edges_around_it() -> None:
    found = of_run(sentence_of("Qzxv Wqzk"), 0, 2)
    assert {"<<| Xx", "<<| |", "| |>>", "<<|", "|>>"} <= set(found)


def test_the_classes_that_tell_most_are_features_wherever_they_are_in_a_run() -> None:
    found = of_run(sentence_of("Qzxv Ministry Street John"), 0, 4)
    assert {"rOrg", "rPlace", "rGiven"} <= set(found)
    assert not {"rOrg", "rPlace", "rGiven"} & set(of_run(sentence_of("Qzxv Merkel"), 0, 2))


def test_long_runs_are_treated_alike() -> None:
    words = " ".join(["Qzxv"] * 8)
    assert {"r5", "Xx..Xx5"} <= set(of_run(sentence_of(words), 0, 8))


@pytest.mark.parametrize(
    ("at", "first", "end", "feature"),
    [(4, 4, 5, "r0of1"), (5, 4, 7, "r1of3"), (9, 4, 10, "r3of5"), (8, 4, 9, "r3of5")],
)
def test_the_position_in_a_run_is_counted_up_to_three(
    at: int, first: int, end: int, feature: str
) -> None:
    assert called([run_position_call(at, first, end)]) == [feature]


@settings(max_examples=60)
@given(st.lists(st.text(min_size=1, max_size=8), min_size=1, max_size=10))
def test_any_words_have_features(words: list[str]) -> None:
    ranges = candidate_ranges(words, 0, len(words))
    sentence = tagger_sentence(words, ranges, words)
    for first, end in ranges:
        for at in range(first, end):
            assert sentence.classes[at] != ""
            assert "bias" in at_token(sentence, at)
        for run in capitalised_runs(sentence.words, (first, end)):
            assert of_run(sentence, *run)
