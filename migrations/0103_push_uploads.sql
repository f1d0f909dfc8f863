-- Uploads into buckets that have begun and not ended: the next attempt at the same file goes on behind their parts. The parts of
-- one that nobody goes on with cost the bucket's owner money until it is taken back.
CREATE TABLE push_upload (
    id             uuid PRIMARY KEY,
    -- NULL: the match is gone, and nobody goes on with it.
    match_id       uuid REFERENCES subscription_match ON DELETE SET NULL,
    -- Where it lies and who may take it back: the target may have another address by then, or be gone. No constraint: see there.
    target_id      uuid NOT NULL,
    address        text NOT NULL,
    region         text NOT NULL,
    login_name     text NOT NULL,
    secret_sealed  bytea NOT NULL,
    -- Below the target's folder.
    path           text NOT NULL,
    -- By which the bucket knows it.
    upload_id      text NOT NULL,
    -- Bytes of each part but the last.
    part_size      bigint NOT NULL CHECK (part_size > 0),
    -- What the bucket answered to the first parts, without a gap.
    parts          text[] NOT NULL DEFAULT '{}',
    begun_at       timestamptz NOT NULL,
    -- When the last part was noted.
    moved_at       timestamptz NOT NULL,
    -- Since when nobody goes on with it, and when it is next tried to take it back.
    left_at        timestamptz,
    retry_at       timestamptz
);
-- One is gone on with; those that were left before wait until they are taken back.
CREATE UNIQUE INDEX push_upload_match ON push_upload (match_id) WHERE left_at IS NULL;
