-- What people did, by day in China and kind: days that are over for good. Later days are counted where they are asked for.
CREATE TABLE behaviour_figure (
    day     date NOT NULL,
    kind    smallint NOT NULL CHECK (kind BETWEEN 0 AND 8),
    times   bigint NOT NULL CHECK (times > 0),
    -- People who were signed in; each counts once a day.
    people  bigint NOT NULL,
    scenes  bigint NOT NULL,
    bytes   bigint NOT NULL,
    PRIMARY KEY (day, kind)
);
