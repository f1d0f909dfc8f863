-- Saved searches whose scenes are pushed as they come in.
CREATE TABLE subscription (
    id           uuid PRIMARY KEY,
    number       bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    user_id      uuid NOT NULL REFERENCES app_user,
    name         text NOT NULL,
    purpose      text NOT NULL,
    -- NULL: the target of one that has ended was removed.
    target_id    uuid REFERENCES push_target ON DELETE SET NULL,
    -- What is searched, and the portal's address of the same search.
    criteria     jsonb NOT NULL,
    query        text NOT NULL,
    frequency    text CHECK (frequency IN ('day', 'week', 'month', 'year')),
    delay_hours  smallint NOT NULL DEFAULT 0 CHECK (delay_hours IN (0, 1, 2)),
    valid_until  timestamptz NOT NULL,
    daily_bytes  bigint CHECK (daily_bytes > 0),
    window_from  smallint CHECK (window_from BETWEEN 0 AND 23),
    window_to    smallint CHECK (window_to BETWEEN 0 AND 23),
    state        text NOT NULL CHECK (state IN ('pending', 'refused', 'running', 'paused', 'suspended', 'ended')),
    -- Why it was refused or suspended.
    reason       text NOT NULL DEFAULT '',
    decided_by   uuid REFERENCES app_user,
    decided_at   timestamptz,
    created_at   timestamptz NOT NULL,
    -- By which whoever keeps subscriptions in memory notices that one became different.
    version      bigint NOT NULL,
    CHECK ((window_from IS NULL) = (window_to IS NULL)),
    CHECK (state = 'ended' OR target_id IS NOT NULL)
);
CREATE SEQUENCE subscription_version;
CREATE INDEX subscription_user ON subscription (user_id, created_at DESC);
CREATE INDEX subscription_target ON subscription (target_id);
CREATE INDEX subscription_state ON subscription (state, created_at DESC);
CREATE INDEX subscription_written ON subscription (version);
CREATE FUNCTION number_written_subscription() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.version := nextval('subscription_version');
    RETURN NEW;
END $$;
CREATE TRIGGER subscription_written BEFORE INSERT OR UPDATE ON subscription
    FOR EACH ROW EXECUTE FUNCTION number_written_subscription();

-- Scenes whose file is new or another one, until all subscriptions have met them. Nothing is noted while nobody subscribes.
CREATE TABLE scene_arrival (
    did         bigint PRIMARY KEY REFERENCES scene ON UPDATE CASCADE ON DELETE CASCADE,
    revision    text NOT NULL,
    arrived_at  timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX scene_arrival_at ON scene_arrival (arrived_at);

CREATE FUNCTION is_subscribed() RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (SELECT FROM subscription WHERE state IN ('running', 'paused', 'suspended'))
$$;
-- Rows are touched in key order: two who write scenes at once wait for one another, never crosswise.
CREATE FUNCTION note_added_scenes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF is_subscribed() THEN
        INSERT INTO scene_arrival (did, revision)
        SELECT did, scene_source(archive_url, size, sha256) FROM added WHERE archive_url IS NOT NULL ORDER BY did
        ON CONFLICT (did) DO UPDATE SET revision = excluded.revision;
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION note_changed_scenes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF is_subscribed() THEN
        INSERT INTO scene_arrival (did, revision)
        SELECT did, scene_source(n.archive_url, n.size, n.sha256) FROM added n JOIN removed o USING (did)
        WHERE n.archive_url IS NOT NULL AND (o.archive_url IS NULL
            OR scene_source(n.archive_url, n.size, n.sha256) <> scene_source(o.archive_url, o.size, o.sha256))
        ORDER BY did
        ON CONFLICT (did) DO UPDATE SET revision = excluded.revision;
    END IF;
    RETURN NULL;
END $$;
-- After the triggers that keep scene_tally, scene_extent and scene_preview: triggers of one event fire by name.
CREATE TRIGGER scene_y_arrived_added AFTER INSERT ON scene REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION note_added_scenes();
CREATE TRIGGER scene_y_arrived_changed AFTER UPDATE ON scene REFERENCING OLD TABLE AS removed NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION note_changed_scenes();

-- What matched, and what became of it: matched = delivered + waiting + missed.
CREATE TABLE subscription_match (
    id               uuid PRIMARY KEY,
    subscription_id  uuid NOT NULL REFERENCES subscription,
    -- NULL: the scene was taken out of the catalogue since.
    did              bigint REFERENCES scene ON UPDATE CASCADE ON DELETE SET NULL,
    dataname         text NOT NULL,
    revision         text NOT NULL,
    -- Which file of the scene it is for this subscription: corrections come beside what they correct.
    round            integer NOT NULL CHECK (round > 0),
    size             bigint NOT NULL,
    -- Below the target's folder; nobody else's file is ever written there.
    path             text NOT NULL,
    state            text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'missed')),
    matched_at       timestamptz NOT NULL,
    due_at           timestamptz NOT NULL,
    -- Not before: it has failed.
    retry_at         timestamptz,
    failures         integer NOT NULL DEFAULT 0,
    error_class      text,
    error_detail     jsonb,
    -- Known to lie at the target, whole, under the name of a part: what is left is its renaming.
    sha256           bytea CHECK (octet_length(sha256) = 32),
    ended_at         timestamptz,
    CHECK ((state = 'waiting') = (ended_at IS NULL)),
    CHECK (state <> 'delivered' OR sha256 IS NOT NULL),
    CHECK (state <> 'missed' OR error_class IS NOT NULL)
);
-- At least once, never twice.
CREATE UNIQUE INDEX subscription_match_once ON subscription_match (subscription_id, did, revision);
CREATE UNIQUE INDEX subscription_match_path ON subscription_match (subscription_id, path);
CREATE INDEX subscription_match_scene ON subscription_match (did);
CREATE INDEX subscription_match_list ON subscription_match (subscription_id, matched_at DESC, id DESC);
CREATE INDEX subscription_match_waiting ON subscription_match (subscription_id, matched_at, id) WHERE state = 'waiting';
CREATE INDEX subscription_match_withdrawn ON subscription_match (id) WHERE state = 'waiting' AND did IS NULL;
CREATE INDEX subscription_match_ended ON subscription_match (subscription_id, ended_at) WHERE state = 'delivered';
