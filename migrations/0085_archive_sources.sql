-- Where files of scenes lie: a folder of ARCHIVE_ROOTS, a bucket, or a server. A row says what each may have of the slots, and what is
-- remembered of one that fails, so that all processes know the same of it. See
-- docs/decisions/0119-archives-have-caps-and-breakers.md.
CREATE TABLE archive_source (
    id             integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- Address without user, password and path; of a folder with its path, and a slash at its end.
    name           text NOT NULL UNIQUE CHECK (name <> ''),
    -- Percent of the slots that it may have; empty: the usual share of its sort.
    share          smallint CHECK (share BETWEEN 1 AND 100),
    -- Failures in a row; until when it is left alone; why it failed last.
    failures       integer NOT NULL DEFAULT 0,
    rests_until    timestamptz,
    failure_detail jsonb
);

-- The source that an address lies in; empty for what is no address. A folder's files belong to the innermost folder that is known.
CREATE FUNCTION archive_source_of(address text) RETURNS text LANGUAGE sql STABLE RETURN CASE
    WHEN address LIKE 'file:%' THEN coalesce(
        (SELECT f.name FROM archive_source f WHERE f.name LIKE 'file:%' AND starts_with(address, f.name)
            ORDER BY length(f.name) DESC LIMIT 1), 'file:///')
    ELSE lower(substring(address FROM '^[A-Za-z][A-Za-z0-9+.-]*://') || substring(address FROM '^[A-Za-z0-9+.-]+://(?:[^/?#]*@)?([^/?#]*)'))
END;

-- Tasks are many and sources stay: no foreign key.
ALTER TABLE task ADD COLUMN source_id integer;

INSERT INTO archive_source (name)
SELECT DISTINCT archive_source_of(s.archive_url)
FROM task t JOIN scene s ON s.did = coalesce(t.did, t.preview_did, t.copy_did)
WHERE t.state IN ('waiting', 'released', 'running') AND archive_source_of(s.archive_url) <> '';
UPDATE task t SET source_id = a.id
FROM scene s JOIN archive_source a ON a.name = archive_source_of(s.archive_url)
WHERE s.did = coalesce(t.did, t.preview_did, t.copy_did) AND t.state IN ('waiting', 'released', 'running');

-- A lot is of one source, too: a source that may have no more is stepped over as a whole, whatever waits for it.
DROP INDEX task_turn;
CREATE INDEX task_turn ON task (coalesce(user_id, '00000000-0000-0000-0000-000000000000'::uuid),
    coalesce(order_id, '00000000-0000-0000-0000-000000000000'::uuid), kind, coalesce(source_id, 0), priority DESC, created_at, id)
    WHERE state = 'waiting' AND paused_at IS NULL;

CREATE OR REPLACE VIEW task_listing AS
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
    END AS unresolved, t.source_id
FROM task t LEFT JOIN orders o ON o.id = t.order_id LEFT JOIN app_user u ON u.id = t.user_id
LEFT JOIN app_user p ON p.id = t.paused_by LEFT JOIN scene s ON s.did = coalesce(t.did, t.preview_did);
