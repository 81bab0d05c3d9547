-- Articles that were deleted here, by id, also under the ids of their other URLs. They are never
-- kept again. A row stays forever; `purged` says whether the rows of the article are gone.
CREATE TABLE takedowns (
    article TEXT PRIMARY KEY,
    url TEXT NOT NULL,
    at REAL NOT NULL,
    purged INTEGER NOT NULL
);
CREATE INDEX takedowns_left ON takedowns (article) WHERE purged = 0;
-- Records of these URLs that were archived until then are not read any more.
CREATE TABLE withheld (url TEXT PRIMARY KEY, until REAL NOT NULL);
-- Sources that were deleted with their articles; an import does not follow them again.
CREATE TABLE deleted_sources (url TEXT PRIMARY KEY, at REAL NOT NULL);
-- Files of the archive whose records were moved to another file, until they are removed.
CREATE TABLE compactions (file TEXT PRIMARY KEY, replaced_by TEXT NOT NULL, at REAL NOT NULL);
