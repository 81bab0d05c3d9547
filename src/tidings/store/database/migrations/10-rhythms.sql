-- When live URLs bring news; hours and days to skip are bits.
CREATE TABLE rhythms (
    id INTEGER PRIMARY KEY,
    rhythm BLOB NOT NULL,
    listed INTEGER NOT NULL,
    ttl REAL NOT NULL,
    skip_hours INTEGER NOT NULL,
    skip_days INTEGER NOT NULL,
    basis TEXT NOT NULL
);
CREATE TABLE spending (
    id INTEGER PRIMARY KEY CHECK (id = 0),
    patience REAL NOT NULL,
    visits REAL NOT NULL,
    source_days REAL NOT NULL,
    at REAL NOT NULL
);
