-- What a job was started by (JSON), so that it can be resumed by its number alone, and by which plan
-- its parts were cut (JSON), so that whoever goes on cuts the same parts.
ALTER TABLE jobs ADD COLUMN command TEXT NOT NULL DEFAULT '';
ALTER TABLE jobs ADD COLUMN plan TEXT NOT NULL DEFAULT '';

-- The seconds that a part was expected to take (NULL: nobody estimated), where it was mapped, and in
-- how many places at once.
ALTER TABLE job_parts ADD COLUMN estimated REAL;
ALTER TABLE job_parts ADD COLUMN place TEXT NOT NULL DEFAULT '';
ALTER TABLE job_parts ADD COLUMN copies INTEGER NOT NULL DEFAULT 1;

-- How long records took, by the category that the value of an attribute falls into.
CREATE TABLE job_times (
    job TEXT NOT NULL,
    attribute TEXT NOT NULL,
    category INTEGER NOT NULL,
    records INTEGER NOT NULL,
    seconds REAL NOT NULL,
    squares REAL NOT NULL,
    PRIMARY KEY (job, attribute, category)
);

-- Who may ask a host, until when; each holder gets a higher number than the one before. Whoever comes
-- next waits until `not_before`, so that a holder that is cut off cannot break the host's delay.
CREATE TABLE host_leases (
    host TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    fence INTEGER NOT NULL,
    expires_at REAL NOT NULL,
    not_before REAL NOT NULL
);
