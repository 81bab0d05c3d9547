CREATE TABLE annotations (
    article TEXT PRIMARY KEY,
    revision INTEGER NOT NULL,
    body TEXT NOT NULL,
    sketch BLOB NOT NULL,
    clipping BLOB NOT NULL
);

-- The last seq that stories know.
INSERT INTO counters VALUES ('grouped', 0);

-- Addresses of stories are handed around: a number is never given twice.
CREATE TABLE stories (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    began_at REAL NOT NULL,
    newest_at REAL NOT NULL,
    title TEXT NOT NULL,
    lead TEXT NOT NULL,
    language TEXT NOT NULL,
    articles INTEGER NOT NULL,
    sources INTEGER NOT NULL,
    keyphrases TEXT NOT NULL,
    merged_into INTEGER
);
CREATE INDEX stories_newest ON stories (newest_at) WHERE merged_into IS NULL;

CREATE TABLE memberships (
    article TEXT PRIMARY KEY,
    story INTEGER NOT NULL,
    at REAL NOT NULL,
    score REAL NOT NULL,
    evidence TEXT NOT NULL
);
CREATE INDEX memberships_story ON memberships (story, at);
CREATE INDEX memberships_at ON memberships (at);

CREATE TABLE likenesses (
    article TEXT NOT NULL,
    other TEXT NOT NULL,
    similarity REAL NOT NULL,
    holds REAL NOT NULL,  -- the share of the other's text that stands in the article
    held REAL NOT NULL,  -- the share of its own text that stands in the other
    how TEXT NOT NULL,
    PRIMARY KEY (article, other)
) WITHOUT ROWID;
CREATE INDEX likenesses_other ON likenesses (other);
