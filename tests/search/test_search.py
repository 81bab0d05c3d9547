import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from math import prod
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tidings.model.articles.annotations import Annotations, Entity, EntityKind
from tidings.model.articles.article import Article
from tidings.model.search.results import Query, RankingModel, Sort
from tidings.search.entries.entry import IndexEntry, entry_of
from tidings.search.index.search_index import Index
from tidings.search.index.story_membership import NoStories
from tidings.search.search import search
from tidings.settings.tree import SearchSettings
from tidings.text.terms.analysis import analyse

MakeArticle = Callable[..., Article]
FilledIndex = Callable[..., Index]

NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)
NEWS = {
    "en": "The prime minister announced elections after negotiations with the opposition.",
    "de": "Die Ministerpräsidenten einigten sich auf schärfere Regeln für Häuser und Straßen.",
    "fr": "L'économie française souffre, selon les économistes, des réformes électorales.",
    "zh": "中国经济今年第一季度增长百分之五，超过了市场的预期。",
    "ja": "日本の首相は火曜日、東京オリンピックの新しい予算を発表した。",
    "ko": "한국 정부는 오늘 새로운 경제 정책을 발표했다.",
    "th": "นายกรัฐมนตรีประกาศนโยบายเศรษฐกิจใหม่เมื่อวันอังคาร",
    "ru": "Правительство объявило о новых мерах поддержки экономики.",
}


def found(index: Index, text: str, **limits: object) -> list[str]:
    return [match.id for match in search(index.snapshot(), Query(text, **limits)).matches]  # type: ignore[arg-type]


@pytest.fixture
def world(filled: FilledIndex, make_article: MakeArticle) -> Index:
    return filled(
        *(
            make_article(language, text, language=language, seq=seq)
            for seq, (language, text) in enumerate(NEWS.items(), 1)
        )
    )


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "minister announces election"),
        ("en", "ELECTIONS negotiation"),
        ("de", "Ministerpräsident Haus"),
        ("de", "ministerprasidenten strasse"),
        ("de", "scharfe Regel"),
        ("fr", "économie réforme"),
        ("fr", "economie electorale"),
        ("fr", "l’économiste"),
        ("zh", "经济增长"[:2]),
        ("zh", "第一季度 市场"),
        ("zh", "季"),
        ("ja", "首相"),
        ("ja", "オリンピック 予算"),
        ("ko", "정부 정책"),
        ("th", "นโยบาย"),
        ("ru", "правительства экономика"),
    ],
)
def test_an_article_is_found_by_other_forms_of_its_words(
    world: Index, language: str, text: str
) -> None:
    assert found(world, text) == [language]


def test_a_chinese_run_is_a_phrase(world: Index) -> None:
    assert search(world.snapshot(), Query("经济今年")).total == 1
    assert search(world.snapshot(), Query("国今经增")).total == 0


def test_a_pasted_headline_without_exact_match_is_found_by_its_parts(world: Index) -> None:
    assert found(world, "中国经济第一季度超过预期")[0] == "zh"


def test_all_words_must_match(filled: FilledIndex, make_article: MakeArticle) -> None:
    index = filled(make_article("both", "red blue"), make_article("one", "red red red"))
    assert found(index, "red blue") == ["both"]


def test_if_no_article_has_all_words_any_word_matches(
    filled: FilledIndex, make_article: MakeArticle
) -> None:
    index = filled(make_article("a", "red"), make_article("b", "blue"), make_article("c", "pink"))
    assert sorted(found(index, "red blue")) == ["a", "b"]
    assert found(index, "green") == []


@pytest.mark.parametrize("model", RankingModel)
def test_the_total_is_the_same_for_every_limit_and_counts_what_has_a_word(
    filled: FilledIndex, make_article: MakeArticle, model: RankingModel
) -> None:
    about = ("river flood dyke water", "goal match league cup", "tax bank budget debt")
    texts = [f"number{at % 15} {about[at % 3]}" for at in range(240)]
    index = filled(*(make_article(f"a{at}", text) for at, text in enumerate(texts)))
    having = {f"a{at}" for at in range(240) if at % 15 == 3}
    for limit in (1, 10, 200):
        answer = search(
            index.snapshot(), Query("zzz number3", limit=limit, model=model, copies=True)
        )
        assert answer.total == len(having)
        assert {match.id for match in answer.matches} <= having


def test_half_of_many_words_are_enough(filled: FilledIndex, make_article: MakeArticle) -> None:
    index = filled(make_article("most", "b1 b2 b3 b4 b5 b6"), make_article("few", "b1 b2"))
    assert found(index, "b1 b2 b3 b4 b5 b6 b7 b8 b9 b0") == ["most"]


def test_a_phrase_matches_only_words_in_a_row(
    filled: FilledIndex, make_article: MakeArticle
) -> None:
    index = filled(
        make_article("row", "the climate changes fast"),
        make_article("apart", "change the climate"),
    )
    assert found(index, '"climate change"') == ["row"]
    assert sorted(found(index, "climate change")) == ["apart", "row"]


def test_excluded_words_do_not_match(filled: FilledIndex, make_article: MakeArticle) -> None:
    index = filled(make_article("a", "red blue"), make_article("b", "red"))
    assert found(index, "red -blue") == ["b"]
    assert found(index, "-blue") == ["b"]


def test_or_matches_either_word(filled: FilledIndex, make_article: MakeArticle) -> None:
    index = filled(
        make_article("a", "red car"), make_article("b", "blue car"), make_article("c", "pink car")
    )
    assert sorted(found(index, "red OR blue car")) == ["a", "b"]


def test_a_word_in_the_title_counts_more_than_in_the_lead_and_there_more_than_in_the_body(
    filled: FilledIndex, make_article: MakeArticle
) -> None:
    filler = "some other words that say nothing"
    index = filled(
        make_article("body", f"{filler}\nquake {filler}", title=filler, standfirst=filler),
        make_article("lead", f"{filler}\n{filler}", title=filler, standfirst=f"quake {filler}"),
        make_article("title", f"{filler}\n{filler}", title=f"quake {filler}", standfirst=filler),
    )
    assert found(index, "quake") == ["title", "lead", "body"]


def test_source_and_language_limit_what_is_found(
    filled: FilledIndex, make_article: MakeArticle
) -> None:
    index = filled(
        make_article("a", "news", source="a.example"),
        make_article("b", "news", source="b.example", language="de"),
    )
    assert found(index, "news", source="b.example") == ["b"]
    assert found(index, "news", language="en") == ["a"]
    assert found(index, "", language="de") == ["b"]
    assert found(index, "news", source="a.example", language="de") == []


def test_since_and_until_include_their_own_moment(
    filled: FilledIndex, make_article: MakeArticle
) -> None:
    hours = [NOON + timedelta(hours=hour, microseconds=5) for hour in range(4)]
    index = filled(*(make_article(str(at.hour), "news", published=at) for at in hours))
    assert sorted(found(index, "news", since=hours[1], until=hours[2])) == ["13", "14"]
    assert sorted(found(index, "news", since=hours[2])) == ["14", "15"]
    assert sorted(found(index, "news", until=hours[0].replace(tzinfo=None))) == ["12"]


def test_articles_of_any_age_can_be_limited_and_sorted(
    filled: FilledIndex, make_article: MakeArticle
) -> None:
    years = [1, 1875, 1969, 2024, 9999]
    index = filled(*(make_article(f"{y}", published=datetime(y, 1, 2, tzinfo=UTC)) for y in years))
    assert found(index, "") == ["9999", "2024", "1969", "1875", "1"]
    assert found(index, "", until=datetime(1900, 1, 1, tzinfo=UTC)) == ["1875", "1"]


def test_limits_do_not_change_scores(filled: FilledIndex, make_article: MakeArticle) -> None:
    index = filled(make_article("a", "news"), make_article("b", "news of the day"))
    limited = Query("news", source="example.com", language="en", since=NOON, until=NOON)
    plain, within = (replace(each, model=RankingModel.BM25) for each in (Query("news"), limited))
    assert search(index.snapshot(), within) == search(index.snapshot(), plain)


@pytest.fixture
def dated(filled: FilledIndex, make_article: MakeArticle) -> Index:
    """Sixty equal articles; every three have the same date."""
    return filled(
        *(
            make_article(f"{at:02}", "same news", published=NOON + timedelta(hours=at // 3), seq=at)
            for at in range(60)
        )
    )


@pytest.mark.parametrize("text", ["", "  ", "news"])
@pytest.mark.parametrize("sort", Sort)
def test_equal_scores_are_ordered_by_date_across_pages(dated: Index, text: str, sort: Sort) -> None:
    pages = [
        search(dated.snapshot(), Query(text, limit=7, offset=at, sort=sort))
        for at in range(0, 63, 7)
    ]
    ids = [match.id for page in pages for match in page.matches]
    assert all(page.total == 60 for page in pages)
    assert len(set(ids)) == 60
    assert [int(id_) // 3 for id_ in ids] == sorted((at // 3 for at in range(60)), reverse=True)


def test_the_order_of_equals_does_not_depend_on_the_order_of_adding(
    tmp_path: Path, make_article: MakeArticle
) -> None:
    def ids(numbers: Iterator[int] | range, folder: Path) -> list[str]:
        index = Index.open(folder, SearchSettings(), writable=True)
        for number in numbers:
            entry = IndexEntry(f"{number}", number, "s", "en", NOON, "", "", "news")
            index.add([entry])
            index.commit()
        index.close()
        return found(index, "news", limit=5)

    assert ids(range(20), tmp_path / "up") == ids(reversed(range(20)), tmp_path / "down")


def test_sorted_by_date_the_newest_comes_first_whatever_its_score(
    filled: FilledIndex, make_article: MakeArticle
) -> None:
    index = filled(
        make_article("old", "quake", title="quake"),
        make_article("new", "a quake far away", published=NOON + timedelta(days=1)),
    )
    assert found(index, "quake") == ["old", "new"]
    assert found(index, "quake", sort=Sort.DATE) == ["new", "old"]


def test_an_undated_article_is_sorted_by_its_first_sight_but_never_counts_as_new(
    filled: FilledIndex, make_article: MakeArticle
) -> None:
    then = NOON - timedelta(days=1)
    index = filled(
        make_article("dated", "quake", title="quake", published=then),
        make_article("undated", "quake", title="quake", published=None, seq=2),  # seen at noon
    )
    assert found(index, "quake", sort=Sort.DATE) == ["undated", "dated"]
    matches = search(index.snapshot(), Query("quake", explain=True), now=NOON).matches
    assert [match.id for match in matches] == ["dated", "undated"]
    recency = [
        next(each.value for each in match.breakdown.factors if each.name == "recency")
        for match in matches
        if match.breakdown
    ]
    assert recency[0] > recency[1] == 1.0


@pytest.mark.parametrize("limit", [{"since": NOON - timedelta(days=9)}, {"until": NOON}])
def test_an_undated_article_is_within_no_dates(
    filled: FilledIndex, make_article: MakeArticle, limit: dict[str, datetime]
) -> None:
    index = filled(make_article("dated"), make_article("undated", published=None, seq=2))
    assert found(index, "", **limit) == ["dated"]


@pytest.mark.parametrize(("limit", "offset"), [(0, 0), (-1, 0), (10, 60), (10, 10**18)])
def test_a_page_beyond_all_matches_is_empty_but_knows_the_total(
    dated: Index, limit: int, offset: int
) -> None:
    page = search(dated.snapshot(), Query("news", limit=limit, offset=offset))
    assert (page.total, page.matches) == (60, ())


def test_a_huge_limit_returns_all_matches(dated: Index) -> None:
    assert len(search(dated.snapshot(), Query("news", limit=10**18, offset=-5)).matches) == 60


def test_an_empty_index_has_no_matches(index: Index) -> None:
    assert search(index.snapshot(), Query("news")).total == 0
    assert search(index.snapshot(), Query("")).total == 0


@pytest.mark.parametrize("text", ["...", "\N{FIRE}", "?!", "-", '""'])
def test_a_query_without_words_gets_a_note(dated: Index, text: str) -> None:
    answer = search(dated.snapshot(), Query(text))
    assert answer.total == 0
    assert answer.notes


def test_a_query_of_punctuation_finds_nothing(dated: Index) -> None:
    assert search(dated.snapshot(), Query('!? "" -')).total == 0


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.text())
def test_any_query_can_be_run(world: Index, text: str) -> None:
    assert search(world.snapshot(), Query(text)).total >= 0


def test_searching_goes_on_while_another_thread_writes(index: Index) -> None:
    written = threading.Event()

    def write() -> None:
        for seq in range(1, 31):
            index.add([_entry(seq, "新闻")])
            index.commit()
        written.set()

    with ThreadPoolExecutor(1) as pool:
        writing = pool.submit(write)
        totals = [0]
        while not (written.is_set() or writing.done()):
            totals.append(search(index.snapshot(), Query("新闻")).total)
        writing.result()
    assert totals == sorted(totals)
    assert search(index.snapshot(), Query("新闻")).total == 30


HAN_AND_KANA = st.text(
    st.sampled_from("中国经济增长日本のはカナー々，。 "), min_size=2, max_size=30
).filter(lambda text: bool(analyse(text, "zh")))


@settings(max_examples=30)
@given(st.data(), st.lists(HAN_AND_KANA, min_size=1, max_size=8))
def test_any_part_of_a_chinese_or_japanese_text_finds_it(
    data: st.DataObject, texts: list[str]
) -> None:
    text = data.draw(st.sampled_from(texts))
    start = data.draw(st.integers(0, len(text) - 2))
    part = text[start : data.draw(st.integers(start + 2, len(text)))]
    assume(analyse(part, "zh"))
    with tempfile.TemporaryDirectory() as folder:
        index = Index.open(Path(folder), SearchSettings(), writable=True)
        index.add([_entry(number, body) for number, body in enumerate(texts)])
        index.commit()
        index.close()
        ids = found(index, f'"{part}"')
    assert str(texts.index(text)) in ids
    wanted = " ".join(analyse(part, "zh"))
    assert set(ids) == {
        str(number)
        for number, body in enumerate(texts)
        if f" {wanted} " in f" {' '.join(analyse(body, 'zh'))} "
    }


def _entry(number: int, body: str) -> IndexEntry:
    return IndexEntry(str(number), number, "s", "zh", NOON, "", "", " ".join(analyse(body, "zh")))


def test_words_close_together_score_higher(filled: FilledIndex, make_article: MakeArticle) -> None:
    between = "somebody spoke at some length of other things and then again of"
    index = filled(
        make_article("together", f"The carbon tax was late. {between} nothing at all."),
        make_article("apart", f"The carbon was late. {between} nothing but the tax. It rained."),
    )
    answer = search(index.snapshot(), Query("carbon tax", explain=True))
    assert [match.id for match in answer.matches] == ["together", "apart"]
    breakdowns = [match.breakdown for match in answer.matches]
    values = [{f.name: f.value for f in each.factors}["proximity"] for each in breakdowns if each]
    assert values == [pytest.approx(1.05), 1.0]


def test_a_name_is_found_however_its_accents_are_typed(
    index: Index, make_article: MakeArticle
) -> None:
    for seq, name in enumerate(("Beyoncé Knowles", "Łukasz Zoe", "Jürgen Weiß", "Ægir"), 1):
        annotations = Annotations(entities=(Entity(name, EntityKind.PERSON, name),))
        index.add([entry_of(make_article(str(seq), "She spoke."), annotations=annotations)])
    index.commit()
    typed = ("beyonce", "BEYONCÉ", "lukasz", "zoë", "jurgen", "weiß", "ægir", "knowle")
    found = [
        [match.id for match in search(index.snapshot(), Query(f"entity:{name}"), NOON).matches]
        for name in typed
    ]
    assert found == [["1"], ["1"], ["2"], ["2"], ["3"], ["3"], ["4"], []]


def test_a_prefix_at_the_end_of_a_phrase_is_scored_by_its_completions(
    filled: FilledIndex, make_article: MakeArticle
) -> None:
    index = filled(make_article("a", "a carbon tax"), make_article("b", "a carbon ferry"))
    answer = search(index.snapshot(), Query('"carbon ta*"'))
    assert [match.id for match in answer.matches] == ["a"]
    assert answer.terms == {"carbon", "tax"}


def test_unknown_ids_in_more_like_and_less_like_are_noted(
    filled: FilledIndex, make_article: MakeArticle
) -> None:
    index = filled(make_article("a", "carbon tax"), make_article("b", "carbon ferry"))
    answer = search(
        index.snapshot(), Query("carbon", more_like=("a", "nope"), less_like=("nope", "x"))
    )
    assert len(answer.matches) == 2
    assert [note.message.split()[5] for note in answer.notes] == ["nope;", "x;"]


def test_words_two_letters_away_are_scored_and_explained(
    filled: FilledIndex, make_article: MakeArticle
) -> None:
    much = make_article("much", "carbon and carbon again", title="Carbon")
    index = filled(much, make_article("little", "carbon once, then other things"))
    answer = search(index.snapshot(), Query("crbn~2", explain=True))
    assert [match.id for match in answer.matches] == ["much", "little"]
    assert all(match.score > 0 and match.breakdown for match in answer.matches)
    assert "carbon" in answer.terms


def test_explained_factors_multiply_to_the_score_even_of_capped_hits(
    filled: FilledIndex, make_article: MakeArticle
) -> None:
    alike = [make_article(f"a{n}", f"ferry {'x ' * n}", title="Ferry sails") for n in range(20)]
    behind = make_article("behind", f"ferry {'x ' * 20}", title="Ferry harbour bridge flood storm")
    answer = search(
        filled(*alike, behind).snapshot(), Query("ferry", limit=30, explain=True, copies=True)
    )
    explained = [(match, match.breakdown) for match in answer.matches if match.breakdown]
    assert len(explained) == 21
    assert any(factor.name == "place" for _, each in explained for factor in each.factors)
    for match, each in explained:
        product = prod([each.relevance, *(factor.value for factor in each.factors)])
        assert product == pytest.approx(match.score)


def test_an_entity_is_found_by_a_part_of_its_name(index: Index, make_article: MakeArticle) -> None:
    for seq, name in enumerate(("Angela Merkel", "Merkel Group", "Merkelbach"), 1):
        annotations = Annotations(entities=(Entity(name, EntityKind.PERSON, name),))
        index.add([entry_of(make_article(str(seq), "She spoke."), annotations=annotations)])
    index.commit()
    found = search(index.snapshot(), Query("entity:merkel"), NOON).matches
    assert {match.id for match in found} == {"1", "2"}
    assert [
        match.id
        for match in search(index.snapshot(), Query('entity:"angela merkel"'), NOON).matches
    ] == ["1"]


class Told(NoStories):
    """Story memberships given by a test."""

    def __init__(
        self, members: dict[str, tuple[str, ...]], of: dict[int, int] | None = None
    ) -> None:
        self._members = members
        self._of = of or {}

    def members(self, story: str) -> Sequence[str]:
        return self._members.get(story, ())

    def of(self, seqs: Sequence[int]) -> Mapping[int, int]:
        return {seq: self._of[seq] for seq in seqs if seq in self._of}


def test_articles_of_one_story_are_moved_below_others(
    filled: FilledIndex, make_article: MakeArticle
) -> None:
    texts = {
        "a": "The river rose and rose; the river flooded.",
        "b": "The river rose, the river rose and rose, and all was lost.",
        "c": "A river cruise, and the river is full of boats these days again.",
    }
    index = filled(*(make_article(id_, text, title=id_) for id_, text in texts.items()))
    apart = [match.id for match in search(index.snapshot(), Query("river"), NOON).matches]
    first, second, third = (["a", "b", "c"].index(id_) + 1 for id_ in apart)
    told = replace(index.snapshot(), stories=Told({}, {first: 7, second: 7}))
    ids = [match.id for match in search(told, Query("river"), NOON).matches]
    assert ids[0] == apart[0]
    assert ids.index(apart[1]) > ids.index(apart[2])
    assert third not in told.stories.of([first, second])


def test_a_story_filter_matches_the_members_of_the_story(
    filled: FilledIndex, make_article: MakeArticle
) -> None:
    index = filled(*(make_article(id_, "The river rose again.") for id_ in ("a", "b", "c")))
    told = replace(index.snapshot(), stories=Told({"7": ("a", "c")}))
    found = search(told, Query("river story:7"), NOON)
    assert {match.id for match in found.matches} == {"a", "c"}
    assert search(told, Query("river story:8"), NOON).matches == ()
    assert not found.notes
