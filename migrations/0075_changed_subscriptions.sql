-- Since when a subscription that was approved waits for the approval of a change; NULL: it does not. What comes in meanwhile is
-- matched, and goes out once the change is approved.
ALTER TABLE subscription ADD COLUMN changed_at timestamptz CHECK (changed_at IS NULL OR state = 'pending');

CREATE OR REPLACE FUNCTION is_subscribed() RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (SELECT FROM subscription WHERE state IN ('running', 'paused', 'suspended') OR changed_at IS NOT NULL)
$$;
CREATE INDEX subscription_changed ON subscription (changed_at) WHERE changed_at IS NOT NULL;
