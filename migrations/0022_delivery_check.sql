-- The account under which a worker fetches files of a delivery to check it: its own, for minutes. What it fetches is
-- told from the applicant's downloads by who fetches, whenever the transfer ends.
ALTER TABLE delivery ADD COLUMN check_account text UNIQUE;
-- SM4-CCM under the account's name.
ALTER TABLE delivery ADD COLUMN check_sealed bytea;
ALTER TABLE delivery ADD COLUMN check_until timestamptz;
ALTER TABLE delivery ADD CONSTRAINT delivery_check_whole CHECK (
    (check_account IS NULL AND check_sealed IS NULL AND check_until IS NULL)
    OR (check_account IS NOT NULL AND check_sealed IS NOT NULL AND check_until IS NOT NULL)
);
ALTER TABLE transfer ADD COLUMN by_check boolean NOT NULL DEFAULT false;
