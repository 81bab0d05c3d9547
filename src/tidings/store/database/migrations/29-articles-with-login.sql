-- Whether the page was fetched with credentials: such articles are not shown to others.
ALTER TABLE articles ADD COLUMN with_login INTEGER NOT NULL DEFAULT 0;
CREATE INDEX articles_with_login ON articles (id) WHERE with_login = 1;
