-- Who cancelled the preparation of an order that stands in state 2 for that; NULL: it was rejected, or stands elsewhere.
ALTER TABLE orders ADD COLUMN cancelled_by text CHECK (cancelled_by IN ('owner', 'admin'));
UPDATE orders SET cancelled_by = last.actor
FROM (SELECT DISTINCT ON (order_id) order_id, action, actor FROM order_event
      WHERE to_state = 2 AND from_state IS DISTINCT FROM 2 ORDER BY order_id, id DESC) AS last
WHERE last.order_id = orders.id AND orders.state = 2 AND last.action = 'cancel_preparation'
  AND last.actor IN ('owner', 'admin');
