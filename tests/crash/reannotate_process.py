"""Reannotates a home, and kills itself with SIGKILL when it reaches a stage for the nth time.

Usage: reannotate_process.py HOME STAGE N. Works in small steps, so that kills can interrupt it.
"""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.crash.crawl_process import arm

from tidings.engine.followers.story_grouping import StoryGrouping
from tidings.engine.maintenance import reannotate, story_ids
from tidings.engine.rebuilding import rebuild
from tidings.model.crawl.rebuild_step import RebuildStep
from tidings.settings.tree import Settings

STAGES: dict[str, tuple[Any, str, str]] = {
    "before-keeping": (reannotate, "_keep", "before"),
    "after-keeping": (reannotate, "_keep", "after"),
    "after-annotating": (rebuild, "annotate_again", "after"),
    "after-forgetting": (reannotate, "forget_stories", "after"),
    "before-grouping": (StoryGrouping, "write", "before"),
    "after-grouping": (StoryGrouping, "write", "after"),
    "after-correction": (StoryGrouping, "reconsider", "after"),
    "before-ids": (story_ids, "restore_story_ids", "before"),
    "after-ids": (story_ids, "restore_story_ids", "after"),
}


def main() -> None:
    """Run with the arguments of the command line."""
    home, stage, calls = sys.argv[1:4]
    settings = Settings(home=Path(home))
    settings = replace(settings, engine=replace(settings.engine, workers=1))
    reannotate._CHUNK = 2
    reannotate._GROUP_CHUNK = 2
    if stage != "none":
        arm(STAGES[stage], int(calls))
    steps = frozenset({RebuildStep.ANNOTATE, RebuildStep.STORIES})
    print(rebuild.rebuild_home(settings, steps, lambda *_: None, everything=False).articles)


if __name__ == "__main__":
    main()
