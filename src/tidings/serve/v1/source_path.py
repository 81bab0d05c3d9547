"""The source that a path of version 1 names: by its domain, or by its id where domains repeat."""

from typing import Annotated

from fastapi import Depends, HTTPException
from fastapi import Path as PathParameter

from tidings.engine.sources.source_list import SourceInvalid
from tidings.model.crawl.source import Source
from tidings.serve.context import CurrentContext

_HELP = "its domain, such as post.example, or its id"


async def named_source(
    context: CurrentContext, source: Annotated[str, PathParameter(description=_HELP)]
) -> Source:
    """Return the followed source of a path; raises a 404."""
    try:
        return await context.run(lambda: context.library.source_at(source))
    except SourceInvalid as error:
        raise HTTPException(404, str(error)) from error


NamedSource = Annotated[Source, Depends(named_source)]
