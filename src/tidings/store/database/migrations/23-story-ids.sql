-- The highest id that a story ever had, which other databases than SQLite do not keep by themselves.
INSERT INTO counters
    SELECT 'story_id', coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'stories';
