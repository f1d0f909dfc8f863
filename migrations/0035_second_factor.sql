-- The second factor of sign-in (docs/decisions/0059): a secret that somebody's app shares, and codes for when it is lost.
CREATE TABLE second_factor (
    user_id       uuid PRIMARY KEY REFERENCES app_user ON DELETE CASCADE,
    -- SM4-CCM under the account's id.
    secret_sealed bytea NOT NULL,
    begun_at      timestamptz NOT NULL,
    -- Not yet: the secret was shown, and no code has come back.
    confirmed_at  timestamptz,
    -- Codes of this time step and of earlier ones are used up.
    last_step     bigint NOT NULL DEFAULT 0
);

-- Keyed codes (HMAC with SM3 under the server's key): whoever reads the table tries none of them out.
CREATE TABLE recovery_code (
    user_id   uuid NOT NULL REFERENCES second_factor ON DELETE CASCADE,
    code_hash bytea NOT NULL CHECK (octet_length(code_hash) = 32),
    used_at   timestamptz,
    PRIMARY KEY (user_id, code_hash)
);

-- The password was right, and the second factor is still to come.
CREATE TABLE sign_in_ticket (
    token_hash    bytea PRIMARY KEY,
    user_id       uuid NOT NULL REFERENCES app_user ON DELETE CASCADE,
    sign_in_epoch bigint NOT NULL,
    network       text NOT NULL,
    expires_at    timestamptz NOT NULL
);
CREATE INDEX sign_in_ticket_expires_at ON sign_in_ticket (expires_at);

-- Whether those who have the role need a second factor.
ALTER TABLE role ADD COLUMN second_factor boolean NOT NULL DEFAULT false;

CREATE FUNCTION has_second_factor(person uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (SELECT FROM second_factor WHERE user_id = person AND confirmed_at IS NOT NULL)
$$;
-- Everybody knows the passwords of the demo's accounts: nobody locks the others out with a factor of one's own.
CREATE FUNCTION second_factor_due(person uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT NOT has_second_factor(person)
        AND EXISTS (SELECT FROM user_role h JOIN role r ON r.id = h.role_id WHERE h.user_id = person AND r.second_factor)
        AND NOT EXISTS (SELECT FROM app_user WHERE id = person AND demo)
$$;
