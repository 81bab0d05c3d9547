import pytest

from tidings.evaluate.measures.porter import porter_stem

# What NLTK 3.9's PorterStemmer returns, which rouge-score calls.
STEMS = {
    "caresses": "caress", "ponies": "poni", "dies": "die", "flies": "fli", "cats": "cat",
    "agreed": "agre", "feed": "feed", "plastered": "plaster", "motoring": "motor", "sing": "sing",
    "conflated": "conflat", "sized": "size", "hopping": "hop", "falling": "fall", "hissing": "hiss",
    "failing": "fail", "filing": "file", "happy": "happi", "enjoy": "enjoy", "spied": "spi",
    "died": "die", "relational": "relat", "rationally": "ration", "conditional": "condit",
    "digitizer": "digit", "radically": "radic", "geologist": "geologist", "geology": "geolog",
    "hopefully": "hope", "triplicate": "triplic", "electrical": "electr", "goodness": "good",
    "revival": "reviv", "replacement": "replac", "adoption": "adopt", "communism": "commun",
    "activate": "activ", "probate": "probat", "rate": "rate", "cease": "ceas",
    "controlling": "control", "rolling": "roll", "news": "news", "dying": "die", "is": "is",
    "sky": "sky", "aged": "age", "possibly": "possibl", "y": "y",
}  # fmt: skip


@pytest.mark.parametrize(("word", "stem"), STEMS.items())
def test_stems_equal_those_of_published_scores(word: str, stem: str) -> None:
    assert porter_stem(word) == stem
