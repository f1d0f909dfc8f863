-- What statistics count of orders for whoever sees the scenes of some catalogue nodes. Workers write it with order_figure, from the same
-- marks; see docs/figures.md and docs/decisions/0122-every-figure-is-a-sum.md.

-- Orders by the nodes of their scenes: an order is in one row of each value, so that whoever sees some of the nodes counts it once.
CREATE TABLE order_node_figure (
    span        text NOT NULL CHECK (span IN ('day', 'month')),
    -- Its first day.
    starts      date NOT NULL,
    -- As in order_figure, which has figures of single nodes.
    dimension   text NOT NULL CHECK (dimension IN ('total', 'unit', 'usage', 'kind', 'satellite', 'region')),
    value       text NOT NULL,
    get_method  smallint NOT NULL CHECK (get_method IN (0, 2)),
    -- Of an order's scenes under this value, in order. SHA-256 of them: an order may be of more nodes than an index takes.
    nodes       bigint[] NOT NULL,
    nodes_hash  bytea NOT NULL,
    orders      bigint NOT NULL,
    -- Of each of the nodes.
    scenes      bigint[] NOT NULL,
    bytes       bigint[] NOT NULL,
    PRIMARY KEY (span, dimension, starts, value, get_method, nodes_hash)
);

-- What the orders of those days say: the one definition of these figures, as order_figure_counted is of all orders.
CREATE FUNCTION order_node_figure_counted(days date[])
RETURNS TABLE (starts date, dimension text, value text, get_method smallint, nodes bigint[], nodes_hash bytea, orders bigint,
    scenes bigint[], bytes bigint[])
LANGUAGE sql STABLE AS $$
    WITH part AS (
        SELECT o.id, china_day(o.created_at) AS starts, o.get_method, o.kind, o.apply_user_unit, o.apply_user_used, s.satellite,
               s.nodeid, coalesce(r.region, '') AS region, count(*) AS scenes, sum(s.size)::bigint AS bytes
        FROM unnest(days) AS d (day) JOIN orders o
             ON o.created_at >= d.day::timestamp AT TIME ZONE interval '8 hours'
            AND o.created_at < (d.day + 1)::timestamp AT TIME ZONE interval '8 hours'
        JOIN order_scene os ON os.order_id = o.id JOIN scene s ON s.did = os.did LEFT JOIN scene_region r ON r.did = os.did
        WHERE o.submitted_at IS NOT NULL AND o.get_method IS NOT NULL
        GROUP BY o.id, s.satellite, s.nodeid, 9
    ), of_order AS (
        SELECT p.id, p.starts, v.dimension, v.value, p.get_method, p.nodeid, sum(p.scenes) AS scenes, sum(p.bytes) AS bytes,
               array_agg(p.nodeid) OVER (PARTITION BY p.id, v.dimension, v.value ORDER BY p.nodeid
                   ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS nodes
        FROM part p CROSS JOIN LATERAL (VALUES
            ('total', ''), ('unit', btrim(p.apply_user_unit)), ('usage', p.apply_user_used), ('kind', p.kind::text),
            ('satellite', p.satellite), ('region', p.region)
        ) AS v (dimension, value)
        GROUP BY p.id, p.starts, v.dimension, v.value, p.get_method, p.nodeid
    ), of_node AS (
        SELECT starts, dimension, value, get_method, nodes, nodeid, count(*) AS orders, sum(scenes)::bigint AS scenes,
               sum(bytes)::bigint AS bytes
        FROM of_order GROUP BY 1, 2, 3, 4, 5, 6
    )
    -- Each order of a row has scenes of each of its nodes.
    SELECT starts, dimension, value, get_method, nodes, sha256(convert_to(nodes::text, 'UTF8')), min(orders),
           array_agg(scenes ORDER BY nodeid), array_agg(bytes ORDER BY nodeid)
    FROM of_node GROUP BY 1, 2, 3, 4, 5
$$;

-- Everything that was ordered before this.
INSERT INTO order_figure_due (day)
SELECT DISTINCT china_day(created_at) FROM orders WHERE submitted_at IS NOT NULL;
