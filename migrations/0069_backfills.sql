-- Scenes that were in the catalogue before somebody subscribed to them, and that the subscription's owner asks for.
CREATE TABLE subscription_backfill (
    id               uuid PRIMARY KEY,
    subscription_id  uuid NOT NULL REFERENCES subscription,
    -- Which date of a scene lies in the range.
    basis            text NOT NULL CHECK (basis IN ('acquired', 'received')),
    range_from       timestamptz NOT NULL,
    range_to         timestamptz NOT NULL,
    state            text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'cancelled')),
    -- While a worker looks for the scenes; when that died, the next one does.
    claimed_until    timestamptz,
    -- What the search found, and of it the scenes that are matched, in order; NULL before and after.
    found            bigint NOT NULL DEFAULT 0,
    dids             bigint[],
    chosen           bigint NOT NULL DEFAULT 0,
    -- How many of the chosen have met the subscription.
    looked           bigint NOT NULL DEFAULT 0,
    created_at       timestamptz NOT NULL,
    ended_at         timestamptz,
    -- Who took it back; NULL of a cancelled one: its subscription was over.
    cancelled_by     uuid REFERENCES app_user,
    CHECK (range_from <= range_to),
    CHECK ((state = 'running') = (dids IS NOT NULL)),
    CHECK ((state IN ('done', 'cancelled')) = (ended_at IS NOT NULL))
);
-- One at a time for each subscription.
CREATE UNIQUE INDEX subscription_backfill_live ON subscription_backfill (subscription_id) WHERE state IN ('waiting', 'running');
CREATE INDEX subscription_backfill_list ON subscription_backfill (subscription_id, created_at DESC);
CREATE INDEX subscription_backfill_next ON subscription_backfill (created_at) WHERE state IN ('waiting', 'running');

-- NULL: it came in after somebody had subscribed.
ALTER TABLE subscription_match ADD COLUMN backfill_id uuid REFERENCES subscription_backfill;
CREATE INDEX subscription_match_of_backfill ON subscription_match (backfill_id, state) WHERE backfill_id IS NOT NULL;
-- What came in goes before what was there, however much of that waits.
CREATE INDEX subscription_match_came_in ON subscription_match (subscription_id, matched_at, id)
    WHERE state = 'waiting' AND backfill_id IS NULL;
CREATE INDEX subscription_match_backfilled ON subscription_match (subscription_id, matched_at, id)
    WHERE state = 'waiting' AND backfill_id IS NOT NULL;
