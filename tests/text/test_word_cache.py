from tidings.text import word_cache as module
from tidings.text.word_cache import WordCache


def test_a_word_is_computed_once() -> None:
    computed: list[str] = []

    def length(word: str) -> int:
        computed.append(word)
        return len(word)

    lengths = WordCache(length)
    assert list(map(lengths.__getitem__, ("port", "storm", "port"))) == [4, 5, 4]
    assert computed == ["port", "storm"]


def test_neither_many_words_nor_long_ones_fill_the_cache() -> None:
    lengths = WordCache(len)
    for number in range(module._MAX_WORDS + 10):
        assert lengths[str(number)] == len(str(number))
    assert lengths["x" * 1_000] == 1_000
    assert len(lengths) == 10
