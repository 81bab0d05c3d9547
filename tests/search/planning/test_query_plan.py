from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tidings.model.articles.article import Article
from tidings.model.search.results import Query
from tidings.search.entries.entry import entry_of
from tidings.search.index.search_index import Index
from tidings.search.planning.query_plan import QueryPlan
from tidings.search.planning.scoring_terms import scoring_terms, term_weights
from tidings.search.planning.term_lookup import TermLookup
from tidings.search.query.parse import ParsedQuery, parse
from tidings.search.query.tree import (
    Between,
    Boost,
    Field,
    FieldName,
    Fuzzy,
    Must,
    Near,
    Node,
    Not,
    Phrase,
    Prefix,
    Word,
    all_of,
    any_of,
)
from tidings.search.search import search

MakeArticle = Callable[..., Article]
FilledIndex = Callable[..., Index]

NOW = datetime(2024, 5, 15, 10, 30, 5, tzinfo=UTC)


def found(index: Index, text: str, *, loosely: bool = False) -> str:
    """The ids of all articles that match, in one string."""
    parsed = parse(text, NOW)
    plan = plan_of(index)
    query = plan.loose(parsed) if loosely else plan.strict(parsed)
    assert query is not None
    return ids(index, query)


def plan_of(index: Index) -> QueryPlan:
    return QueryPlan(TermLookup(index.view, index.languages()), index.settings)


def ids(index: Index, query: object) -> str:
    hits = index.searcher.search(query, limit=100).hits  # type: ignore[arg-type]
    return " ".join(sorted(str(index.searcher.doc(at).get_first("id")) for _, at in hits))


@pytest.fixture
def papers(filled: FilledIndex, make_article: MakeArticle) -> Index:
    def at(*numbers: int) -> datetime:
        return datetime(*numbers, tzinfo=UTC)  # type: ignore[arg-type,misc]

    return filled(
        make_article(
            "tax", "The government wants a carbon tax in Spain.", title="Carbon plan",
            source="bbc.co.uk", published=at(2024, 5, 14),
        ),
        make_article(
            "vote", "Voters reject the tax on carbon; politicians and politics.", title="A vote",
            source="bbc.com", published=at(2024, 5, 3),
        ),
        make_article(
            "crisis", "A crisis shakes Spain. Merkel said nothing.", title="Spain",
            source="example.com", published=at(2024, 4, 30, 23),
        ),
        make_article(
            "haus", "Merkel kauft ein Haus, die Häuser sind teuer.", title="Häuser", language="de",
            source="zeitung.de", published=at(2023, 12, 31),
        ),
        make_article(
            "zh", "中国经济今年第一季度增长。", title="经济", language="zh", source="新闻.cn",
            published=at(2024, 1, 1),
        ),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("carbon tax", "tax vote"),
        ("taxes", "tax vote"),
        ('"carbon tax"', "tax"),
        ('"tax carbon"~1', "tax vote"),
        ('"carbon spain"~1', ""),
        ('"spain carbon"~2', "tax"),
        ("carbon AND spain", "tax"),
        ("carbon OR merkel", "crisis haus tax vote"),
        ("spain carbon OR crisis", "crisis tax"),
        ("(spain carbon) OR haus", "haus tax"),
        ("spain NOT carbon", "crisis"),
        ("spain -carbon", "crisis"),
        ("spain -(carbon OR crisis)", ""),
        ("-spain", "haus vote zh"),
        ("merkel OR NOT spain", "crisis haus vote zh"),
        ("+the crisis", ""),
        ("the crisis in spain", "crisis"),
        ('"crisis in spain"', ""),
        ('"in spain"', "tax"),
        ("title:carbon", "tax"),
        ("title:(vote OR spain)", "crisis vote"),
        ("carbon -title:vote", "tax"),
        ("source:bbc.co.uk", "tax"),
        ("source:www.bbc.co.uk", "tax"),
        ("source:https://www.bbc.co.uk/news", "tax"),
        ("source:bbc", "tax vote"),
        ("source:bb*", "tax vote"),
        ("source:(bbc.co.uk OR example.com)", "crisis tax"),
        ("merkel -source:example.com", "haus"),
        ("lang:de", "haus"),
        ("lang:German", "haus"),
        ("lang:zh-CN", "zh"),
        ("merkel lang:(de OR zh)", "haus"),
        ("date:2024-05", "tax vote"),
        ("date:2024-05-03", "vote"),
        ("before:2024", "haus"),
        ("after:2024-05-03", "tax vote"),
        ("until:2024-05-03", "crisis haus vote zh"),
        ("date:2024-01..2024-04", "crisis zh"),
        ("[2024-01 TO 2024-04]", "crisis zh"),
        ("-date:2024", "haus"),
        ("carbon yesterday", "tax"),
        ("tax last 7 days", "tax"),
        ("spain last month", "crisis"),
        ("politic*", "vote"),
        ("politici*", "vote"),
        ('"politici*"', "vote"),
        ('"carbon ta*"', "tax"),
        ('-"carbon ta*" carbon', "vote"),
        ("since:-7d", "tax"),
        ("tax date:-7d", "tax"),
        ("date:-2024", "haus"),
        ("governm*", "tax"),
        ("carb*", "tax vote"),
        ("häu*", "haus"),
        ("经济*", "zh"),
        ("merkle~", "crisis haus"),
        ("merkle~1 -lang:de", "crisis"),
        ("carbun~1", "tax vote"),
        ("经济增长", ""),
        ("经济 增长", "zh"),
        ("「第一季度」", "zh"),
        ("Haus 经济", ""),
        ("Häusern OR elections OR 季度", "haus zh"),
        ("https://bbc.co.uk/tax", "tax"),
        ("*", "crisis haus tax vote zh"),
        ("carbon^3 tax", "tax vote"),
    ],
)
def test_a_query_finds_what_it_means(papers: Index, text: str, wanted: str) -> None:
    assert found(papers, text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("carbon crisis", "crisis tax vote"),
        ("carbon crisis -vote", "crisis tax"),
        ('"carbon tax" crisis', "tax"),
        ("+carbon crisis", "tax vote"),
        ("title:carbon crisis", "tax"),
        ("carbon crisis source:example.com", "crisis"),
        ("中国经济第一季度", "zh"),
    ],
)
def test_in_a_loose_query_only_plain_words_may_be_missing(
    papers: Index, text: str, wanted: str
) -> None:
    assert found(papers, text, loosely=True) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("author:doe", "jane joe"),
        ('author:"jane doe"', "jane"),
        ("author:jan*", "jane"),
        ('author:"joe d*"', "joe"),
        ("url:bud*", "jane joe"),
        ("url:jane/bud*", "jane"),
        ("-author:jane", "joe"),
        ("topic:politics", "jane joe"),
        ("topic:Politics -topic:europe", "joe"),
        ("topic:climate", "jane"),
        ('topic:"climate change"', "jane"),
        ("topic:change", ""),
        ("topic:clim*", "jane"),
        ("url:budget", "jane joe"),
        ("url:https://www.example.com/jane/budget", "jane"),
        ("https://other.com/jane/budget", ""),
        (f"topic:{'x' * 60}.{'y' * 60}.{'z' * 60}", ""),
    ],
)
def test_articles_are_found_by_author_section_and_url(
    filled: FilledIndex, make_article: MakeArticle, text: str, wanted: str
) -> None:
    jane = replace(
        make_article("jane", "news"), authors=("Jane Doe",), section="Politics",
        tags=("Europe", "Climate change"), url="https://example.com/jane/budget-2024",
    )  # fmt: skip
    joe = replace(
        make_article("joe", "news"), authors=("Joe Doe", "Jim Bo"), section="politics",
        url="https://example.com/joe/budget.html",
    )  # fmt: skip
    assert found(filled(jane, joe), text) == wanted


def test_a_field_that_no_article_has_is_noted(papers: Index) -> None:
    plan = plan_of(papers)
    notes = [note.message for note in plan.notes(parse("a -entity:x OR topic:y lang:de", NOW))]
    assert notes == [f"No article has a value for “{name}:” yet." for name in ("entity", "topic")]


@pytest.mark.parametrize("text", ['"carbon tax"', "+carbon +spain", "title:a", "-x", "lang:de"])
def test_required_parts_cannot_be_relaxed(papers: Index, text: str) -> None:
    assert plan_of(papers).loose(parse(text, NOW)) is None


def test_weighted_terms_are_found_where_the_query_allows_it(papers: Index) -> None:
    plan = plan_of(papers)
    terms = {"spain": 1.0, "carbon": 0.5, "vote": 0.0}
    assert ids(papers, plan.weighted(terms, parse("crisis", NOW))) == "crisis tax vote"
    assert ids(papers, plan.weighted(terms, parse("x -crisis", NOW))) == "tax vote"
    assert ids(papers, plan.weighted(terms, parse('"carbon tax" x', NOW))) == "tax"
    assert ids(papers, plan.weighted(terms, parse("x source:bbc.com", NOW))) == "vote"


def test_required_parts_add_no_score_in_a_weighted_query(papers: Index) -> None:
    plan = plan_of(papers)
    plain = papers.searcher.search(plan.weighted({"carbon": 1.0}, parse("x", NOW))).hits
    limited = papers.searcher.search(plan.weighted({"carbon": 1.0}, parse("+tax", NOW))).hits
    assert [score for score, _ in plain] == [score for score, _ in limited]


def test_a_boost_changes_the_order(papers: Index) -> None:
    def first(text: str) -> str:
        return search(papers.snapshot(), Query(text)).matches[0].id

    assert first("crisis^20 OR haus") == "crisis"
    assert first("crisis OR haus^20") == "haus"


LEAVES: st.SearchStrategy[Node] = st.one_of(
    st.builds(Word, st.sampled_from(["carbon", "x-ray", "中国", "the", "AND", "U.S", "last"])),
    st.builds(Phrase, st.sampled_from(["carbon tax", "the", "中国 tax", "a b c d e"])),
    st.builds(Near, st.sampled_from(["carbon tax", "a b c d", "中国 tax"]), st.integers(0, 50)),
    st.builds(Prefix, st.sampled_from(["polit", "中", "x-r", "a", "3.5"])),
    st.builds(Fuzzy, st.sampled_from(["carbn", "中国", "x-ray", "ab"]), st.integers(1, 2)),
    st.just(Between(NOW, None)),
    st.just(Between(None, NOW)),
)
TREES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=10).map(all_of),
        st.lists(inner, min_size=1, max_size=4).map(any_of),
        inner.map(Not),
        inner.map(Must),
        st.builds(Boost, inner, st.floats(0, 100)),
        st.builds(Field, st.sampled_from(FieldName), inner),
    ),
    max_leaves=12,
)


@settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(TREES, st.lists(TREES, max_size=2))
def test_any_tree_can_be_run(papers: Index, tree: Node, filters: list[Node]) -> None:
    plan, parsed = plan_of(papers), ParsedQuery(tree, tuple(filters))
    lookup = TermLookup(papers.view, papers.languages())
    queries = [plan.strict(parsed), plan.loose(parsed), plan.allowed(parsed)]
    queries.append(plan.weighted(term_weights(scoring_terms(parsed, lookup)), parsed))
    for query in queries:
        assert query is None or papers.searcher.search(query, limit=5).hits is not None


def test_a_form_that_is_in_no_text_is_only_searched_in_link_texts(
    filled: FilledIndex, make_article: MakeArticle
) -> None:
    # Words of an unknown language stay as they are; English ones are stemmed.
    index = filled(make_article("a", "taxes", language="und"), make_article("b", "none here"))
    index.add([replace(entry_of(make_article("c", "nor here"), "taxes"), seq=3)])
    index.commit()
    lookup = TermLookup(index.view, ("en",))
    assert lookup.known_terms(("taxes", "tax")) == ("taxes",)
    assert lookup.known_probes(lookup.probes("taxes")) == [((0, "taxes"),)]
    assert lookup.known_probes(lookup.probes("zebra")) == (((0, "zebra"),),)
    assert found(index, "taxes") == "a c"
    assert found(index, "title:taxes") == ""


WORDS = {"carbon": "tax vote", "tax": "tax vote", "spain": "tax crisis", "merkel": "crisis haus"}
ALL = frozenset("tax vote crisis haus zh".split())

# The text of a query, and the ids of the articles that it must find.
Example = tuple[str, frozenset[str]]


def both(parts: list[Example]) -> Example:
    ids_ = frozenset.intersection(*(part[1] for part in parts))
    return f"({' AND '.join(text for text, _ in parts)})", ids_


def either(parts: list[Example]) -> Example:
    ids_ = frozenset.union(*(part[1] for part in parts))
    return f"({' OR '.join(text for text, _ in parts)})", ids_


ASKED: st.SearchStrategy[Example] = st.recursive(
    st.sampled_from([(word, frozenset(ids_.split())) for word, ids_ in WORDS.items()]),
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map(both),
        st.lists(inner, min_size=1, max_size=3).map(either),
        inner.map(lambda part: (f"(NOT {part[0]})", ALL - part[1])),
        inner.map(lambda part: (f"-{part[0]}", ALL - part[1])),
    ),
    max_leaves=10,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(ASKED)
def test_and_or_and_not_follow_boolean_logic(papers: Index, example: Example) -> None:
    text, wanted = example
    assert found(papers, text) == " ".join(sorted(wanted))
