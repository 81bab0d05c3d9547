import math
from collections.abc import Callable
from dataclasses import replace

import pytest

from tidings.model.articles.article import Article
from tidings.search.index.index_tables import (
    ZoneCounts,
    indexed_term,
    newest_ids,
    norms_of,
    postings,
    rarities,
    term_weights,
)
from tidings.search.index.search_index import Index
from tidings.search.rank.vectors import EVEN_ZONES
from tidings.settings.tree import ZoneWeights

MakeArticle = Callable[..., Article]
FilledIndex = Callable[..., Index]
ZONES = ZoneWeights()


@pytest.fixture
def index(filled: FilledIndex, make_article: MakeArticle) -> Index:
    headed = make_article("b", "Coasts flood.\nStorm ahead\nSlowly.", title="Coast", seq=2)
    return filled(
        make_article("a", "Storms hit.\nA storm came.", title="Storm", seq=1),
        replace(headed, html="<p>Coasts flood.</p><h2>Storm <em>ahead</em></h2><p>Slowly.</p>"),
        make_article("c", "Nothing happened.", seq=3),
    )


def test_a_word_is_mapped_to_the_term_in_the_index(index: Index) -> None:
    assert indexed_term(index.view, "Storms") == "storm"
    assert indexed_term(index.view, "storm") == "storm"
    assert indexed_term(index.view, "Unheard") == "unheard"


def test_the_basic_index_has_a_terms_articles_with_counts_by_zone(index: Index) -> None:
    found = {one.article: one for one in postings(index.view, "storm", ZONES, 10)}
    assert found.keys() == {"a", "b"}
    assert found["a"].counts == ZoneCounts(body=2, title=1, headings=0, capitals=1)
    assert found["b"].counts == ZoneCounts(body=0, title=0, headings=1, capitals=3)
    assert (found["a"].tf, found["b"].tf) == (5.0, 2.0)
    assert len(postings(index.view, "storm", ZONES, 1)) == 1
    assert postings(index.view, "unheard", ZONES, 10) == []


def test_the_idf_table_has_the_rarity_of_terms(index: Index) -> None:
    (storm,) = rarities(index.view, "storm", 10)
    assert storm.articles == 2
    assert storm.idf == pytest.approx(math.log(3 / 2))
    assert rarities(index.view, "unheard", 10) == []
    first = rarities(index.view, None, 1)[0]
    assert (first.term, first.articles) == ("storm", 2)


def test_docw_is_the_norm_of_the_forward_indexes_weights(index: Index) -> None:
    (norm,) = norms_of(index.view, ["a"])
    found = term_weights(index.view, "a", EVEN_ZONES, 100)
    assert norm.norm == pytest.approx(math.sqrt(sum(one.weight**2 for one in found)))
    assert (norm.length, norm.terms) == (6, len(found))
    assert all(one.weight == pytest.approx(one.tf * one.idf) for one in found)
    assert [one.weight for one in found] == sorted((one.weight for one in found), reverse=True)
    assert [one.article for one in norms_of(index.view, newest_ids(index.view, 2))] == ["c", "b"]
    assert norms_of(index.view, ["nobody"]) == []
