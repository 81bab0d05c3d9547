-- When somebody asked that a job should stop. It is NULL again once the job is resumed.
ALTER TABLE jobs ADD COLUMN cancelled_at REAL;
