"""Weights and words that learn online."""

import numpy as np

from tidings.crawl.agents.link_model import LinkModel
from tidings.crawl.agents.word_model import WordModel


def test_weights_turn_to_the_feature_that_pays() -> None:
    model = LinkModel(np.zeros(3, np.float32), np.ones(3, np.float32), 1.0)
    rng = np.random.default_rng(1)
    for _ in range(200):
        features = np.array([1.0, rng.random(), rng.random()], np.float32)
        model.learn(features, float(features[1] > 0.5))
    good, poor = model.estimates(np.array([[1, 0.9, 0.5], [1, 0.1, 0.5]], np.float32))
    assert good > 0.7
    assert poor < 0.3


def test_a_model_without_doubt_stays_as_it_is() -> None:
    model = LinkModel(np.ones(2, np.float32), np.ones(2, np.float32), 0.0)
    model.learn(np.ones(2, np.float32), 0.0)
    assert model.weights.tolist() == [1.0, 1.0]


def test_words_of_relevant_pages_speak_for_links_that_have_them() -> None:
    model = WordModel()
    for _ in range(10):
        model.learn([5, 6], 0.9)
        model.learn([7, 8], 0.05)
    good, poor, none = model.scores(np.array([[5, 6, 0], [7, 8, 0], [0, 0, 0]], np.int32))
    assert good > 0.5 > 0.0 > poor
    assert none == 0.0


def test_words_say_nothing_before_both_kinds_were_seen() -> None:
    model = WordModel()
    model.learn([5, 6], 1.0)
    assert not model.scores(np.array([[5, 6]], np.int32)).any()
