-- FTP sessions of applicants: what each gateway serves, told once a second, so that operators see them and can end one whichever
-- process has it. Rows of a gateway that died are swept after an hour.
CREATE TABLE ftp_session (
    id          uuid PRIMARY KEY,
    -- The gateway that serves it: a new one each time a process starts.
    gateway     uuid NOT NULL,
    delivery_id uuid NOT NULL,
    account     text NOT NULL,
    client_ip   text NOT NULL,
    encrypted   boolean NOT NULL,
    since       timestamptz NOT NULL,
    seen_at     timestamptz NOT NULL,
    bytes       bigint NOT NULL,
    -- The file that it fetches now.
    path        text,
    -- When somebody ended it; its gateway reads that with its next word.
    ended_at    timestamptz
) WITH (fillfactor = 50);
CREATE INDEX ftp_session_gateway ON ftp_session (gateway);
