CREATE TABLE watches (
    site INTEGER PRIMARY KEY,
    rhythm BLOB NOT NULL,
    articles INTEGER NOT NULL,
    last_new REAL,
    silent_from REAL,
    looked_at REAL
);
CREATE INDEX watches_silent ON watches (silent_from) WHERE silent_from IS NOT NULL;
CREATE TABLE hours (
    site INTEGER NOT NULL,
    hour INTEGER NOT NULL,
    seen INTEGER NOT NULL,
    PRIMARY KEY (site, hour)
) WITHOUT ROWID;
