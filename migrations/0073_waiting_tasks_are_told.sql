-- Whoever releases tasks hears at once of those that came to wait, and need not find them at its next look.
CREATE FUNCTION tell_of_waiting_tasks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM written WHERE state = 'waiting') THEN
        PERFORM pg_notify('task_waiting', '');
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER tell_of_waiting_tasks AFTER INSERT ON task REFERENCING NEW TABLE AS written
    FOR EACH STATEMENT EXECUTE FUNCTION tell_of_waiting_tasks();

-- Each order's waiting tasks, and those of a kind that belong to none, as the dispatcher takes them: it reads them in this order and sorts none.
CREATE INDEX task_lot ON task (user_id, order_id, kind, priority DESC, created_at, id) INCLUDE (run_after, paused_at) WHERE state = 'waiting';
