"""What can be asked: the verbs and their options."""

import argparse
import importlib
from collections.abc import Callable
from pathlib import Path

import tidings
from tidings.model.method import Method
from tidings.model.policy import Policy
from tidings.model.rights import Use
from tidings.model.search import Model
from tidings.model.summary import Summariser

_EPILOG = """\
settings: defaults < tidings.toml (here, then in the home) < TIDINGS_SECTION_KEY < flags
exit codes: 0 done, 1 failed, 2 misused
start with: tidings run --demo
"""

Verb = Callable[[argparse.Namespace], int]


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    root = argparse.ArgumentParser(
        prog="tidings",
        description="A self-hosted news search engine.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    root.add_argument("--version", action="version", version=f"tidings {tidings.__version__}")
    root.set_defaults(home=None, set=[], json=False)
    _add_shared(root)
    verbs = root.add_subparsers(metavar="VERB", required=True)
    _add_source_verbs(verbs)
    _add_crawl_verbs(verbs)
    _add_reading_verbs(verbs)
    _add_evaluation_verbs(verbs)
    return root


def _verb(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]", name: str, text: str,
          module: str, function: str) -> argparse.ArgumentParser:  # fmt: skip
    sub = verbs.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
    _add_shared(sub)

    def run(options: argparse.Namespace) -> int:
        return int(getattr(importlib.import_module(module), function)(options))

    sub.set_defaults(verb=run)
    return sub


def _add_shared(to: argparse.ArgumentParser) -> None:
    """Add what may stand before the verb as well as after it."""
    absent = argparse.SUPPRESS
    to.add_argument("--home", type=Path, metavar="DIR", default=absent,
                    help="the folder that holds everything (tidings-home)")  # fmt: skip
    to.add_argument("--set", action="append", metavar="SECTION.KEY=VALUE", default=absent,
                    help="override one setting; may be repeated")  # fmt: skip
    to.add_argument("--json", action="store_true", default=absent,
                    help="print JSON on standard output")  # fmt: skip


def _add_source_verbs(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    module = "tidings.cli.sources"
    add = _verb(verbs, "add", "follow news sites", module, "add")
    add.add_argument("url", nargs="+", help="a site's address, or a feed's")
    add.add_argument("--about", metavar="WORDS",
                     help='keep only articles about this, and follow only links that may lead to '
                          'them: words, "phrases", -unwanted, or @name of a saved query; "" lifts '
                          "it again")  # fmt: skip
    take = _verb(verbs, "import", "follow every feed of an OPML file", module, "import_opml")
    take.add_argument("file", help="the OPML file, or - for standard input")
    _verb(verbs, "sources", "list the followed sites", module, "sources")
    remove = _verb(verbs, "remove", "stop following a site; its articles stay", module, "remove")
    remove.add_argument("url")


def _add_crawl_verbs(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    module = "tidings.cli.run"
    run = _verb(verbs, "run", "follow the sites for ever and serve the newspaper", module, "run")
    run.add_argument("--demo", action="store_true", help="add the built-in news world")
    crawl = _verb(verbs, "crawl", "fetch what is due, without serving",
                  "tidings.cli.crawl", "crawl")  # fmt: skip
    crawl.add_argument("--until-idle", action="store_true",
                       help="what is due now and all it leads to (the default)")  # fmt: skip
    crawl.add_argument("--rounds", type=_count, metavar="N",
                       help="N refresh rounds, whatever the clock says")  # fmt: skip
    crawl.add_argument("--policy", choices=[each.value for each in Policy],
                       help="what a refresh visits: only where new articles appear (optimised, "
                            "the default), or everything, to compare with")  # fmt: skip
    crawl.add_argument("--archive-only", action="store_const", const="true",
                       help="follow every link, fill the archive, extract nothing")  # fmt: skip
    crawl.add_argument("--max-pages", type=_count, metavar="N", help="stop after N visits")
    crawl.add_argument("--recheck", action="store_true",
                       help="look again at a few young articles for edits and deletions, as run "
                            "does: within crawl.recheck_share of the requests")  # fmt: skip
    for sub in (run, crawl):
        sub.add_argument("--node", metavar="K/N",
                         help="be the K-th of N nodes, each with a home of its own")  # fmt: skip
        sub.add_argument("--exchange", metavar="DIR",
                         help="the folder in which nodes hand each other URLs")  # fmt: skip
    train = _verb(verbs, "train", "learn a site's ways from its archived pages",
                  "tidings.cli.train", "train")  # fmt: skip
    train.add_argument("site", metavar="SITE", help="a followed site's address or domain")
    serve = _verb(verbs, "serve", "serve the newspaper, without crawling", module, "serve")
    serve.add_argument("--processes", metavar="N",
                       help="processes that share the port: for many readers, one per core (1)"
                       )  # fmt: skip
    for sub in (run, serve):
        sub.add_argument("--host", help="the address to listen on (127.0.0.1)")
        sub.add_argument("--port", help="the port to listen on (8000; 0 = any free one)")


def _add_reading_verbs(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    module = "tidings.cli.reading"
    _add_search(verbs)
    _add_around(verbs)
    extract = _verb(verbs, "extract", "extract the article of a page", module, "extract")
    extract.add_argument("page", metavar="FILE|URL|-")
    extract.add_argument("--url", help="the page's address, when it comes from a file")
    extract.add_argument("--method", choices=[each.value for each in Method], default="best",
                         help="how to find the text: our own way (best) or one of the published "
                              "ones it is compared with")  # fmt: skip
    _add_summarize(verbs)
    complete = _verb(verbs, "completeness",
                     "compare what the sites brought with what was to be expected",
                     "tidings.cli.completeness", "completeness")  # fmt: skip
    complete.add_argument("site", nargs="?", help="only this site, hour by hour")
    complete.add_argument("--hours", type=_count, default=24, metavar="N",
                          help="the last N hours (24)")  # fmt: skip
    why = _verb(verbs, "why", "tell everything decided about a URL, and why", module, "why")
    why.add_argument("url")
    revisions = _verb(verbs, "revisions", "show how an article was edited or deleted",
                      "tidings.cli.revisions", "revisions")  # fmt: skip
    revisions.add_argument("article", metavar="URL|ID")
    ledger = _verb(verbs, "ledger", "prove how politely a site was asked",
                   "tidings.cli.ledger", "ledger")  # fmt: skip
    ledger.add_argument("site", nargs="?", metavar="SITE", help="its address or domain; or all")
    ledger.add_argument("--since", metavar="T", help="a date, a time, or an age such as 7d or 24h")
    ledger.add_argument("--limit", type=_count_or_zero, default=20, metavar="N",
                        help="list the N newest requests (20)")  # fmt: skip
    _add_exports(verbs)
    _add_story_verbs(verbs)
    _add_index_verbs(verbs)
    _verb(verbs, "status", "show what is followed, known and kept", module, "status")
    _verb(
        verbs,
        "doctor",
        "examine database, archive, index, annotations and stories",
        module,
        "doctor",
    )


def _add_search(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    search = _verb(verbs, "search", "search the articles", "tidings.cli.search", "search")
    search.add_argument("query", nargs="+",
                        help="words, \"phrases\", \"near words\"~3, OR, -word, (groups), prefix*, "
                             "fuzzy~, title: source: author: lang: topic: before: after: date:, "
                             "last 7 days; all of it is in docs/search.md")  # fmt: skip
    search.add_argument("--limit", type=_count, default=10, metavar="N")
    search.add_argument("--offset", type=_count_or_zero, default=0, metavar="N")
    search.add_argument("--source", metavar="DOMAIN")
    search.add_argument("--language", metavar="CODE", help="such as en, de, zh")
    search.add_argument("--since", metavar="T", help="a date, a time, or an age such as 7d or 24h")
    search.add_argument("--until", metavar="T")
    search.add_argument("--sort", choices=("relevance", "date"), default="relevance")
    search.add_argument("--model", choices=[each.value for each in Model],
                        help="how to rank (as search.model says: news)")  # fmt: skip
    search.add_argument("--explain", action="store_true", help="tell why each hit is there")
    search.add_argument("--facets", action="store_true",
                        help="count all matches by source, language, topic, day ...")  # fmt: skip
    search.add_argument("--all-copies", action="store_true",
                        help="list near-copies as hits of their own")  # fmt: skip
    for name, what in (("--more-like", "right"), ("--less-like", "wrong")):
        search.add_argument(name, action="append", metavar="ID", default=[],
                            help=f"an article that is {what}; may be repeated")  # fmt: skip


def _add_summarize(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    summarize = _verb(verbs, "summarize", "summarise a page, a text or a document",
                      "tidings.cli.summary", "summarize")  # fmt: skip
    summarize.add_argument("page", metavar="FILE|URL|-")
    summarize.add_argument("--url", help="the page's address, when it comes from a file")
    _add_length(summarize)
    summarize.add_argument("--method", choices=[each.value for each in Summariser],
                           help="how to choose sentences (as summary.method says: best)"
                           )  # fmt: skip


def _add_length(to: argparse.ArgumentParser) -> None:
    to.add_argument("--ratio", type=_ratio, metavar="R",
                    help="at most this share of the text's words, such as 0.3")  # fmt: skip
    to.add_argument("--sentences", type=_count, metavar="N",
                    help="at most N sentences (3, unless another length is given)")  # fmt: skip
    to.add_argument("--words", type=_count, metavar="N", help="at most N words")


def _add_around(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    module = "tidings.cli.around"
    related = _verb(verbs, "related", "list the articles most like one", module, "related")
    related.add_argument("article", metavar="ID|URL")
    trends = _verb(verbs, "trends", "list what many sources suddenly write about", module, "trends")
    for sub, usual in ((related, 6), (trends, 10)):
        sub.add_argument("--limit", type=_count, default=usual, metavar="N",
                         help=f"list N at most ({usual})")  # fmt: skip


def _add_story_verbs(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    module = "tidings.cli.stories"
    stories = _verb(verbs, "stories", "list stories, the newest first", module, "stories")
    stories.add_argument("--limit", type=_count, default=20, metavar="N",
                         help="list N at most (20)")  # fmt: skip
    stories.add_argument("--since", metavar="T", help="a date, a time, or an age such as 7d or 24h")
    stories.add_argument("--min-sources", type=_count, default=1, metavar="N",
                         help="only what so many sources tell (1)")  # fmt: skip
    story = _verb(verbs, "story", "tell a story: who was first, who copied whom", module, "story")
    story.add_argument("story", type=_count, metavar="ID")
    rebuild = _verb(verbs, "rebuild", "annotate what other models annotated, tell the stories "
                    "and index again", module, "rebuild")  # fmt: skip
    rebuild.add_argument("--all", action="store_true",
                         help="every article, even if today's models annotated it")  # fmt: skip


def _add_exports(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    module = "tidings.cli.export"
    text = "write articles, archived pages or the roster to a file"
    family = verbs.add_parser("export", help=text, description=f"{text.capitalize()}.")
    subjects = family.add_subparsers(metavar="SUBJECT", required=True)
    articles = _verb(subjects, "articles", "write articles, one to a line", module, "articles")
    articles.add_argument("--format", choices=("jsonl", "csv"), default="jsonl")
    warc = _verb(subjects, "warc", "write archived pages as one WARC file", module, "warc")
    opml = _verb(subjects, "opml", "write the roster as OPML", module, "opml")
    for sub in (articles, warc):
        sub.add_argument("--since", metavar="T", help="a date, a time, or an age such as 7d")
        sub.add_argument("--source", metavar="DOMAIN")
        sub.add_argument("--for", dest="use", choices=[each.value for each in Use],
                         help="leave out what its publisher reserves for this use")  # fmt: skip
    for sub in (articles, warc, opml):
        sub.add_argument("-o", "--output", type=Path, metavar="FILE",
                         help="written in one go when all is well (standard output)")  # fmt: skip


def _add_index_verbs(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    module = "tidings.cli.index"
    text = "look after the search index and the link ranks"
    family = verbs.add_parser("index", help=text, description=f"{text.capitalize()}.")
    deeds = family.add_subparsers(metavar="TASK", required=True)
    _verb(deeds, "ranks", "work out page, host and domain ranks from the archive's links, now",
          module, "ranks")  # fmt: skip
    _verb(deeds, "rebuild", "build the index anew from the database; searches and crawling go on",
          module, "rebuild_index")  # fmt: skip
    show = _verb(deeds, "show", "show what the index knows of a term or an article",
                 module, "show_index")  # fmt: skip
    show.add_argument("subject", nargs="?", metavar="TERM|ARTICLE",
                      help="a word, or an article's id or URL")  # fmt: skip
    show.add_argument("--part", choices=("basic", "idf", "docw", "forward"),
                      help="basic: a term's articles, with counts by zone; idf: how rare terms "
                           "are; docw: the norms of articles; forward: an article's terms with "
                           "their weights")  # fmt: skip
    show.add_argument("--limit", type=_count, default=20, metavar="N", help="N lines (20)")
    _verb(deeds, "status", "show the index in numbers", module, "show_status")


def _add_evaluation_verbs(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    module = "tidings.cli.evaluation"
    text = "score the answers on labelled pages"
    family = verbs.add_parser("eval", help=text, description=f"{text.capitalize()}.")
    subjects = family.add_subparsers(metavar="SUBJECT", required=True)
    extraction = _verb(subjects, "extraction", "score body, title, date and authors of articles",
                       module, "extraction")  # fmt: skip
    extraction.add_argument("--method", choices=[*(each.value for each in Method), "all"],
                            default="best", help="how to find the text (best)")  # fmt: skip
    extraction.add_argument("--limit", type=_count, metavar="N",
                            help="only N pages, spread evenly over the file")  # fmt: skip
    kinds = _verb(subjects, "kinds", "score page kinds, with and without the pages' addresses",
                  module, "kinds")  # fmt: skip
    kinds.add_argument("--without-url", action="store_true",
                       help="show the mistakes made when the address is not known")  # fmt: skip
    retrieval = _verb(subjects, "retrieval", "score ranking models on a test collection",
                      "tidings.cli.retrieval", "retrieval")  # fmt: skip
    for name, text in (("docs", "documents, a JSON object with id, title and text per line"),
                       ("queries", "queries, a JSON object with id and text per line"),
                       ("qrels", "which documents are relevant, as TREC has it")):  # fmt: skip
        retrieval.add_argument(f"--{name}", type=Path, required=True, metavar="FILE", help=text)
    retrieval.add_argument("--model", choices=[*(each.value for each in Model), "all"],
                           default="bm25+feedback", help="how to rank (bm25+feedback)")  # fmt: skip
    retrieval.add_argument("--run", type=Path, metavar="FILE",
                           help="write what was found as a TREC run, for trec_eval")  # fmt: skip
    retrieval.add_argument("--language", metavar="L",
                           help="of the documents; found out by default")  # fmt: skip
    _add_digest_evaluations(subjects)
    _add_duplicates_evaluation(subjects)
    _add_stories_evaluation(subjects)
    _add_entities_evaluation(subjects)
    for sub in (extraction, kinds):
        sub.add_argument("--data", type=Path, required=True, metavar="DIR",
                         help="a folder of labelled pages (see docs/evaluation.md)")  # fmt: skip
        sub.add_argument("--worst", type=_count_or_zero, default=5, metavar="N",
                         help="list the N worst pages (5), of each set")  # fmt: skip


def _add_digest_evaluations(
    subjects: "argparse._SubParsersAction[argparse.ArgumentParser]",
) -> None:
    summary = _verb(subjects, "summary",
                    "score summaries by ROUGE against equally long openings of the texts",
                    "tidings.cli.eval_summary", "summary")  # fmt: skip
    _add_length(summary)
    summary.add_argument("--stem", action="store_true", help="compare the stems of English words")
    language = _verb(subjects, "language", "score the language of texts",
                     "tidings.cli.eval_language", "language")  # fmt: skip
    keyphrases = _verb(subjects, "keyphrases", "score the first ten keyphrases of texts",
                       "tidings.cli.eval_keyphrases", "keyphrases")  # fmt: skip
    topics = _verb(subjects, "topics",
                   "score topics, taught by a set's own labels and as they come",
                   "tidings.cli.eval_topics", "topics")  # fmt: skip
    for sub, files in ((summary, "summary"), (language, "lid_"), (keyphrases, "keyphrases"),
                       (topics, "topics")):  # fmt: skip
        sub.add_argument("--data", type=Path, required=True, metavar="DIR|FILE",
                         help=f"{files}*.jsonl, or a folder with some (see docs/evaluation.md)"
                         )  # fmt: skip
        sub.add_argument("--worst", type=_count_or_zero, default=3, metavar="N",
                         help="list the N worst texts of each file (3)")  # fmt: skip


def _ratio(text: str) -> float:
    try:
        ratio = float(text)
    except ValueError:
        ratio = 0.0
    if not 0 < ratio <= 1:
        raise argparse.ArgumentTypeError(f"expected a share above 0 and up to 1, got {text!r}")
    return ratio


def _add_duplicates_evaluation(
    subjects: "argparse._SubParsersAction[argparse.ArgumentParser]",
) -> None:
    copies = _verb(subjects, "duplicates", "score near-duplicates on copies made of given texts",
                   "tidings.cli.eval_duplicates", "duplicates")  # fmt: skip
    copies.add_argument("--data", type=Path, required=True, metavar="DIR|FILE",
                        help="JSON lines with text, and perhaps title, or a folder with "
                             "topics_*.jsonl and summary_*.jsonl")  # fmt: skip
    copies.add_argument("--articles", type=_count, default=10_000, metavar="N",
                        help="fill up to N articles with made-up ones (10000)")  # fmt: skip
    copies.add_argument("--seed", type=_count, default=1, metavar="N",
                        help="other copies and fillers by another N (1)")  # fmt: skip
    copies.add_argument("--worst", type=_count_or_zero, default=5, metavar="N",
                        help="show N wrong pairs and N missed copies (5)")  # fmt: skip


def _add_entities_evaluation(
    subjects: "argparse._SubParsersAction[argparse.ArgumentParser]",
) -> None:
    entities = _verb(subjects, "entities", "score persons, organisations and places",
                     "tidings.cli.eval_entities", "entities")  # fmt: skip
    entities.add_argument("--data", type=Path, required=True, metavar="DIR|FILE",
                          help="a token and its tag to a line, or a folder with ner_*.conll and "
                               "ner_*.iob2")  # fmt: skip
    entities.add_argument("--language", default="en", metavar="CODE", help="of the texts (en)")
    entities.add_argument("--worst", type=_count_or_zero, default=3, metavar="N",
                          help="list the N worst sentences of each file (3)")  # fmt: skip


def _add_stories_evaluation(
    subjects: "argparse._SubParsersAction[argparse.ArgumentParser]",
) -> None:
    stories = _verb(subjects, "stories", "score how articles are grouped into stories",
                    "tidings.cli.eval_stories", "stories")  # fmt: skip
    stories.add_argument("--data", type=Path, metavar="DIR|FILE",
                         help="JSON lines with title and story, in order of time, or a folder "
                              "with stories*.jsonl")  # fmt: skip
    stories.add_argument("--world", type=_count_or_zero, action="append", metavar="SEED",
                         help="the built-in news world instead, whose truth is known; may be "
                              "repeated")  # fmt: skip
    stories.add_argument("--worst", type=_count_or_zero, default=5, metavar="N",
                         help="show the N worst stories of each file (5)")  # fmt: skip


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number above 0, got {text!r}")
    return int(text)


def _count_or_zero(text: str) -> int:
    return 0 if text == "0" else _count(text)
