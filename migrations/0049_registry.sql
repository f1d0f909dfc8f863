-- The registry of provided data (登记): one row for each delivery that was opened, those of reopened orders too. What it says is
-- what was true then; it stays as it is when the order is deleted, an account renamed, or the catalogue changed.
CREATE TABLE registry_entry (
    -- 登记号. Later entries have greater ones; some may be missing between them.
    number       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    delivery_id  uuid NOT NULL UNIQUE REFERENCES delivery,
    order_id     uuid NOT NULL REFERENCES orders,
    -- Which delivery of its order: the first, or after so many reopenings.
    round        integer NOT NULL CHECK (round >= 1),
    opened_at    timestamptz NOT NULL,
    ordername    text NOT NULL,
    kind         smallint NOT NULL CHECK (kind IN (0, 1, 2)),
    get_method   smallint NOT NULL CHECK (get_method IN (0, 2)),
    user_id      uuid NOT NULL REFERENCES app_user,
    login_name   text NOT NULL,
    user_name    text NOT NULL,
    applicant    text NOT NULL,
    unit         text NOT NULL,
    usage        text NOT NULL,
    project      text NOT NULL,
    description  text NOT NULL,
    scene_count  integer NOT NULL,
    scene_bytes  bigint NOT NULL,
    file_count   integer NOT NULL,
    file_bytes   bigint NOT NULL,
    -- When its order was completed: for an offline copy, when the disk was fetched.
    completed_at timestamptz,
    UNIQUE (order_id, round)
);
CREATE INDEX registry_entry_opened ON registry_entry (opened_at);
CREATE INDEX registry_entry_user ON registry_entry (user_id, number DESC);
CREATE INDEX registry_entry_unit ON registry_entry (unit, number DESC);

-- What was handed out, as the catalogue called it then.
CREATE TABLE registry_scene (
    entry      bigint NOT NULL REFERENCES registry_entry,
    position   integer NOT NULL,
    dataid     text NOT NULL,
    dataname   text NOT NULL,
    node       text NOT NULL,
    satellite  text NOT NULL,
    sensor     text NOT NULL,
    acquired   timestamptz NOT NULL,
    size       bigint NOT NULL,
    sha256     bytea CHECK (octet_length(sha256) = 32),
    PRIMARY KEY (entry, position)
);
CREATE INDEX registry_scene_satellite ON registry_scene (satellite, entry);

-- The papers that it was handed out for: those of the opened delivery, and those that completing the order brought.
CREATE TABLE registry_paper (
    entry        bigint NOT NULL REFERENCES registry_entry,
    kind         smallint NOT NULL,
    sha256       bytea NOT NULL CHECK (octet_length(sha256) = 32),
    size         bigint NOT NULL,
    uploaded_at  timestamptz NOT NULL,
    PRIMARY KEY (entry, kind, sha256)
);

-- What was fetched of it: the sum of the transfers of a file, which themselves go after a time.
CREATE TABLE registry_fetch (
    entry     bigint NOT NULL REFERENCES registry_entry,
    path      text NOT NULL,
    -- How often it was brought to its end.
    times     bigint NOT NULL,
    -- Bytes sent, those of broken transfers too.
    bytes     bigint NOT NULL,
    first_at  timestamptz NOT NULL,
    last_at   timestamptz NOT NULL,
    PRIMARY KEY (entry, path)
);

-- Entries of deliveries that were opened before there was a registry: each with what its order has now.
INSERT INTO registry_entry (delivery_id, order_id, round, opened_at, ordername, kind, get_method, user_id, login_name, user_name,
    applicant, unit, usage, project, description, scene_count, scene_bytes, file_count, file_bytes, completed_at)
SELECT d.id, o.id, row_number() OVER (PARTITION BY o.id ORDER BY d.created_at, d.id), opened.at, o.ordername, o.kind,
    coalesce(o.get_method, CASE WHEN d.account IS NULL THEN 2 ELSE 0 END), o.user_id, u.login_name, u.user_name, o.applyuser,
    btrim(o.apply_user_unit), btrim(o.apply_user_used), o.product_name, o.description,
    (SELECT count(*) FROM order_scene s WHERE s.order_id = o.id AND s.state = 0),
    (SELECT coalesce(sum(s.size), 0) FROM order_scene s WHERE s.order_id = o.id AND s.state = 0),
    (SELECT count(*) FROM delivery_file f WHERE f.delivery_id = d.id),
    (SELECT coalesce(sum(f.size), 0) FROM delivery_file f WHERE f.delivery_id = d.id),
    CASE WHEN later.at IS NULL THEN o.ended_at END
FROM delivery d JOIN orders o ON o.id = d.order_id JOIN app_user u ON u.id = o.user_id
LEFT JOIN LATERAL (SELECT min(created_at) AS at FROM delivery n WHERE n.order_id = d.order_id
    AND (n.created_at, n.id) > (d.created_at, d.id)) later ON true
JOIN LATERAL (SELECT e.at FROM order_event e WHERE e.order_id = o.id AND e.action = 'finish_preparation' AND e.to_state = 6
    AND e.at >= d.created_at AND (later.at IS NULL OR e.at < later.at) ORDER BY e.id LIMIT 1) opened ON true
WHERE d.state <> 'verifying' ORDER BY opened.at, d.id;

INSERT INTO registry_scene (entry, position, dataid, dataname, node, satellite, sensor, acquired, size, sha256)
SELECT e.number, row_number() OVER (PARTITION BY e.number ORDER BY s.position, s.did), c.dataid, c.dataname, n.label, c.satellite,
    c.sensor, c.acquired, coalesce(s.size, 0), s.sha256
FROM registry_entry e JOIN order_scene s ON s.order_id = e.order_id AND s.state = 0 JOIN scene c ON c.did = s.did
JOIN catalogue_node n ON n.id = c.nodeid;

INSERT INTO registry_paper (entry, kind, sha256, size, uploaded_at)
SELECT e.number, a.kind, a.sha256, max(a.size), min(a.created_at)
FROM registry_entry e JOIN attachment a ON a.order_id = e.order_id AND a.replaced_at IS NULL AND a.kind <> 8
GROUP BY e.number, a.kind, a.sha256;

INSERT INTO registry_fetch (entry, path, times, bytes, first_at, last_at)
SELECT e.number, t.path,
    count(*) FILTER (WHERE t.outcome = 'done' AND t.from_offset + t.bytes = coalesce(t.size, f.size)),
    sum(t.bytes), min(t.started_at), max(t.ended_at)
FROM transfer t
JOIN LATERAL (SELECT e.number, e.delivery_id FROM registry_entry e
    WHERE e.delivery_id = t.delivery_id OR (t.delivery_id IS NULL AND e.order_id = t.order_id)
    ORDER BY e.opened_at <= t.ended_at DESC, abs(extract(epoch FROM t.ended_at - e.opened_at)) LIMIT 1) e ON true
LEFT JOIN delivery_file f ON f.delivery_id = t.delivery_id AND f.path = t.path
WHERE t.outcome IS NOT NULL AND t.bytes > 0 AND NOT t.by_check
GROUP BY e.number, t.path;

UPDATE role SET permissions = permissions || '{/registry/list}' WHERE id = 'admin';
