-- The place of a story's change among the changes of articles: after the newest one that was
-- committed before it. NULL in older rows.
ALTER TABLE story_changes ADD COLUMN article_seq INTEGER;

-- Whether the article was fetched with credentials: when it is gone, only the log knows. NULL in
-- older rows.
ALTER TABLE changes ADD COLUMN with_login INTEGER;
CREATE INDEX changes_with_login ON changes (seq) WHERE with_login = 1;
