-- Since when a subscription is over of which something may still wait to be given up; NULL: it is not over, or nothing waits.
ALTER TABLE subscription ADD COLUMN unsettled_since timestamptz CHECK (unsettled_since IS NULL OR state = 'ended');
UPDATE subscription SET unsettled_since = now() WHERE state = 'ended';
CREATE INDEX subscription_unsettled ON subscription (unsettled_since) WHERE unsettled_since IS NOT NULL;
