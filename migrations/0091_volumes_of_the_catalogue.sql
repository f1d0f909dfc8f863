-- The volume of an order is what the catalogue says of its scenes now, in every dimension (docs/figures.md). Totals, units,
-- usages and kinds were added up from what stood in the order since its scenes last changed, while satellites, nodes and regions
-- knew of scenes whose size changed later.
CREATE OR REPLACE FUNCTION order_figure_counted(days date[])
RETURNS TABLE (starts date, dimension text, value text, get_method smallint, orders bigint, scenes bigint, bytes bigint)
LANGUAGE sql STABLE AS $$
    WITH counted AS (
        SELECT o.id, china_day(o.created_at) AS starts, o.get_method, o.kind, o.apply_user_unit, o.apply_user_used
        FROM unnest(days) AS d (day) JOIN orders o
             ON o.created_at >= d.day::timestamp AT TIME ZONE interval '8 hours'
            AND o.created_at < (d.day + 1)::timestamp AT TIME ZONE interval '8 hours'
        WHERE o.submitted_at IS NOT NULL AND o.get_method IS NOT NULL
    ), ordered AS MATERIALIZED (
        SELECT c.id, c.starts, c.get_method, s.satellite, s.nodeid, s.size, r.region
        FROM counted c JOIN order_scene os ON os.order_id = c.id JOIN scene s ON s.did = os.did
        LEFT JOIN scene_region r ON r.did = os.did
    ), summed AS (
        SELECT id, count(*) AS scenes, sum(size) AS bytes FROM ordered GROUP BY id
    )
    SELECT c.starts, v.dimension, v.value, c.get_method, count(*), coalesce(sum(t.scenes), 0)::bigint,
           coalesce(sum(t.bytes), 0)::bigint
    FROM counted c LEFT JOIN summed t USING (id) CROSS JOIN LATERAL (VALUES
        ('total', ''), ('unit', btrim(c.apply_user_unit)), ('usage', c.apply_user_used), ('kind', c.kind::text)
    ) AS v (dimension, value)
    GROUP BY 1, 2, 3, 4
    UNION ALL
    SELECT o.starts, v.dimension, v.value, o.get_method, count(DISTINCT o.id), count(*), sum(o.size)::bigint
    FROM ordered o CROSS JOIN LATERAL (VALUES
        ('satellite', o.satellite), ('node', o.nodeid::text), ('region', coalesce(o.region, ''))
    ) AS v (dimension, value)
    GROUP BY 1, 2, 3, 4
$$;
INSERT INTO order_figure_due (day)
SELECT DISTINCT china_day(created_at) FROM orders WHERE submitted_at IS NOT NULL;
