-- Papers and the telephone numbers of orders, sealed under the server's key (storage::paper_bytes, storage::personal_data).
ALTER TABLE attachment
    -- Names the key that the object is sealed under. NULL: a version before this one wrote the row, and the object may lie
    -- in clear; the process seals it.
    ADD COLUMN sealed_under bytea CHECK (octet_length(sealed_under) = 8);
CREATE INDEX attachment_not_sealed ON attachment (object_key) WHERE sealed_under IS NULL;
CREATE INDEX attachment_latest_sealed ON attachment (created_at DESC, id) WHERE sealed_under IS NOT NULL;

-- What stands in `apply_user_phone`, and in `rejected_form` as its telephone number, is of a version before this one; the
-- process seals it at its start and empties them.
ALTER TABLE orders
    ADD COLUMN apply_user_phone_sealed bytea,
    -- Of the form as it was when the order was rejected.
    ADD COLUMN rejected_phone_sealed bytea;
CREATE INDEX orders_phone_not_sealed ON orders (id)
    WHERE apply_user_phone <> '' OR coalesce(rejected_form #>> '{form,applyUserPhone}', '') <> '';
