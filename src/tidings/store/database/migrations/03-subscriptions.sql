CREATE TABLE subscriptions (
    id TEXT PRIMARY KEY,
    url TEXT NOT NULL,
    host TEXT NOT NULL,
    url_id INTEGER NOT NULL,
    site INTEGER NOT NULL,
    hub TEXT NOT NULL,
    topic TEXT NOT NULL,
    secret TEXT NOT NULL,
    callback TEXT NOT NULL,
    state TEXT NOT NULL,
    detail TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    due REAL,
    asked_at REAL,
    verified_at REAL,
    lease_ends REAL,
    delivered_at REAL,
    deliveries INTEGER NOT NULL,
    ignored INTEGER NOT NULL,
    missed INTEGER NOT NULL,
    streak INTEGER NOT NULL,
    doubted_at REAL,
    digests BLOB NOT NULL,
    UNIQUE (host, url_id)
) WITHOUT ROWID;
CREATE INDEX subscriptions_due ON subscriptions (due) WHERE due IS NOT NULL;
CREATE INDEX subscriptions_delivered ON subscriptions (delivered_at)
    WHERE delivered_at IS NOT NULL;
