-- What an auditor decided at the desk and may still take back. A reconciler carries it out when it is due.
CREATE TABLE pending_decision (
    -- Nobody decides twice.
    order_id    uuid PRIMARY KEY REFERENCES orders,
    decision    text NOT NULL CHECK (decision IN ('approve', 'reject')),
    -- Of an approval: scenes that are only in the catalogue leave the order.
    leave_out   boolean NOT NULL DEFAULT false,
    -- Of a rejection.
    cause       text NOT NULL DEFAULT '',
    user_id     uuid NOT NULL REFERENCES app_user,
    -- From where, and with what, it was decided: the event says so later.
    client_ip   text NOT NULL DEFAULT '',
    agent       text NOT NULL DEFAULT '',
    decided_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    due_at      timestamptz NOT NULL,
    CHECK (decision <> 'reject' OR cause <> '')
);
CREATE INDEX pending_decision_due ON pending_decision (due_at);

-- Decisions that were not carried out, until whoever decided has read why.
CREATE TABLE dropped_decision (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    order_id    uuid NOT NULL REFERENCES orders,
    user_id     uuid NOT NULL REFERENCES app_user,
    decision    text NOT NULL CHECK (decision IN ('approve', 'reject')),
    -- A word of the domain.
    reason      text NOT NULL,
    at          timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX dropped_decision_user ON dropped_decision (user_id, id);

-- How much a unit usually orders.
CREATE INDEX orders_apply_user_unit ON orders (apply_user_unit, created_at DESC);

-- Orders that somebody has to look at, and why: what the first page counts is what the list shows.
CREATE VIEW order_attention (order_id, kind) AS
SELECT o.id, 'failed_scenes'::text FROM orders o
WHERE o.state = 1 AND EXISTS (SELECT FROM order_scene s WHERE s.order_id = o.id AND s.state = 2)
UNION ALL
-- Somebody tried again, or it is being tried: then there is a live task.
SELECT o.id, 'failed_packaging'::text FROM orders o
WHERE o.state = 3 AND EXISTS (SELECT FROM task t WHERE t.order_id = o.id
    AND t.kind IN ('package_order', 'verify_delivery') AND t.state = 'failed')
AND NOT EXISTS (SELECT FROM task t WHERE t.order_id = o.id
    AND t.kind IN ('package_order', 'verify_delivery') AND t.state IN ('waiting', 'released', 'running'))
UNION ALL
-- As soon before the end as applicants are warned for the first time.
SELECT o.id, 'expiring'::text FROM orders o JOIN delivery d ON d.order_id = o.id
WHERE o.state = 6 AND d.state = 'active' AND d.expires_at > now() AND d.expires_at <= now() + interval '3 days';
