-- Lists that people take away: scenes of an order, or of the catalogue, as one file.
CREATE TABLE export (
    id           uuid PRIMARY KEY,
    user_id      uuid NOT NULL REFERENCES app_user,
    kind         text NOT NULL CHECK (kind IN ('shapefile', 'geojson', 'csv', 'xlsx')),
    -- Whose scenes; NULL: the catalogue's.
    order_id     uuid REFERENCES orders,
    -- The scenes in the file's order. One value, not a table of rows: a choice may hold 200,000.
    dids         bigint[] NOT NULL CHECK (cardinality(dids) BETWEEN 1 AND 200000),
    state        text NOT NULL DEFAULT 'working' CHECK (state IN ('working', 'done', 'failed')),
    object_key   text,
    file_name    text,
    size         bigint,
    sha256       bytea CHECK (octet_length(sha256) = 32),
    -- Why it failed.
    message      text,
    created_at   timestamptz NOT NULL,
    finished_at  timestamptz,
    -- When row and file are removed; NULL while it is worked on.
    expires_at   timestamptz,
    CHECK ((state = 'done') = (object_key IS NOT NULL)),
    CHECK (object_key IS NULL OR (file_name IS NOT NULL AND size IS NOT NULL AND sha256 IS NOT NULL)),
    CHECK ((state = 'failed') = (message IS NOT NULL)),
    CHECK ((state = 'working') = (expires_at IS NULL))
);
CREATE INDEX export_user ON export (user_id, created_at DESC);
CREATE INDEX export_expiry ON export (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX export_object ON export (object_key) WHERE object_key IS NOT NULL;

-- Work that belongs to no order.
ALTER TABLE task ALTER COLUMN order_id DROP NOT NULL;
ALTER TABLE task ADD COLUMN export_id uuid REFERENCES export ON DELETE CASCADE;
ALTER TABLE task DROP CONSTRAINT task_kind_check;
ALTER TABLE task ADD CONSTRAINT task_kind_check
    CHECK (kind IN ('extract_scene', 'package_order', 'verify_delivery', 'export'));
ALTER TABLE task ADD CONSTRAINT task_subject_check
    CHECK (num_nonnulls(order_id, export_id) = 1 AND (kind = 'export') = (export_id IS NOT NULL));
-- One export is worked on by one task.
CREATE UNIQUE INDEX task_export ON task (export_id) WHERE export_id IS NOT NULL;
