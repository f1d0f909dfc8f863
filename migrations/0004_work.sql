-- The task ledger: the truth about work. The queue only carries ids.
CREATE TABLE task (
    id            uuid PRIMARY KEY,
    kind          text NOT NULL CHECK (kind IN ('extract_scene', 'package_order', 'verify_delivery')),
    order_id      uuid NOT NULL REFERENCES orders,
    did           bigint,
    user_id       uuid NOT NULL,
    state         text NOT NULL DEFAULT 'waiting'
                  CHECK (state IN ('waiting', 'released', 'running', 'done', 'failed', 'cancelled')),
    priority      integer NOT NULL DEFAULT 0,
    -- The fencing token: counted at every claim, never taken back.
    attempt       integer NOT NULL DEFAULT 0,
    max_attempts  integer NOT NULL,
    -- Claims that a stopping worker gave back unharmed; they do not count against the limit.
    handed_back   integer NOT NULL DEFAULT 0,
    -- Failures that a worker reported.
    failures      integer NOT NULL DEFAULT 0,
    worker        text,
    lease_until   timestamptz,
    run_after     timestamptz NOT NULL DEFAULT now(),
    released_at   timestamptz,
    error_class   text,
    error_text    text,
    bytes_done    bigint NOT NULL DEFAULT 0,
    bytes_all     bigint NOT NULL DEFAULT 0,
    created_at    timestamptz NOT NULL DEFAULT now(),
    started_at    timestamptz,
    finished_at   timestamptz
);
CREATE INDEX task_waiting ON task (priority DESC, created_at) WHERE state = 'waiting';
CREATE INDEX task_live ON task (state, lease_until) WHERE state IN ('released', 'running');
CREATE INDEX task_order ON task (order_id, kind);
-- At most one live extraction of a scene, one packaging and one verification of an order.
CREATE UNIQUE INDEX task_one_live ON task (order_id, kind, coalesce(did, 0))
    WHERE state IN ('waiting', 'released', 'running');

-- Worker processes that are alive, with the slots they offer.
CREATE TABLE worker (
    name     text PRIMARY KEY,
    slots    integer NOT NULL,
    seen_at  timestamptz NOT NULL
);
