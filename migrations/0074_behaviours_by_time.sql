-- The record of what people did is read by the moments at which they did it: rows of an old portal come late, and have later
-- ids. Pages of all kinds begin where this index says; those of one kind have (kind, at).
CREATE INDEX behaviour_at_id ON behaviour (at, id);
