-- Since when a task stands where it stands: why it waits is said with it. A change of the lease or the progress is none.
ALTER TABLE task ADD COLUMN state_since timestamptz NOT NULL DEFAULT now();
UPDATE task SET state_since = coalesce(finished_at, released_at, greatest(created_at, least(run_after, now())))
WHERE state NOT IN ('done', 'cancelled');
CREATE FUNCTION note_task_state() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.state_since := now();
    RETURN NEW;
END
$$;
CREATE TRIGGER note_task_state BEFORE UPDATE OF state ON task FOR EACH ROW
    WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION note_task_state();

-- Somebody paused it: it is not released until somebody resumes it.
ALTER TABLE task ADD COLUMN paused_at timestamptz;
ALTER TABLE task ADD COLUMN paused_by uuid REFERENCES app_user;
ALTER TABLE task ADD CONSTRAINT task_pause CHECK ((paused_at IS NULL) = (paused_by IS NULL));

-- The operators' list, newest first, page after page.
CREATE INDEX task_created ON task (created_at DESC, id DESC);
-- What failed for good, for the list and the groups of failures.
CREATE INDEX task_failed ON task (created_at DESC, id DESC) WHERE state = 'failed';
-- Of several failures of one scene the newest is the one that somebody decides about.
CREATE INDEX task_failed_scene ON task (order_id, did) WHERE state IN ('failed', 'cancelled');

-- What operators see of a task. `unresolved`: it ended for good without a result, and its order waits for somebody to decide.
-- `source`: the host that its scene lies on, or the scheme where there is none; never a user or a password.
CREATE VIEW task_listing AS
SELECT t.id, t.kind, t.state, t.order_id, o.ordername, o.state AS order_state, t.did, t.export_id, t.preview_did,
    t.user_id, u.login_name, u.user_name, s.dataname AS scene, t.priority, t.attempt, t.failures, t.handed_back,
    t.worker, t.created_at, t.started_at, t.state_since, t.run_after, t.paused_at, p.user_name AS paused_by,
    t.error_class, t.error_text, t.error_detail,
    coalesce(t.error_detail -> 'params' -> 'what' ->> 'code', t.error_detail ->> 'code') AS error_code,
    coalesce(nullif(substring(s.archive_url FROM '^[a-z0-9+.-]+://(?:[^/@]*@)?([^/:?#]*)'), ''),
        substring(s.archive_url FROM '^([a-z0-9+.-]+):')) AS source,
    t.bytes_done, t.bytes_all,
    CASE
        WHEN t.state NOT IN ('failed', 'cancelled') THEN false
        WHEN t.kind = 'extract_scene' THEN o.state = 1
            AND EXISTS (SELECT FROM order_scene c WHERE c.order_id = t.order_id AND c.did = t.did AND c.state = 2)
            AND NOT EXISTS (SELECT FROM task n WHERE n.order_id = t.order_id AND n.did = t.did
                AND n.state IN ('failed', 'cancelled') AND (n.created_at, n.id) > (t.created_at, t.id))
        WHEN t.kind IN ('package_order', 'verify_delivery') THEN o.state = 3
            AND NOT EXISTS (SELECT FROM task n WHERE n.order_id = t.order_id
                AND n.kind IN ('package_order', 'verify_delivery') AND (n.created_at, n.id) > (t.created_at, t.id))
        ELSE false
    END AS unresolved
FROM task t LEFT JOIN orders o ON o.id = t.order_id LEFT JOIN app_user u ON u.id = t.user_id
LEFT JOIN app_user p ON p.id = t.paused_by LEFT JOIN scene s ON s.did = coalesce(t.did, t.preview_did);
