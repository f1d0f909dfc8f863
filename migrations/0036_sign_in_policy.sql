-- How old passwords and accounts are, which passwords were before, and how often people call (docs/decisions/0060). Ages
-- begin with this version: nobody is shut out by a limit that was saved while it had no effect.
ALTER TABLE app_user
    ADD COLUMN password_set_at timestamptz NOT NULL DEFAULT now(),
    -- When the period began for which the account is valid: made, approved or extended.
    ADD COLUMN valid_from timestamptz NOT NULL DEFAULT now();

CREATE TABLE former_password (
    id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    user_id       uuid NOT NULL REFERENCES app_user ON DELETE CASCADE,
    password_hash text NOT NULL,
    replaced_at   timestamptz NOT NULL
);
CREATE INDEX former_password_of_user ON former_password (user_id, id DESC);

-- Calls of this minute, counted by all processes together. A count that a crash loses begins anew.
CREATE UNLOGGED TABLE call_count (
    user_id uuid PRIMARY KEY REFERENCES app_user ON DELETE CASCADE,
    minute  timestamptz NOT NULL,
    calls   integer NOT NULL
);
