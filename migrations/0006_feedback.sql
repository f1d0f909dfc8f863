-- 评价: one for an order. Ratings from 0 (very satisfied) to 4 (very dissatisfied).
CREATE TABLE feedback (
    order_id          uuid PRIMARY KEY REFERENCES orders,
    appraise          smallint NOT NULL CHECK (appraise BETWEEN 0 AND 4),
    response_speed    smallint CHECK (response_speed BETWEEN 0 AND 4),
    service_attitude  smallint CHECK (service_attitude BETWEEN 0 AND 4),
    content           text NOT NULL DEFAULT '',
    created_at        timestamptz NOT NULL
);
