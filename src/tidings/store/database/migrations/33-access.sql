-- Who may read and write over HTTP. Secrets are hashes; ids are public.
CREATE TABLE users (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    role TEXT NOT NULL,
    password TEXT,
    created_at REAL NOT NULL,
    last_visit REAL
);
CREATE TABLE tokens (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    scope TEXT NOT NULL,
    user_id INTEGER,
    hash TEXT NOT NULL,
    created_at REAL NOT NULL,
    expires_at REAL,
    revoked_at REAL,
    used_at REAL
);
CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    user_id INTEGER NOT NULL,
    hash TEXT NOT NULL,
    created_at REAL NOT NULL,
    expires_at REAL NOT NULL,
    used_at REAL NOT NULL
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE TABLE login_links (
    id TEXT PRIMARY KEY,
    hash TEXT NOT NULL,
    expires_at REAL NOT NULL
);

-- What each user keeps.
CREATE TABLE article_marks (
    user_id INTEGER NOT NULL,
    mark TEXT NOT NULL,
    article TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (user_id, mark, article)
) WITHOUT ROWID;
CREATE INDEX article_marks_newest ON article_marks (user_id, mark, at, article);
CREATE INDEX article_marks_article ON article_marks (article);
CREATE TABLE mutes (
    user_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    muted TEXT NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (user_id, kind, muted)
) WITHOUT ROWID;
CREATE TABLE followed_stories (
    user_id INTEGER NOT NULL,
    story INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (user_id, story)
) WITHOUT ROWID;
