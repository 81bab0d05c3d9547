from tidings.engine.listing.aged_cache import AgedCache


def test_an_answer_is_kept_while_nothing_changes_or_it_is_young() -> None:
    now, made = [0.0], [0]
    cache = AgedCache[int](10.0, 5, clock=lambda: now[0])

    def compute() -> int:
        made[0] += 1
        return made[0]

    assert cache.answer("a", 1, compute) == 1
    now[0] = 5.0
    assert cache.answer("a", 2, compute) == 1  # changed, but young
    now[0] = 99.0
    assert cache.answer("a", 1, compute) == 1  # old, but unchanged
    assert cache.answer("a", 2, compute) == 2
    assert cache.answer("b", 2, compute) == 3


def test_it_holds_the_last_answers_only() -> None:
    cache = AgedCache[str](10.0, 2)
    for question in "abc":
        cache.answer(question, 1, lambda question=question: question)  # type: ignore[misc]
    assert cache.answer("c", 1, lambda: "again") == "c"
    assert cache.answer("a", 1, lambda: "again") == "again"
