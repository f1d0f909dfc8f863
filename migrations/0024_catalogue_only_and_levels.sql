-- The kind of a scene follows its catalogue node: 0 original image, 1 archive, 2 aerial image, 3 standard product,
-- 4 J-satellite product (orders specification section 3).
ALTER TABLE catalogue_node ADD COLUMN datatype smallint NOT NULL DEFAULT 0 CHECK (datatype BETWEEN 0 AND 4);
UPDATE catalogue_node SET datatype = CASE obj_type WHEN 'ZL' THEN 1 WHEN 'BZCP' THEN 3 ELSE 0 END;
UPDATE scene s SET datatype = n.datatype FROM catalogue_node n WHERE n.id = s.nodeid AND s.datatype <> n.datatype;

-- Scenes of the order whose size nobody knows: its volume is a lower bound then.
ALTER TABLE orders ADD COLUMN unsized_count integer NOT NULL DEFAULT 0;
UPDATE orders o SET unsized_count = u.n
FROM (SELECT os.order_id, count(*) AS n FROM order_scene os JOIN scene s USING (did) WHERE s.size = 0 GROUP BY 1) u
WHERE u.order_id = o.id;

-- 期望完成时间 of a reprocessing order, and until when its delivery was extended.
ALTER TABLE orders ADD COLUMN wanted_end date;
ALTER TABLE orders ADD COLUMN delaytime timestamptz;

-- Where a downloaded file was fetched: the page, or the address of the FTP file.
ALTER TABLE transfer ADD COLUMN address text NOT NULL DEFAULT '';

-- 处理级别, in the order of the menu. Orders keep the name, so a level may be renamed or removed at any time.
CREATE TABLE processing_level (
    id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name      text NOT NULL UNIQUE CHECK (name <> ''),
    position  integer NOT NULL
);
