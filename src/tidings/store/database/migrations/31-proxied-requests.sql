-- The proxy that a request went through; empty: none.
ALTER TABLE requests ADD COLUMN proxy TEXT NOT NULL DEFAULT '';
