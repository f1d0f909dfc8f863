-- What `scenedock import` takes over from the portal before this one (docs/import.md).

-- What an old portal tells of an order: nobody did it here, so that the audit log, which says who did what here, has one entry
-- for each batch that was taken in, and none of such an event.
ALTER TABLE order_event ADD COLUMN imported boolean NOT NULL DEFAULT false;
DROP TRIGGER audit_order_event ON order_event;
CREATE TRIGGER audit_order_event AFTER INSERT ON order_event
    FOR EACH ROW WHEN (NOT NEW.imported) EXECUTE FUNCTION audit_order_event();

-- Ids of behaviours that were taken over. The record itself is removed after a time, and its sums stay: whoever takes the same
-- file again must not add to them.
CREATE TABLE imported_behaviour (
    id  text PRIMARY KEY
);
