-- What an export tells of each scene, and how far the worker has come.
ALTER TABLE export ADD COLUMN content text NOT NULL DEFAULT 'list' CHECK (content IN ('list', 'metadata', 'outlines'));
-- Scenes that are in the file so far.
ALTER TABLE export ADD COLUMN written bigint NOT NULL DEFAULT 0 CHECK (written >= 0);
