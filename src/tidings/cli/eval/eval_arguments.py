"""The arguments of the verbs `eval …`, one for each subject."""

import argparse
from pathlib import Path

from tidings.cli.verb_arguments import add_length, add_verb, count, count_or_zero
from tidings.cli.verb_arguments import language as language_code
from tidings.model.articles.extraction_method import ExtractionMethod
from tidings.model.search.results import RankingModel


def add_evaluation_verbs(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add a verb for each subject."""
    module = "tidings.cli.eval.extraction_and_kinds"
    text = "score results on labelled data"
    family = verbs.add_parser("eval", help=text, description=f"{text.capitalize()}.")
    subjects = family.add_subparsers(metavar="SUBJECT", required=True)
    extraction = add_verb(subjects, "extraction", "score body, title, date and authors of articles",
                       module, "extraction")  # fmt: skip
    extraction.add_argument("--method", choices=[*(each.value for each in ExtractionMethod), "all"],
                            default="best", help="how to find the text (best)")  # fmt: skip
    extraction.add_argument("--limit", type=count, metavar="N",
                            help="only N pages, spread evenly over the file")  # fmt: skip
    extraction.add_argument("--fold", type=count_or_zero, action="append", metavar="N",
                            help="only pages of this fold; may be repeated")  # fmt: skip
    kinds = add_verb(subjects, "kinds", "score page kinds, with and without the pages' addresses",
                  module, "kinds")  # fmt: skip
    kinds.add_argument("--without-url", action="store_true",
                       help="show the mistakes made without the address")  # fmt: skip
    retrieval = add_verb(subjects, "retrieval", "score ranking models on a test collection",
                      "tidings.cli.eval.retrieval", "retrieval")  # fmt: skip
    for name, text in (("docs", "documents, a JSON object with id, title and text per line"),
                       ("queries", "queries, a JSON object with id and text per line"),
                       ("qrels", "relevance judgements, in the TREC format")):  # fmt: skip
        retrieval.add_argument(f"--{name}", type=Path, required=True, metavar="FILE", help=text)
    retrieval.add_argument("--model", choices=[*(each.value for each in RankingModel), "all"],
                           default="bm25+feedback", help="how to rank (bm25+feedback)")  # fmt: skip
    retrieval.add_argument("--run", type=Path, metavar="FILE",
                           help="write the results as a TREC run, for trec_eval")  # fmt: skip
    retrieval.add_argument("--language", type=language_code, metavar="CODE",
                           help="of the documents; detected by default")  # fmt: skip
    _add_text_evaluations(subjects)
    _add_duplicates_evaluation(subjects)
    _add_stories_evaluation(subjects)
    _add_entities_evaluation(subjects)
    for sub in (extraction, kinds):
        sub.add_argument("--data", type=Path, required=True, metavar="DIR",
                         help="a folder of labelled pages (see docs/evaluation.md)")  # fmt: skip
        sub.add_argument("--worst", type=count_or_zero, default=5, metavar="N",
                         help="list the N worst pages (5), of each set")  # fmt: skip


def _add_text_evaluations(
    subjects: "argparse._SubParsersAction[argparse.ArgumentParser]",
) -> None:
    summary = add_verb(subjects, "summary",
                    "score summaries by ROUGE against equally long openings of the texts",
                    "tidings.cli.eval.summary", "summary")  # fmt: skip
    add_length(summary)
    summary.add_argument("--stem", action="store_true", help="compare the stems of English words")
    language = add_verb(subjects, "language", "score the language of texts",
                     "tidings.cli.eval.language", "language")  # fmt: skip
    keyphrases = add_verb(subjects, "keyphrases", "score the first ten keyphrases of texts",
                       "tidings.cli.eval.keyphrases", "keyphrases")  # fmt: skip
    topics = add_verb(subjects, "topics",
                   "score topics, trained on a set's labels and as shipped",
                   "tidings.cli.eval.topics", "topics")  # fmt: skip
    for sub, files in ((summary, "summary"), (language, "lid_"), (keyphrases, "keyphrases"),
                       (topics, "topics")):  # fmt: skip
        sub.add_argument("--data", type=Path, required=True, metavar="DIR|FILE",
                         help=f"{files}*.jsonl, or a folder with some (see docs/evaluation.md)"
                         )  # fmt: skip
        sub.add_argument("--worst", type=count_or_zero, default=3, metavar="N",
                         help="list the N worst texts of each file (3)")  # fmt: skip


def _add_duplicates_evaluation(
    subjects: "argparse._SubParsersAction[argparse.ArgumentParser]",
) -> None:
    copies = add_verb(subjects, "duplicates", "score near-duplicates on copies made of given texts",
                   "tidings.cli.eval.duplicates", "duplicates")  # fmt: skip
    copies.add_argument("--data", type=Path, required=True, metavar="DIR|FILE",
                        help="JSON lines with text and optional title, or a folder with "
                             "topics_*.jsonl and summary_*.jsonl")  # fmt: skip
    copies.add_argument("--articles", type=count, default=10_000, metavar="N",
                        help="add invented articles, up to N in all (10000)")  # fmt: skip
    copies.add_argument("--seed", type=count, default=1, metavar="N",
                        help="the random seed for copies and invented articles (1)")  # fmt: skip
    copies.add_argument("--worst", type=count_or_zero, default=5, metavar="N",
                        help="show N wrong pairs and N missed copies (5)")  # fmt: skip


def _add_entities_evaluation(
    subjects: "argparse._SubParsersAction[argparse.ArgumentParser]",
) -> None:
    entities = add_verb(subjects, "entities", "score persons, organisations and places",
                     "tidings.cli.eval.entities", "entities")  # fmt: skip
    entities.add_argument("--data", type=Path, required=True, metavar="DIR|FILE",
                          help="one token and its tag per line, or a folder with ner_*.conll and "
                               "ner_*.iob2")  # fmt: skip
    entities.add_argument("--language", type=language_code, default="en", metavar="CODE",
                          help="of the texts (en)")  # fmt: skip
    entities.add_argument("--worst", type=count_or_zero, default=3, metavar="N",
                          help="list the N worst sentences of each file (3)")  # fmt: skip


def _add_stories_evaluation(
    subjects: "argparse._SubParsersAction[argparse.ArgumentParser]",
) -> None:
    stories = add_verb(subjects, "stories", "score how articles are grouped into stories",
                    "tidings.cli.eval.stories", "stories")  # fmt: skip
    stories.add_argument("--data", type=Path, metavar="DIR|FILE",
                         help="JSON lines with title and story, in order of time, or a folder "
                              "with stories*.jsonl")  # fmt: skip
    stories.add_argument("--world", type=count_or_zero, action="append", metavar="SEED",
                         help="use the built-in news world, whose stories are known; may be "
                              "repeated")  # fmt: skip
    stories.add_argument("--worst", type=count_or_zero, default=5, metavar="N",
                         help="show the N worst stories of each file (5)")  # fmt: skip
