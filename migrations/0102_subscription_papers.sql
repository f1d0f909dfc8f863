-- Papers of subscriptions: a paper lies in an order, in a subscription, or in neither yet.
ALTER TABLE attachment
    ADD COLUMN subscription_id uuid REFERENCES subscription,
    ADD CONSTRAINT attachment_holder CHECK (order_id IS NULL OR subscription_id IS NULL),
    -- What is said in a feedback is said of an order.
    ADD CONSTRAINT attachment_subscribed CHECK (subscription_id IS NULL OR kind <> 8),
    DROP CONSTRAINT IF EXISTS attachment_replaced,
    ADD CONSTRAINT attachment_replaced CHECK (replaced_at IS NULL OR order_id IS NOT NULL OR subscription_id IS NOT NULL);
CREATE INDEX attachment_subscription ON attachment (subscription_id) WHERE subscription_id IS NOT NULL;
-- One file a slot.
CREATE UNIQUE INDEX attachment_subscription_slot ON attachment (subscription_id, kind)
    WHERE subscription_id IS NOT NULL AND replaced_at IS NULL;
