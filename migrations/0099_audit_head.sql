-- Since when the head of the chain over the audit log stands outside the database too, in the object store: one that is not there
-- later was removed. See docs/decisions/0055-an-audit-log-that-is-chained.md.
CREATE TABLE audit_head (
    only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
    begun_at timestamptz NOT NULL
);
CREATE TRIGGER keep_audit_log BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_head
    FOR EACH STATEMENT EXECUTE FUNCTION keep_audit_log();
