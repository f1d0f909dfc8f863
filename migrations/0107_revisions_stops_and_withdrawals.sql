-- Which file of a scene it is says its contents where they are known: one that moved to another address is the same file, and no
-- correction of it. Where no checksum is known the address has to do, as before. Replaced in its place, so that a version before
-- this one that still runs beside it means the same. See docs/decisions/0158-a-file-is-its-contents.md.
CREATE OR REPLACE FUNCTION scene_source(archive_url text, size bigint, sha256 bytea) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE WHEN sha256 IS NULL THEN md5(concat_ws(' ', archive_url, size)) ELSE encode(sha256, 'hex') END
$$;

-- Pictures are kept by what they were made from, as before: none has to be made again for this.
CREATE OR REPLACE FUNCTION expect_previews() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO scene_preview AS p (did, source)
    SELECT did, md5(concat_ws(' ', archive_url, size, encode(sha256, 'hex'))) FROM added WHERE archive_url IS NOT NULL ORDER BY did
    ON CONFLICT (did) DO UPDATE SET state = 'none', source = excluded.source, rounds = 0, error_class = NULL,
        error_text = NULL, retry_at = '-infinity'
    WHERE p.source <> excluded.source;
    RETURN NULL;
END $$;

-- What was matched, or came in, by the name that its file had until now.
UPDATE subscription_match m SET revision = scene_source(c.archive_url, c.size, c.sha256) FROM scene c
WHERE c.did = m.did AND c.sha256 IS NOT NULL AND m.revision = md5(concat_ws(' ', c.archive_url, c.size, encode(c.sha256, 'hex')));
UPDATE scene_arrival a SET revision = scene_source(c.archive_url, c.size, c.sha256) FROM scene c
WHERE c.did = a.did AND c.sha256 IS NOT NULL AND a.revision = md5(concat_ws(' ', c.archive_url, c.size, encode(c.sha256, 'hex')));

-- A file that was not where its scene said, and is there now: whoever subscribed to it gets it after all, unless a later file of
-- the scene is on its way or lies there.
CREATE OR REPLACE FUNCTION note_changed_scenes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF is_subscribed() THEN
        INSERT INTO scene_arrival (did, revision)
        SELECT did, scene_source(n.archive_url, n.size, n.sha256) FROM added n JOIN removed o USING (did)
        WHERE n.archive_url IS NOT NULL AND (o.archive_url IS NULL
            OR scene_source(n.archive_url, n.size, n.sha256) <> scene_source(o.archive_url, o.size, o.sha256))
        ORDER BY did
        ON CONFLICT (did) DO UPDATE SET revision = excluded.revision;
        UPDATE subscription_match m SET state = 'waiting', ended_at = NULL, retry_at = NULL, failures = 0, error_class = NULL,
            error_detail = NULL
        FROM added n JOIN removed o USING (did), subscription s
        WHERE n.archive_url <> o.archive_url AND n.sha256 = o.sha256 AND m.did = n.did AND m.state = 'missed'
            AND m.error_class IN ('source_missing', 'source_refused')
            AND m.revision = scene_source(n.archive_url, n.size, n.sha256)
            AND s.id = m.subscription_id AND s.state IN ('running', 'paused', 'suspended')
            AND NOT EXISTS (SELECT FROM subscription_match l WHERE l.subscription_id = m.subscription_id AND l.did = m.did
                AND l.round > m.round AND l.state <> 'missed');
    END IF;
    RETURN NULL;
END $$;

-- A target that administrators have stopped: nothing is sent there until one of them lets it go on, whoever subscribes. What came in
-- waits. NULL: it is not stopped.
ALTER TABLE push_target ADD COLUMN stopped_at timestamptz, ADD COLUMN stop_reason text NOT NULL DEFAULT '';

-- Scenes that were taken out of the catalogue, in the order in which that was committed: installations that copied them follow. They are
-- told the digest of an id, so that nobody learns of a scene that was never shown to them. See
-- docs/decisions/0154-scenes-are-withdrawn-in-the-back-office.md.
CREATE TABLE scene_withdrawal (
    number        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    dataid        text NOT NULL,
    -- SHA-256 of the id.
    digest        bytea NOT NULL CHECK (octet_length(digest) = 32),
    withdrawn_at  timestamptz NOT NULL DEFAULT now(),
    reason        text NOT NULL
);
CREATE INDEX scene_withdrawal_dataid ON scene_withdrawal (dataid, number DESC);
-- Up to which withdrawal of the other side a receive task has followed.
ALTER TABLE receive_task ADD COLUMN followed_until bigint NOT NULL DEFAULT 0;
