-- What a target is to learn of a file after its scene was taken out of the catalogue: once for a subscription, a scene and a file
-- of it, which is what a match is.
CREATE TABLE subscription_withdrawal (
    match_id      uuid PRIMARY KEY REFERENCES subscription_match ON DELETE CASCADE,
    withdrawn_at  timestamptz NOT NULL,
    -- Why, in the words of whoever withdrew it; empty: nobody said.
    reason        text NOT NULL DEFAULT '',
    state         text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'missed')),
    -- Not before: it has failed.
    retry_at      timestamptz,
    failures      integer NOT NULL DEFAULT 0,
    error_class   text,
    error_detail  jsonb,
    ended_at      timestamptz,
    CHECK ((state = 'waiting') = (ended_at IS NULL)),
    CHECK (state <> 'missed' OR error_class IS NOT NULL)
);
CREATE INDEX subscription_withdrawal_waiting ON subscription_withdrawal (withdrawn_at, match_id) WHERE state = 'waiting';

-- The target that a file was last sent to: its subscription may have another one by the time the file is withdrawn. No constraint:
-- it outlives the target. NULL: sent before this was noted, or not sent.
ALTER TABLE subscription_match ADD COLUMN sent_to uuid;

-- Whoever takes a scene out of the catalogue, by whatever way: the matches lose it in the same transaction. A file that lies at its
-- target whole but was not noted as delivered may have its own name already.
CREATE FUNCTION note_withdrawn_match() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO subscription_withdrawal (match_id, withdrawn_at, reason)
    VALUES (NEW.id, now(), coalesce(current_setting('scenedock.withdrawn_because', true), ''))
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;
CREATE TRIGGER subscription_match_withdrawn AFTER UPDATE OF did, state ON subscription_match FOR EACH ROW
    WHEN (NEW.did IS NULL AND NEW.subscription_id IS NOT NULL AND NEW.state <> 'waiting' AND NEW.sha256 IS NOT NULL
          AND (OLD.did IS NOT NULL OR OLD.state = 'waiting'))
    EXECUTE FUNCTION note_withdrawn_match();

ALTER TABLE task DROP CONSTRAINT task_kind_check;
ALTER TABLE task ADD CONSTRAINT task_kind_check
    CHECK (kind IN ('extract_scene', 'package_order', 'verify_delivery', 'export', 'make_preview', 'push_scene', 'build_segments',
        'receive_run', 'copy_scene', 'withdraw_scene'));
ALTER TABLE task DROP CONSTRAINT task_subject_check;
ALTER TABLE task ADD CONSTRAINT task_subject_check
    CHECK (num_nonnulls(order_id, export_id, preview_did, match_id, receive_run_id, copy_did)
               = CASE kind WHEN 'build_segments' THEN 0 ELSE 1 END
           AND (kind = 'export') = (export_id IS NOT NULL)
           AND (kind = 'make_preview') = (preview_did IS NOT NULL)
           AND (kind IN ('push_scene', 'withdraw_scene')) = (match_id IS NOT NULL)
           AND (kind = 'receive_run') = (receive_run_id IS NOT NULL)
           AND (kind = 'copy_scene') = (copy_did IS NOT NULL)
           AND (user_id IS NULL) = (kind IN ('make_preview', 'build_segments', 'receive_run', 'copy_scene')));
