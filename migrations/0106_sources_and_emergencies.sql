-- How fast a source is read, in bytes a second, by all workers together; empty: as fast as it gives. See
-- docs/decisions/0151-sources-have-a-bandwidth-and-emergencies-a-lane.md.
ALTER TABLE archive_source ADD COLUMN bytes_per_second bigint CHECK (bytes_per_second > 0);

-- When the line of a source is free for further bytes: whoever reads some moves it on by the time that they take.
CREATE TABLE source_pace (
    source_id    integer PRIMARY KEY REFERENCES archive_source ON DELETE CASCADE,
    free_at      timestamptz NOT NULL,
    -- Until when somebody waits for it, or waited last; empty: it was always free.
    waited_until timestamptz
);

-- Orders that are urgent for an emergency: their work goes before all other.
CREATE TABLE order_emergency (
    order_id  uuid PRIMARY KEY REFERENCES orders ON DELETE CASCADE,
    reason    text NOT NULL CHECK (reason <> ''),
    marked_by uuid REFERENCES app_user,
    marked_at timestamptz NOT NULL
);

-- Slots of a worker that take work of emergencies and nothing else, beside the others.
ALTER TABLE worker ADD COLUMN emergency_slots integer NOT NULL DEFAULT 0;
-- Of what is released or runs: whether in such a slot.
ALTER TABLE task ADD COLUMN emergency_slot boolean NOT NULL DEFAULT false;
