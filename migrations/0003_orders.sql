-- Orders, their scenes, papers and events.
CREATE TABLE orders (
    id                   uuid PRIMARY KEY,
    ordername            text NOT NULL UNIQUE,
    state                smallint NOT NULL CHECK (state IN (-2, -1, 0, 1, 2, 3, 5, 6, 7, 8)),
    kind                 smallint NOT NULL CHECK (kind IN (0, 1, 2)),
    data_type            text NOT NULL DEFAULT '0',
    user_id              uuid NOT NULL REFERENCES app_user,
    applyuser            text NOT NULL DEFAULT '',
    apply_user_phone     text NOT NULL DEFAULT '',
    apply_user_unit      text NOT NULL DEFAULT '',
    apply_user_used      text NOT NULL DEFAULT '',
    product_name         text NOT NULL DEFAULT '',
    get_method           smallint CHECK (get_method IN (0, 2)),
    description          text NOT NULL DEFAULT '',
    process_describe     text NOT NULL DEFAULT '',
    extracting_elements  text NOT NULL DEFAULT '',
    assignment           text NOT NULL DEFAULT '',
    cause                text NOT NULL DEFAULT '',
    auditor_id           uuid REFERENCES app_user,
    priority             integer NOT NULL DEFAULT 0 CHECK (priority BETWEEN 0 AND 100),
    data_count           integer NOT NULL DEFAULT 0,
    data_size            bigint NOT NULL DEFAULT 0,
    created_at           timestamptz NOT NULL,
    updated_at           timestamptz NOT NULL,
    submitted_at         timestamptz,
    ended_at             timestamptz,
    -- What the form said when the order was rejected: resubmitting demands a change.
    rejected_form        jsonb
);
CREATE INDEX orders_state_created ON orders (state, created_at DESC, id DESC);
CREATE INDEX orders_user_state_created ON orders (user_id, state, created_at DESC);
CREATE INDEX orders_created ON orders (created_at DESC, id DESC);

CREATE TABLE order_event (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    order_id     uuid NOT NULL REFERENCES orders,
    at           timestamptz NOT NULL,
    actor        text NOT NULL,
    user_id      uuid REFERENCES app_user,
    action       text NOT NULL,
    from_state   smallint,
    to_state     smallint NOT NULL,
    reason_code  text NOT NULL DEFAULT '',
    text         text NOT NULL DEFAULT '',
    client_ip    text NOT NULL DEFAULT ''
);
CREATE INDEX order_event_order ON order_event (order_id, id);

-- A scene as it was ordered: the catalogue may change, the order does not.
CREATE TABLE order_scene (
    order_id     uuid NOT NULL REFERENCES orders,
    did          bigint NOT NULL REFERENCES scene,
    position     integer NOT NULL,
    -- 0 extracted, 1 extracting, 2 failed; NULL: preparation has not begun.
    state        smallint CHECK (state IN (0, 1, 2)),
    flog         text,
    object_key   text,
    size         bigint,
    sha256       bytea CHECK (octet_length(sha256) = 32),
    crc32        bigint,
    ready_at     timestamptz,
    PRIMARY KEY (order_id, did)
);

CREATE INDEX order_scene_object ON order_scene (object_key) WHERE object_key IS NOT NULL;

CREATE TABLE attachment (
    id           uuid PRIMARY KEY,
    user_id      uuid NOT NULL REFERENCES app_user,
    order_id     uuid REFERENCES orders,
    kind         smallint NOT NULL CHECK (kind IN (6, 7, 2, 1, 4)),
    stored_name  text NOT NULL,
    format       text NOT NULL CHECK (format IN ('jpeg', 'png', 'pdf')),
    size         bigint NOT NULL,
    sha256       bytea NOT NULL,
    object_key   text NOT NULL UNIQUE,
    created_at   timestamptz NOT NULL
);
CREATE INDEX attachment_order ON attachment (order_id);
-- One file a slot.
CREATE UNIQUE INDEX attachment_slot ON attachment (order_id, kind) WHERE order_id IS NOT NULL;

CREATE TABLE idempotency (
    user_id     uuid NOT NULL REFERENCES app_user ON DELETE CASCADE,
    key         text NOT NULL,
    request     bytea NOT NULL,
    order_id    uuid NOT NULL REFERENCES orders,
    created_at  timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (user_id, key)
);
