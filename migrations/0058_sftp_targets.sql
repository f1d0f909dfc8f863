-- Targets over SSH: signed in at with a password or with the installation's own key, and recognised by the key of the host.
ALTER TABLE push_target DROP CONSTRAINT push_target_kind_check;
ALTER TABLE push_target
    ADD CONSTRAINT push_target_kind_check CHECK (kind IN ('ftp', 'ftps', 'sftp', 's3')),
    ADD COLUMN sign_in text NOT NULL DEFAULT 'password' CHECK (sign_in IN ('password', 'key')),
    -- What the host showed when the target was tried out, as OpenSSH writes it: whoever shows another one gets nothing.
    ADD COLUMN host_key text,
    ADD CONSTRAINT push_target_sign_in_fits CHECK (sign_in = 'password' OR kind = 'sftp'),
    ADD CONSTRAINT push_target_host_known CHECK ((kind = 'sftp') = (host_key IS NOT NULL));

-- The key that this installation signs in with: made when it is first wanted, sealed under the server's key.
CREATE TABLE push_key (
    is_one      boolean PRIMARY KEY DEFAULT true CHECK (is_one),
    algorithm   text NOT NULL CHECK (algorithm IN ('Ed25519')),
    -- As a line of authorized_keys.
    public_key  text NOT NULL,
    seed_sealed bytea NOT NULL,
    made_at     timestamptz NOT NULL
);
