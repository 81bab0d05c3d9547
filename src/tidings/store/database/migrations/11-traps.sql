-- What the addresses of one shape have brought, per site.
CREATE TABLE shapes (
    site INTEGER NOT NULL,
    shape TEXT NOT NULL,
    credit REAL NOT NULL,
    ceiling REAL NOT NULL,
    visits INTEGER NOT NULL,
    news INTEGER NOT NULL,
    twins INTEGER NOT NULL,
    barren INTEGER NOT NULL,
    probed_at REAL NOT NULL,
    PRIMARY KEY (site, shape)
) WITHOUT ROWID;

-- What pages look like, with the first address of each.
CREATE TABLE prints (
    site INTEGER NOT NULL,
    look BLOB NOT NULL,
    url TEXT NOT NULL,
    article INTEGER NOT NULL,
    PRIMARY KEY (site, look)
) WITHOUT ROWID;

-- What in a site's addresses does not matter, and the pages known by what is left of them.
CREATE TABLE rules (
    site INTEGER NOT NULL,
    rule TEXT NOT NULL,
    pages TEXT NOT NULL,
    places TEXT NOT NULL,
    alike INTEGER NOT NULL,
    unlike INTEGER NOT NULL,
    PRIMARY KEY (site, rule)
) WITHOUT ROWID;
CREATE TABLE claims (
    site INTEGER NOT NULL,
    key BLOB NOT NULL,
    url TEXT NOT NULL,
    PRIMARY KEY (site, key)
) WITHOUT ROWID;
