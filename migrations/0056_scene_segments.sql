-- Segments of the scene index that outlive the process that built them: docs/decisions/0092-segments-that-outlive-a-process.md.

-- What all segments together hold: every scene as of a position of the log (scene.version, scene_gone). One row at most.
CREATE TABLE scene_manifest (
    one        boolean PRIMARY KEY DEFAULT true CHECK (one),
    -- Another one with every manifest.
    number     bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
    position   pg_snapshot NOT NULL,
    -- The database whose transactions the position counts: a dump that is read elsewhere brings the row along, and its
    -- numbers mean nothing there.
    cluster    bigint NOT NULL,
    database   oid NOT NULL,
    relation   oid NOT NULL,
    scenes     bigint NOT NULL CHECK (scenes >= 0),
    made_at    timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE scene_segment (
    -- SHA-256 of its bytes.
    digest      bytea PRIMARY KEY CHECK (octet_length(digest) = 32),
    object_key  text NOT NULL,
    scenes      bigint NOT NULL CHECK (scenes > 0),
    bytes       bigint NOT NULL CHECK (bytes > 0),
    -- Rows whose scenes are no longer, or are in another segment: four bytes each, little-endian, in order.
    dead        bytea NOT NULL
);
CREATE INDEX scene_segment_object ON scene_segment (object_key);

-- When all scenes are removed at once, nothing that was built of them counts any more.
CREATE OR REPLACE FUNCTION reset_scene_index() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO scene_index_reset DEFAULT VALUES;
    DELETE FROM scene_manifest;
    DELETE FROM scene_segment;
    RETURN NULL;
END $$;

-- Building segments is work about no order and of no person. One such task is alive at a time.
ALTER TABLE task DROP CONSTRAINT task_kind_check;
ALTER TABLE task ADD CONSTRAINT task_kind_check
    CHECK (kind IN ('extract_scene', 'package_order', 'verify_delivery', 'export', 'make_preview', 'push_scene', 'build_segments'));
ALTER TABLE task DROP CONSTRAINT task_subject_check;
ALTER TABLE task ADD CONSTRAINT task_subject_check
    CHECK (num_nonnulls(order_id, export_id, preview_did, match_id) = CASE kind WHEN 'build_segments' THEN 0 ELSE 1 END
           AND (kind = 'export') = (export_id IS NOT NULL)
           AND (kind = 'make_preview') = (preview_did IS NOT NULL)
           AND (kind = 'push_scene') = (match_id IS NOT NULL)
           AND (user_id IS NULL) = (kind IN ('make_preview', 'build_segments')));
CREATE UNIQUE INDEX task_build_segments ON task (kind)
    WHERE kind = 'build_segments' AND state IN ('waiting', 'released', 'running');
CREATE INDEX task_build ON task (finished_at) WHERE kind = 'build_segments';
