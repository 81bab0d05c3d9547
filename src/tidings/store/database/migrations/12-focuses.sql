ALTER TABLE sites ADD COLUMN about TEXT NOT NULL DEFAULT '';
ALTER TABLE sites ADD COLUMN about_query TEXT NOT NULL DEFAULT '';
ALTER TABLE sites ADD COLUMN about_at REAL;

CREATE TABLE focuses (
    site INTEGER PRIMARY KEY,
    pages INTEGER NOT NULL,
    wanted INTEGER NOT NULL,
    dossier BLOB NOT NULL
);

-- Links of sites that are followed for a topic; one goes when its end has been seen,
-- unless that is an index page, which goes on teaching what its link was worth.
CREATE TABLE prospects (
    host_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    site INTEGER NOT NULL,
    url TEXT NOT NULL,
    parent TEXT NOT NULL,
    words TEXT NOT NULL,
    origin TEXT NOT NULL,
    warmth REAL NOT NULL,
    likely_index INTEGER NOT NULL,
    service REAL NOT NULL,
    odds REAL NOT NULL,
    explored INTEGER NOT NULL,
    weighed INTEGER NOT NULL DEFAULT 0,  -- links seen when the odds were last worked out
    PRIMARY KEY (host_id, id)
) WITHOUT ROWID;
CREATE INDEX prospects_site ON prospects (site, weighed);
