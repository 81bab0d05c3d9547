-- Hosts that asked us to wait (Retry-After), so that a restart or a retry keeps to it.
CREATE TABLE closed_hosts (
    host TEXT PRIMARY KEY,
    until REAL NOT NULL,
    reason TEXT NOT NULL
) WITHOUT ROWID;

-- Start pages that older versions left alone for 30 days or for good get their second chance.
UPDATE urls SET state = 'queued', due = visited_at, attempts = 1, kind = NULL, body_hash = NULL,
    etag = NULL, last_modified = NULL
    WHERE depth = 0 AND role = 'page' AND visited_at IS NOT NULL AND target IS NULL
    AND (kind IS NULL OR kind = 'valueless')
    AND (state IN ('failed', 'refused', 'quarantined') OR (state = 'done' AND due IS NULL)
    OR (state = 'resting' AND reason = 'dead: it failed again and again'))
    AND site IN (SELECT id FROM sites WHERE removed_at IS NULL);
UPDATE lists SET strikes = 0, failing_since = NULL WHERE role = 'page'
    AND failing_since IS NOT NULL;
