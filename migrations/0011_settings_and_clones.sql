-- What administrators switch for everybody, and orders that were cloned from others.

-- Keys are those of the program; a key without a row has its default.
CREATE TABLE setting (
    key     text PRIMARY KEY,
    value   jsonb NOT NULL,
    set_by  uuid NOT NULL REFERENCES app_user,
    set_at  timestamptz NOT NULL
);

-- The number of the order that it was cloned from. Numbers never change, and orders leave tombstones.
ALTER TABLE orders ADD COLUMN cloned_from text;

-- Time on site (fReceivestarttime, fReceiveendtime).
ALTER TABLE behaviour ADD COLUMN started_at timestamptz;
ALTER TABLE behaviour ADD COLUMN ended_at timestamptz;
