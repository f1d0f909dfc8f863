-- Where and when the scenes of each node lie: what a STAC collection says of itself. Kept, not computed, because a
-- catalogue of millions would be read whole for it. An extent only widens: a scene that goes leaves it as it was, and
-- an extent may be larger than what it holds, never smaller.
CREATE TABLE scene_extent (
    nodeid  bigint PRIMARY KEY REFERENCES catalogue_node,
    west    double precision NOT NULL,
    south   double precision NOT NULL,
    east    double precision NOT NULL,
    north   double precision NOT NULL,
    first   timestamptz NOT NULL,
    last    timestamptz NOT NULL
);

-- box[0] is the upper right corner, box[1] the lower left one. Rows are touched in key order, as in scene_tally.
CREATE FUNCTION widen_scene_extents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO scene_extent AS e (nodeid, west, south, east, north, first, last)
    SELECT nodeid, min((bounds[1])[0]), min((bounds[1])[1]), max((bounds[0])[0]), max((bounds[0])[1]),
           min(acquired), max(acquired)
    FROM added GROUP BY nodeid ORDER BY nodeid
    ON CONFLICT (nodeid) DO UPDATE SET
        (west, south, east, north, first, last)
      = (least(e.west, excluded.west), least(e.south, excluded.south), greatest(e.east, excluded.east),
         greatest(e.north, excluded.north), least(e.first, excluded.first), greatest(e.last, excluded.last))
    WHERE excluded.west < e.west OR excluded.south < e.south OR excluded.east > e.east OR excluded.north > e.north
       OR excluded.first < e.first OR excluded.last > e.last;
    RETURN NULL;
END $$;

-- After the triggers that keep scene_tally: triggers of one event fire by name.
CREATE TRIGGER scene_widens_added AFTER INSERT ON scene REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION widen_scene_extents();
CREATE TRIGGER scene_widens_changed AFTER UPDATE ON scene REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION widen_scene_extents();

INSERT INTO scene_extent (nodeid, west, south, east, north, first, last)
SELECT nodeid, min((bounds[1])[0]), min((bounds[1])[1]), max((bounds[0])[0]), max((bounds[0])[1]),
       min(acquired), max(acquired)
FROM scene GROUP BY nodeid;
