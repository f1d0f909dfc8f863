-- What people and other systems are told of an order's events.

-- An event that nobody has yet been told of. (A cursor over ids would lose events: a transaction that began
-- earlier may commit later.) Events from before this version count as told.
ALTER TABLE order_event ADD COLUMN told boolean NOT NULL DEFAULT true;
ALTER TABLE order_event ALTER COLUMN told SET DEFAULT false;
CREATE INDEX order_event_untold ON order_event (id) WHERE NOT told;

ALTER TABLE app_user ADD COLUMN mail_notices boolean NOT NULL DEFAULT true;

CREATE TABLE notice (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    event_id   bigint NOT NULL REFERENCES order_event,
    user_id    uuid NOT NULL REFERENCES app_user,
    order_id   uuid NOT NULL REFERENCES orders,
    at         timestamptz NOT NULL,
    kind       text NOT NULL,
    text       text NOT NULL,
    read_at    timestamptz,
    UNIQUE (event_id, user_id)
);
CREATE INDEX notice_of_user ON notice (user_id, at DESC, id DESC);
CREATE INDEX notice_unread ON notice (user_id, at DESC, id DESC) WHERE read_at IS NULL;

-- A mail that is to carry a notice. `next_at` moves on when a try begins: a try that ends without a word is repeated.
CREATE TABLE notice_mail (
    notice_id  bigint PRIMARY KEY REFERENCES notice,
    attempts   integer NOT NULL DEFAULT 0,
    next_at    timestamptz NOT NULL,
    -- Sent, or given up with `error` saying why.
    ended_at   timestamptz,
    error      text
);
CREATE INDEX notice_mail_due ON notice_mail (next_at) WHERE ended_at IS NULL;

-- The notes of expiry that were made. An extension moves `expires_at`, and they are made anew.
CREATE TABLE expiry_note (
    delivery_id  uuid NOT NULL REFERENCES delivery,
    expires_at   timestamptz NOT NULL,
    code         text NOT NULL,
    PRIMARY KEY (delivery_id, expires_at, code)
);

CREATE TABLE webhook (
    id             uuid PRIMARY KEY,
    url            text NOT NULL,
    -- SM4-CCM under the webhook's id.
    secret_sealed  bytea NOT NULL,
    -- Kinds of notices; empty: all.
    events         text[] NOT NULL,
    active         boolean NOT NULL DEFAULT true,
    created_by     uuid NOT NULL REFERENCES app_user,
    created_at     timestamptz NOT NULL
);

CREATE TABLE webhook_delivery (
    id          uuid PRIMARY KEY,
    webhook_id  uuid NOT NULL REFERENCES webhook ON DELETE CASCADE,
    event_id    bigint NOT NULL REFERENCES order_event,
    kind        text NOT NULL,
    attempts    integer NOT NULL DEFAULT 0,
    next_at     timestamptz NOT NULL,
    tried_at    timestamptz,
    ended_at    timestamptz,
    -- What the last try came to.
    status      integer,
    error       text,
    UNIQUE (webhook_id, event_id)
);
CREATE INDEX webhook_delivery_due ON webhook_delivery (next_at) WHERE ended_at IS NULL;
CREATE INDEX webhook_delivery_last ON webhook_delivery (webhook_id, tried_at DESC);
