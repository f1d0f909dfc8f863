-- Footprints are bytes in one spelling (geometry::Footprint), written by one type; see docs/decisions/0021-footprints-are-numbers.md.
-- Nothing at all: nobody could read where the scene is.
ALTER TABLE scene ADD COLUMN outline bytea NOT NULL DEFAULT '';

-- What was stored as text is converted by `scenedock migrate` in batches, and is null from then on; what cannot be read
-- stays, for whoever wants to look. Rows that are still to be converted are found without reading the others.
ALTER TABLE scene ALTER COLUMN footprint DROP NOT NULL;
CREATE INDEX scene_footprint_text ON scene (did) WHERE footprint IS NOT NULL;
