from tidings.text.frequency.corpus import Corpus, document_slots


def test_a_document_counts_each_of_its_terms_once() -> None:
    corpus = Corpus.empty()
    corpus.add(["flood", "river", "flood"], "en")
    corpus.add(["flood"], "en")
    assert list(corpus.frequencies(["flood", "river", "strike"], "en")) == [2, 1, 0]
    assert corpus.documents("en") == 2


def test_languages_are_counted_apart() -> None:
    corpus = Corpus.empty()
    corpus.add(["gift"], "de")
    assert list(corpus.frequencies(["gift"], "en")) == [0]
    assert corpus.documents("en") == 0


def test_a_document_counts_the_same_by_its_slots() -> None:
    by_terms, by_slots = Corpus.empty(), Corpus.empty()
    by_terms.add(["flood", "river", "flood"], "en")
    by_slots.count(document_slots(["river", "flood"], "en"))
    assert (by_terms.counts == by_slots.counts).all()
    assert int(by_slots.counts.sum()) == 3  # two terms and the language


def test_a_document_without_terms_counts_as_a_document() -> None:
    corpus = Corpus.empty()
    corpus.add([], "en")
    assert corpus.documents("en") == 1
    assert list(corpus.frequencies([], "en")) == []


def test_any_string_is_a_term() -> None:
    corpus = Corpus.empty()
    corpus.add(["\ud800", "", "新闻"], "zh")
    assert list(corpus.frequencies(["\ud800", "", "新闻"], "zh")) == [1, 1, 1]
