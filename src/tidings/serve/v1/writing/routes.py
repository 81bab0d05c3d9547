"""All routes that write."""

from typing import Final

from fastapi import APIRouter

from tidings.serve.v1.writing import (
    command_answers,
    folders,
    me,
    my_articles,
    my_lists,
    opml,
    previews,
    sources,
    takedown,
    tokens,
    users,
)

WRITING: Final[tuple[APIRouter, ...]] = (
    me.router,
    my_articles.router,
    my_lists.router,
    previews.router,
    sources.router,
    folders.router,
    opml.router,
    takedown.router,
    command_answers.router,
    tokens.router,
    users.router,
)
