-- A file of an order that was pushed to its applicant and lies there whole counts as fetched: it is a transfer, and the registry has it.
-- See docs/figures.md and docs/decisions/0131-pushed-files-count-as-fetched.md.

-- How and where a file of an order was sent: its target may be another one later, or gone. NULL: of a subscription; not sent; or sent
-- before this was noted, to a target that is not known to be the same.
ALTER TABLE subscription_match
    ADD COLUMN sent_kind text CHECK (sent_kind IN ('ftp', 'ftps', 'sftp', 's3')),
    ADD COLUMN sent_address text,
    ADD CONSTRAINT subscription_match_sent CHECK ((sent_kind IS NULL) = (sent_address IS NULL));
ALTER TABLE transfer DROP CONSTRAINT transfer_protocol_check;
ALTER TABLE transfer ADD CONSTRAINT transfer_protocol_check CHECK (protocol IN ('ftp', 'ftps', 'https', 'push'));

-- Everything that was pushed before this. A target that was saved since somebody pushed to it may have been another one then. When
-- sending began is not known: it counts as begun when it ended.
UPDATE subscription_match m SET sent_kind = t.kind, sent_address = t.address
FROM order_push p JOIN push_target t ON t.id = p.target_id
WHERE p.id = m.order_push_id AND m.state = 'delivered' AND t.tested_at <= m.due_at;

INSERT INTO transfer (id, delivery_id, account, path, protocol, from_offset, bytes, outcome, client_ip, started_at, ended_at)
SELECT gen_random_uuid(), d.id, u.login_name, m.dataname, 'push', 0, m.size, 'done',
       coalesce(split_part(split_part(m.sent_address, '://', 2), '/', 1), ''), m.ended_at, m.ended_at
FROM order_push p JOIN subscription_match m ON m.order_push_id = p.id JOIN delivery d ON d.id = p.delivery_id
JOIN app_user u ON u.id = p.pushed_by WHERE m.state = 'delivered';

-- By the unit that the delivery was opened for: while it was, the order's form did not change.
INSERT INTO download_change (day, unit, protocol, files, broken, bytes)
SELECT china_day(t.ended_at), coalesce(e.unit, btrim(o.apply_user_unit)), t.protocol, 1, 0, t.bytes
FROM transfer t JOIN delivery d ON d.id = t.delivery_id JOIN orders o ON o.id = d.order_id
LEFT JOIN registry_entry e ON e.delivery_id = d.id WHERE t.protocol = 'push';

INSERT INTO registry_fetch AS r (entry, path, times, bytes, first_at, last_at)
SELECT e.number, t.path, count(*), sum(t.bytes), min(t.started_at), max(t.ended_at)
FROM transfer t JOIN registry_entry e ON e.delivery_id = t.delivery_id
WHERE t.protocol = 'push' AND t.bytes > 0 GROUP BY e.number, t.path
ON CONFLICT (entry, path) DO UPDATE SET times = r.times + excluded.times, bytes = r.bytes + excluded.bytes,
    first_at = least(r.first_at, excluded.first_at), last_at = greatest(r.last_at, excluded.last_at);
