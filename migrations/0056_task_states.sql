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
