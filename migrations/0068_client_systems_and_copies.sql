-- Client systems (接入系统): accounts that other systems call as, with tokens and limits for a day. See
-- docs/decisions/0102-peers-copy-over-stac-and-https.md.
CREATE TABLE client_system (
    user_id       uuid PRIMARY KEY REFERENCES app_user,
    note          text NOT NULL,
    -- NULL: no limit.
    calls_a_day   integer CHECK (calls_a_day >= 0),
    bytes_a_day   bigint CHECK (bytes_a_day >= 0),
    created_by    uuid REFERENCES app_user,
    created_at    timestamptz NOT NULL
);

CREATE TABLE access_token (
    id            uuid PRIMARY KEY,
    user_id       uuid NOT NULL REFERENCES client_system ON DELETE CASCADE,
    -- SHA-256: the token itself is shown once, and kept nowhere.
    token_hash    bytea NOT NULL UNIQUE,
    name          text NOT NULL,
    -- What it allows, as far as its account still does.
    permissions   text[] NOT NULL,
    created_by    uuid REFERENCES app_user,
    created_at    timestamptz NOT NULL,
    expires_at    timestamptz NOT NULL,
    last_used_at  timestamptz
);
CREATE INDEX access_token_user ON access_token (user_id, created_at);

-- What client systems took, by day of China's calendar.
CREATE TABLE client_use (
    user_id  uuid NOT NULL REFERENCES client_system ON DELETE CASCADE,
    day      date NOT NULL,
    calls    bigint NOT NULL DEFAULT 0,
    -- Calls beyond the limit of the day.
    refused  bigint NOT NULL DEFAULT 0,
    bytes    bigint NOT NULL DEFAULT 0,
    -- Whether the last call was one of them.
    is_spent boolean NOT NULL DEFAULT false,
    PRIMARY KEY (user_id, day)
);
CREATE INDEX client_use_day ON client_use (day);

-- Files of scenes in the object store, for other systems to fetch.
CREATE TABLE scene_copy (
    did           bigint PRIMARY KEY REFERENCES scene ON UPDATE CASCADE ON DELETE CASCADE,
    -- Of which file it is; a scene that has another one by now is copied anew.
    source        text NOT NULL,
    state         text NOT NULL CHECK (state IN ('waiting', 'ready', 'failed')),
    -- Not called object_key: copies are in no backup, they can be made again.
    copy_key      text,
    size          bigint,
    sha256        bytea,
    asked_at      timestamptz NOT NULL,
    -- When it was made, or failed for good.
    ended_at      timestamptz,
    -- When all of it was last fetched.
    read_at       timestamptz,
    error_class   text,
    error_detail  jsonb,
    CHECK ((state = 'ready') = (copy_key IS NOT NULL)),
    CHECK (num_nulls(copy_key, size, sha256) IN (0, 3)),
    CHECK ((state = 'failed') = (error_class IS NOT NULL)),
    CHECK ((state = 'waiting') = (ended_at IS NULL))
);
CREATE INDEX scene_copy_asked ON scene_copy (asked_at);

-- A copy is made by a task. It goes when it is over; what became of it stands in scene_copy.
ALTER TABLE task ADD COLUMN copy_did bigint REFERENCES scene_copy ON UPDATE CASCADE ON DELETE CASCADE;
-- Which file the worker took.
ALTER TABLE task ADD COLUMN copy_source text;
ALTER TABLE task DROP CONSTRAINT task_kind_check;
ALTER TABLE task ADD CONSTRAINT task_kind_check
    CHECK (kind IN ('extract_scene', 'package_order', 'verify_delivery', 'export', 'make_preview', 'push_scene', 'build_segments',
        'receive_run', 'copy_scene'));
ALTER TABLE task DROP CONSTRAINT task_subject_check;
ALTER TABLE task ADD CONSTRAINT task_subject_check
    CHECK (num_nonnulls(order_id, export_id, preview_did, match_id, receive_run_id, copy_did)
               = CASE kind WHEN 'build_segments' THEN 0 ELSE 1 END
           AND (kind = 'export') = (export_id IS NOT NULL)
           AND (kind = 'make_preview') = (preview_did IS NOT NULL)
           AND (kind = 'push_scene') = (match_id IS NOT NULL)
           AND (kind = 'receive_run') = (receive_run_id IS NOT NULL)
           AND (kind = 'copy_scene') = (copy_did IS NOT NULL)
           AND (user_id IS NULL) = (kind IN ('make_preview', 'build_segments', 'receive_run', 'copy_scene')));
CREATE UNIQUE INDEX task_copy ON task (copy_did) WHERE copy_did IS NOT NULL;

UPDATE role SET permissions = permissions || '{/scene/file,/client/save}' WHERE '/webhook/list' = ANY (permissions);
