-- Each order's waiting tasks, those of a kind that belong to no order, and those that belong to nobody, as the dispatcher steps from
-- one lot to the next and reads the first tasks of each: it never reads all that waits. What is paused is not in it. Absent ids are
-- written as the least one, so that rows compare.
CREATE INDEX task_turn ON task (coalesce(user_id, '00000000-0000-0000-0000-000000000000'::uuid),
    coalesce(order_id, '00000000-0000-0000-0000-000000000000'::uuid), kind, priority DESC, created_at, id)
    WHERE state = 'waiting' AND paused_at IS NULL;
-- It takes the place of both.
DROP INDEX IF EXISTS task_lot, task_waiting;
-- Every task leaves the index as a dead entry at the head of its lot, where each look begins. Vacuum removes them; a fifth of a table of
-- millions is too late for it.
ALTER TABLE task SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 2000);
