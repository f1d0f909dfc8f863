-- Sources that scenes come in from by themselves.
CREATE TABLE receive_task (
    id              uuid PRIMARY KEY,
    name            text NOT NULL UNIQUE,
    -- From where, and how: domain::receive::ReceiveDefinition.
    definition      jsonb NOT NULL,
    every_minutes   integer CHECK (every_minutes BETWEEN 1 AND 44640),
    cron            text,
    state           text NOT NULL CHECK (state IN ('running', 'paused')),
    next_run_at     timestamptz NOT NULL,
    -- Failures in a row, and until when it is left alone.
    failures        integer NOT NULL DEFAULT 0,
    rests_until     timestamptz,
    failure_class   text,
    failure_detail  jsonb,
    -- Of an API: the moment of change up to which everything was received.
    updated_until   timestamptz,
    -- Where a walk goes on that is not through.
    walk            jsonb,
    created_by      uuid REFERENCES app_user,
    created_at      timestamptz NOT NULL,
    CHECK (num_nonnulls(every_minutes, cron) = 1),
    CHECK (rests_until IS NULL OR failures > 0)
);
CREATE INDEX receive_task_due ON receive_task (next_run_at) WHERE state = 'running';

-- Looks at a source.
CREATE TABLE receive_run (
    id               uuid PRIMARY KEY,
    -- NULL: a dry run of a definition that need not be saved.
    receive_task_id  uuid REFERENCES receive_task ON DELETE CASCADE,
    -- As it was when the run was written.
    definition       jsonb NOT NULL,
    cause            text NOT NULL CHECK (cause IN ('schedule', 'person', 'command', 'dry_run')),
    requested_by     uuid REFERENCES app_user,
    state            text NOT NULL DEFAULT 'live' CHECK (state IN ('live', 'done', 'failed')),
    created_at       timestamptz NOT NULL,
    begun_at         timestamptz,
    ended_at         timestamptz,
    -- Counted from receive_file when it ends.
    added            bigint NOT NULL DEFAULT 0,
    updated          bigint NOT NULL DEFAULT 0,
    same             bigint NOT NULL DEFAULT 0,
    refused          bigint NOT NULL DEFAULT 0,
    waiting          bigint NOT NULL DEFAULT 0,
    bytes            bigint NOT NULL DEFAULT 0,
    -- Files that were as they were taken in before, and not looked into.
    known            bigint NOT NULL DEFAULT 0,
    -- Whether the next run goes on with what this one left.
    more             boolean NOT NULL DEFAULT false,
    error_class      text,
    error_detail     jsonb,
    CHECK ((state = 'live') = (ended_at IS NULL)),
    CHECK ((state = 'failed') = (error_class IS NOT NULL)),
    CHECK ((cause = 'dry_run') = (receive_task_id IS NULL))
);
-- However many look at the schedule.
CREATE UNIQUE INDEX receive_run_live ON receive_run (receive_task_id) WHERE state = 'live';
CREATE INDEX receive_run_list ON receive_run (receive_task_id, created_at DESC, id DESC);

-- What became of each item.
CREATE TABLE receive_file (
    id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    run_id  uuid NOT NULL REFERENCES receive_run ON DELETE CASCADE,
    name    text NOT NULL,
    -- The scene's public id, where it could be read.
    dataid  text,
    size    bigint NOT NULL DEFAULT 0,
    outcome text NOT NULL CHECK (outcome IN ('new', 'updated', 'same', 'refused', 'waiting')),
    reason  text,
    detail  jsonb,
    at      timestamptz NOT NULL,
    CHECK ((outcome IN ('refused', 'waiting')) = (reason IS NOT NULL))
);
-- An attempt that goes on after a kill reports nothing twice.
CREATE UNIQUE INDEX receive_file_once ON receive_file (run_id, md5(name));
CREATE INDEX receive_file_list ON receive_file (run_id, id);
CREATE INDEX receive_file_at ON receive_file (at);

-- What was seen of the files of a folder.
CREATE TABLE receive_seen (
    receive_task_id  uuid NOT NULL REFERENCES receive_task ON DELETE CASCADE,
    path             text NOT NULL,
    size             bigint NOT NULL,
    modified         bigint NOT NULL,
    since            timestamptz NOT NULL,
    is_settled       boolean NOT NULL,
    looked_at        timestamptz NOT NULL
);
CREATE UNIQUE INDEX receive_seen_path ON receive_seen (receive_task_id, md5(path));
CREATE INDEX receive_seen_looked ON receive_seen (looked_at);

-- A run is a task. It goes when it is over; what became of it stands in receive_run.
ALTER TABLE task ADD COLUMN receive_run_id uuid REFERENCES receive_run ON DELETE CASCADE;
ALTER TABLE task DROP CONSTRAINT task_kind_check;
ALTER TABLE task ADD CONSTRAINT task_kind_check
    CHECK (kind IN ('extract_scene', 'package_order', 'verify_delivery', 'export', 'make_preview', 'push_scene', 'build_segments', 'receive_run'));
ALTER TABLE task DROP CONSTRAINT task_subject_check;
ALTER TABLE task ADD CONSTRAINT task_subject_check
    CHECK (num_nonnulls(order_id, export_id, preview_did, match_id, receive_run_id) = CASE kind WHEN 'build_segments' THEN 0 ELSE 1 END
           AND (kind = 'export') = (export_id IS NOT NULL)
           AND (kind = 'make_preview') = (preview_did IS NOT NULL)
           AND (kind = 'push_scene') = (match_id IS NOT NULL)
           AND (kind = 'receive_run') = (receive_run_id IS NOT NULL)
           AND (user_id IS NULL) = (kind IN ('make_preview', 'build_segments', 'receive_run')));
CREATE UNIQUE INDEX task_receive_run ON task (receive_run_id) WHERE receive_run_id IS NOT NULL;
