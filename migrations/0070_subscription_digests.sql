-- Whether its owner is told each day what a subscription brought the day before.
ALTER TABLE subscription ADD COLUMN digest boolean NOT NULL DEFAULT true;
-- Days of which owners were told: once, however many processes look.
CREATE TABLE subscription_digest (
    day      date PRIMARY KEY,
    told_at  timestamptz NOT NULL
);
-- A notice without an order tells of subscriptions.
ALTER TABLE notice
    ALTER COLUMN event_id DROP NOT NULL,
    ALTER COLUMN order_id DROP NOT NULL,
    DROP CONSTRAINT IF EXISTS notice_subject,
    ADD CONSTRAINT notice_subject CHECK ((event_id IS NULL) = (order_id IS NULL));
