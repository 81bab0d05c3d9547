-- How feeds, sitemaps and index pages fare; the hashes of what they list are 4 bytes each.
CREATE TABLE lists (
    id INTEGER PRIMARY KEY,
    host TEXT NOT NULL,
    site INTEGER NOT NULL,
    role TEXT NOT NULL,
    reads INTEGER NOT NULL,
    read_at REAL,
    strikes INTEGER NOT NULL,
    failing_since REAL,
    brought INTEGER NOT NULL,
    brought_at REAL,
    rests INTEGER NOT NULL,
    size INTEGER NOT NULL,
    dated INTEGER NOT NULL,
    newest REAL,
    items BLOB NOT NULL,
    memory BLOB NOT NULL,
    head INTEGER,
    twin INTEGER,
    agreed INTEGER NOT NULL,
    parent INTEGER,
    lastmod REAL,
    lastmod_read REAL,
    lies INTEGER NOT NULL
);
CREATE INDEX lists_site ON lists (site);
CREATE INDEX lists_head ON lists (head) WHERE head IS NOT NULL;
CREATE INDEX lists_twin ON lists (twin) WHERE twin IS NOT NULL;
CREATE INDEX lists_parent ON lists (parent) WHERE parent IS NOT NULL;
CREATE INDEX urls_lists ON urls (site, role) WHERE role <> 'page';
