-- Telephone numbers and identity numbers, sealed under the server's key (storage::personal_data). What stands in `phone`
-- and `phone_work` is of a version before this one; the process seals it at its start and empties them.
ALTER TABLE app_user
    ADD COLUMN phone_sealed bytea,
    ADD COLUMN phone_work_sealed bytea,
    ADD COLUMN id_number_sealed bytea,
    -- A keyed code over the mobile number, by which it is found and from which nobody finds it.
    ADD COLUMN phone_code bytea CHECK (octet_length(phone_code) = 32);
CREATE INDEX app_user_phone_code ON app_user (phone_code) WHERE phone_code IS NOT NULL;
CREATE INDEX app_user_not_sealed ON app_user (id) WHERE phone <> '' OR phone_work <> '';
