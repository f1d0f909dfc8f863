-- A finished order that is pushed to a target of its owner's. Its files stand among the matches: they go out by the same
-- machinery.
CREATE TABLE order_push (
    id           uuid PRIMARY KEY,
    order_id     uuid NOT NULL REFERENCES orders,
    -- Of delivery, which goes with the order only. No constraint says so: deliveries refer to tasks, tasks to matches and
    -- matches to this, and a backup could load none of them first.
    delivery_id  uuid NOT NULL,
    -- NULL: the target was removed since.
    target_id    uuid REFERENCES push_target ON DELETE SET NULL,
    target_name  text NOT NULL,
    -- Whose order and target it is, and who pushed it.
    user_id      uuid NOT NULL REFERENCES app_user,
    pushed_by    uuid NOT NULL REFERENCES app_user,
    created_at   timestamptz NOT NULL
);
-- Once, whoever asks again.
CREATE UNIQUE INDEX order_push_once ON order_push (delivery_id, target_id);
CREATE INDEX order_push_order ON order_push (order_id, created_at DESC);
CREATE INDEX order_push_target ON order_push (target_id);

ALTER TABLE subscription_match
    ALTER COLUMN subscription_id DROP NOT NULL,
    -- Of an order: dataname is the file's path in the delivery, revision the delivery.
    ADD COLUMN order_push_id uuid REFERENCES order_push,
    ADD CONSTRAINT subscription_match_subject CHECK (num_nonnulls(subscription_id, order_push_id) = 1),
    ADD CONSTRAINT subscription_match_order_file CHECK (order_push_id IS NULL OR did IS NULL);
CREATE UNIQUE INDEX subscription_match_order_path ON subscription_match (order_push_id, path);
