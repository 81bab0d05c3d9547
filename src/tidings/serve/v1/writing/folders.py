"""Routes of folders: the list of them, and moving one."""

from typing import Annotated, Final

from fastapi import Depends, HTTPException
from fastapi import Path as PathParameter
from starlette.responses import Response

from tidings.engine.commands.command_values import FolderRenamed, RenameFolder
from tidings.engine.sources.source_folders import is_in_folder
from tidings.model.access.identity import Scope
from tidings.serve.context import CurrentContext
from tidings.serve.permission import needs
from tidings.serve.v1.frame.answer import answer
from tidings.serve.v1.frame.description import described, list_of
from tidings.serve.v1.frame.paging import envelope
from tidings.serve.v1.writing.bodies import FolderBody
from tidings.serve.v1.writing.command_answers import ACCEPTED, executed
from tidings.serve.v1.writing.source_changes import checked_folder
from tidings.serve.v1.writing.writing_route import with_statuses, writing_router
from tidings.shapes.v1.folder import FolderV1, RenamedFolderV1

router = writing_router("folders")


_FOLDER: Final[FolderV1] = {"path": "News/World", "sources": 12}


@router.get(
    "/folders",
    **described(
        "listFolders",
        "List the folders of sources",
        list_of(FolderV1, "FoldersV1"),
        {"items": [_FOLDER], "next": None},
    ),
)
async def list_folders(context: CurrentContext) -> Response:
    """List the folders that hold sources, by path; all of them, as there are few."""
    counts = await context.run(context.library.folders)
    items = [{"path": path, "sources": number} for path, number in counts.items()]
    return answer(envelope(items, None))


_RENAMED: Final = described(
    "renameFolder",
    "Rename or move a folder",
    RenamedFolderV1,
    {"path": "Press/World", "sources": 12},
    problems=(401, 403, 404, 409, 413, 415),
)


@router.patch(
    "/folders/{folder:path}",
    dependencies=[Depends(needs(Scope.WRITE))],
    **with_statuses(_RENAMED, ACCEPTED),
)
async def rename_folder(
    folder: Annotated[str, PathParameter(description="its path", examples=["News/World"])],
    body: FolderBody,
    context: CurrentContext,
) -> Response:
    """Rename or move a folder with all that is in it; an empty path dissolves it."""
    to, known = checked_folder(body.path, "path"), await context.run(context.library.folders)
    wanted = folder.strip("/")
    if not any(is_in_folder(each, wanted) for each in known):
        raise HTTPException(404, "There is no folder with this path; /api/v1/folders lists them.")
    result = await executed(context, FolderRenamed, RenameFolder(wanted, to))
    shape: RenamedFolderV1 = {"path": result.to, "sources": result.sources}
    return answer(shape)
