-- Offline copies, single scenes before a delivery exists, documents of feedback, and papers that were replaced.

-- A delivery is an FTP account, or a folder that administrators copy to a disk.
ALTER TABLE delivery ALTER COLUMN account DROP NOT NULL;
ALTER TABLE delivery ALTER COLUMN password_sealed DROP NOT NULL;
-- Absolute, on the machines of the workers.
ALTER TABLE delivery ADD COLUMN staged_path text;
ALTER TABLE delivery ADD CONSTRAINT delivery_handed_out CHECK (
    (account IS NOT NULL AND password_sealed IS NOT NULL AND staged_path IS NULL)
    OR (account IS NULL AND password_sealed IS NULL AND staged_path IS NOT NULL)
);
-- NULL: the file lies in the staged folder only.
ALTER TABLE delivery_file ALTER COLUMN object_key DROP NOT NULL;

-- A transfer is of a file of a delivery, or of one extracted scene of an order; of that it keeps the size, which
-- a new extraction may change.
ALTER TABLE transfer ALTER COLUMN delivery_id DROP NOT NULL;
ALTER TABLE transfer ADD COLUMN order_id uuid REFERENCES orders;
ALTER TABLE transfer ADD COLUMN did bigint;
ALTER TABLE transfer ADD COLUMN size bigint;
ALTER TABLE transfer ADD CONSTRAINT transfer_of CHECK (
    (delivery_id IS NOT NULL AND order_id IS NULL AND did IS NULL AND size IS NULL)
    OR (delivery_id IS NULL AND order_id IS NOT NULL AND did IS NOT NULL AND size IS NOT NULL)
);
CREATE INDEX transfer_order ON transfer (order_id, started_at) WHERE order_id IS NOT NULL;

-- 8: a document added to a feedback, held by its order without filling a slot of the application.
ALTER TABLE attachment DROP CONSTRAINT attachment_kind_check;
ALTER TABLE attachment ADD CONSTRAINT attachment_kind_check CHECK (kind IN (6, 7, 2, 1, 4, 8));
ALTER TABLE attachment DROP CONSTRAINT attachment_format_check;
ALTER TABLE attachment ADD CONSTRAINT attachment_format_check
    CHECK (format IN ('jpeg', 'png', 'pdf') OR (format = 'docx' AND kind = 8));

-- When it was taken out of its slot; the order keeps it.
ALTER TABLE attachment ADD COLUMN replaced_at timestamptz;
ALTER TABLE attachment ADD CONSTRAINT attachment_replaced CHECK (replaced_at IS NULL OR order_id IS NOT NULL);
DROP INDEX attachment_slot;
CREATE UNIQUE INDEX attachment_slot ON attachment (order_id, kind)
    WHERE order_id IS NOT NULL AND replaced_at IS NULL;
