-- Whether system, security and audit administrators are kept apart (domain::separation): a row says since when.
CREATE TABLE administrators_apart (
    only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
    since    timestamptz NOT NULL,
    -- Who began it.
    by_id    uuid NOT NULL REFERENCES app_user
);

-- To read what those did who may read the audit log.
UPDATE role SET permissions = permissions || '{/log/auditors}' WHERE id = 'admin' AND '/role/grant' = ANY (permissions);
