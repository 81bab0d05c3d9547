-- So that an index of an older version, which dates undated articles, can leave them out.
CREATE INDEX articles_undated ON articles (id) WHERE published IS NULL;
