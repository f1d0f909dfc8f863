-- How fast a target is written to, in bytes a second: as its owner has set it, and what administrators allow at most. NULL: any.
-- And what holds back what is due there since the last round of the dispatcher; when something was last let go.
ALTER TABLE push_target
    ADD COLUMN bytes_per_second      bigint CHECK (bytes_per_second > 0),
    ADD COLUMN most_bytes_per_second bigint CHECK (most_bytes_per_second > 0),
    ADD COLUMN hold                  text CHECK (hold IN ('target_volume', 'total_volume', 'total_parallel')),
    ADD COLUMN released_at           timestamptz;

-- When the line to a target, or of the whole installation (NULL), is free for further bytes: whoever sends some moves it on by the
-- time that they take, so that all workers together are no faster than what was set.
CREATE TABLE push_pace (
    target_id  uuid UNIQUE NULLS NOT DISTINCT REFERENCES push_target ON DELETE CASCADE,
    free_at    timestamptz NOT NULL
);

-- What went out on one day: to a target, and in all.
CREATE INDEX subscription_match_sent_today ON subscription_match (sent_to, ended_at) INCLUDE (size) WHERE state = 'delivered';
CREATE INDEX subscription_match_sent_in_all ON subscription_match (ended_at) INCLUDE (size) WHERE state = 'delivered';
