-- How often a result was changed or decided about: a decision names what it was taken on.
ALTER TABLE research_result ADD COLUMN version integer NOT NULL DEFAULT 1;

-- Notices are of events of an order, of a result, or of neither: what subscriptions brought. What is withdrawn takes its notices along.
ALTER TABLE notice
    ALTER COLUMN event_id DROP NOT NULL,
    ALTER COLUMN order_id DROP NOT NULL,
    ADD COLUMN result_id uuid REFERENCES research_result ON DELETE CASCADE,
    DROP CONSTRAINT IF EXISTS notice_subject,
    ADD CONSTRAINT notice_about CHECK ((event_id IS NULL) = (order_id IS NULL) AND num_nonnulls(order_id, result_id) <= 1);
CREATE INDEX notice_of_result ON notice (result_id) WHERE result_id IS NOT NULL;
