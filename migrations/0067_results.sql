-- Results (成果): papers, reports and products that applicants report, made with the data of their orders. See docs/figures.md and
-- docs/decisions/0101-results-are-reported-by-applicants.md.
CREATE TABLE research_result (
    id          uuid PRIMARY KEY,
    -- By which people name it.
    number      bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    user_id     uuid NOT NULL REFERENCES app_user,
    -- That person's unit when the result was reported.
    unit        text NOT NULL,
    kind        text NOT NULL CHECK (kind IN ('paper', 'report', 'patent', 'product', 'award', 'other')),
    title       text NOT NULL,
    authors     text NOT NULL,
    -- The first day of the month in which it came out.
    month       date NOT NULL CHECK (extract(day FROM month) = 1),
    venue       text NOT NULL,
    doi         text NOT NULL,
    link        text NOT NULL,
    note        text NOT NULL,
    state       text NOT NULL CHECK (state IN ('reported', 'checked', 'refused')),
    -- Why it was refused.
    reason      text NOT NULL DEFAULT '',
    decided_by  uuid REFERENCES app_user,
    decided_at  timestamptz,
    created_at  timestamptz NOT NULL,
    updated_at  timestamptz NOT NULL
);
CREATE INDEX research_result_user ON research_result (user_id, created_at DESC);
CREATE INDEX research_result_created ON research_result (created_at DESC);

-- Which orders a result is based on. Their scenes say which satellites it was made with.
CREATE TABLE research_result_order (
    result_id  uuid NOT NULL REFERENCES research_result ON DELETE CASCADE,
    order_id   uuid NOT NULL REFERENCES orders,
    PRIMARY KEY (result_id, order_id)
);
CREATE INDEX research_result_order_order ON research_result_order (order_id);
