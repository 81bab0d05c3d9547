import pytest

from tidings.evaluate.grouping.world_stories import world_reports, world_score


@pytest.mark.parametrize("seed", [11, pytest.param(12, marks=pytest.mark.slow)])
def test_the_worlds_truth_is_recovered(seed: int) -> None:
    score = world_score(list(world_reports(seed, history=12, hours=0.5)))
    assert score.articles > 80
    assert score.pairs.f1 >= 0.95
    assert score.pairs_across.f1 >= 0.9
    assert score.copies > 5
    assert score.copies_right == 1
    assert score.roots_right == 1
    assert score.firsts_right >= 0.99
