-- What became of every attempt at a task of an order: the ledger itself knows only the last. One row an attempt, written when it
-- ends; kept for a year. See docs/decisions/0111-every-attempt-is-kept-for-a-year.md.
ALTER TABLE task ADD COLUMN claimed_at timestamptz;

CREATE TABLE task_attempt (
    task_id     uuid NOT NULL,
    attempt     integer NOT NULL,
    kind        text NOT NULL,
    order_id    uuid NOT NULL,
    did         bigint,
    worker      text NOT NULL,
    -- From when on it might begin; when it was put into the queue; when a worker took it.
    ready_at    timestamptz NOT NULL,
    released_at timestamptz NOT NULL,
    started_at  timestamptz NOT NULL,
    ended_at    timestamptz NOT NULL,
    outcome     text NOT NULL CHECK (outcome IN ('done', 'failed', 'lost', 'handed_back', 'cancelled')),
    -- Class of the failure (domain::task::ErrorClass).
    error_class text,
    bytes       bigint NOT NULL,
    PRIMARY KEY (task_id, attempt)
);
CREATE INDEX task_attempt_order ON task_attempt (order_id);
-- Rows come in the order of their ends: a few pages say where a moment begins.
CREATE INDEX task_attempt_ended ON task_attempt USING brin (ended_at) WITH (pages_per_range = 16);

-- However an attempt ends, its task leaves the state: so none is missed, and no statement of the ledger knows of the history.
CREATE FUNCTION keep_task_attempt() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    how text := CASE
        WHEN NEW.state = 'done' THEN 'done'
        WHEN NEW.state = 'cancelled' THEN 'cancelled'
        WHEN NEW.failures > OLD.failures THEN 'failed'
        WHEN NEW.handed_back > OLD.handed_back THEN 'handed_back'
        -- Its lease ran out.
        ELSE 'lost' END;
    began timestamptz := coalesce(OLD.claimed_at, OLD.started_at, now());
BEGIN
    INSERT INTO task_attempt (task_id, attempt, kind, order_id, did, worker, ready_at, released_at, started_at, ended_at,
        outcome, error_class, bytes)
    VALUES (OLD.id, OLD.attempt, OLD.kind, OLD.order_id, OLD.did, coalesce(OLD.worker, ''), least(OLD.run_after, began),
        least(coalesce(OLD.released_at, began), began), began, now(), how, CASE WHEN how = 'failed' THEN NEW.error_class END,
        CASE WHEN how = 'done' THEN NEW.bytes_done ELSE OLD.bytes_done END)
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;
CREATE TRIGGER keep_task_attempt AFTER UPDATE OF state ON task FOR EACH ROW
    WHEN (OLD.state = 'running' AND NEW.state <> 'running' AND OLD.order_id IS NOT NULL) EXECUTE FUNCTION keep_task_attempt();
