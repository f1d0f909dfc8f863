-- What a process needs to keep the order list in its memory, exactly: which orders were written since it last looked.
-- See docs/decisions/0011-order-list-in-memory.md.

-- The transaction that wrote the order last. A number from a sequence would not do: a transaction that drew an
-- earlier number may commit later. A transaction's own number can be asked of a snapshot: was it over by then?
ALTER TABLE orders ADD COLUMN version xid8 NOT NULL DEFAULT pg_current_xact_id();
CREATE INDEX orders_version ON orders (version);

CREATE FUNCTION mark_written_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.version := pg_current_xact_id();
    RETURN NEW;
END $$;
CREATE TRIGGER order_written BEFORE INSERT OR UPDATE ON orders
    FOR EACH ROW EXECUTE FUNCTION mark_written_order();

-- One row for every time when more happened than a look at the written orders can tell: orders were removed (which
-- the product never does), or their place in the list changed. Whoever holds the list reads it anew.
CREATE TABLE order_list_reset (
    version  xid8 NOT NULL DEFAULT pg_current_xact_id()
);
CREATE FUNCTION reset_order_list() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO order_list_reset DEFAULT VALUES;
    RETURN NULL;
END $$;
CREATE TRIGGER order_removed AFTER DELETE OR TRUNCATE ON orders
    FOR EACH STATEMENT EXECUTE FUNCTION reset_order_list();
CREATE TRIGGER order_moved AFTER UPDATE ON orders
    FOR EACH ROW WHEN (OLD.id <> NEW.id OR OLD.created_at <> NEW.created_at)
    EXECUTE FUNCTION reset_order_list();
