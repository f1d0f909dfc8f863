-- The administrative region whose outline the area of a bookmark is: it comes back by its name.
ALTER TABLE bookmark ADD COLUMN region text;
