-- The processing levels that the orders specification names.
INSERT INTO processing_level (position, name) VALUES
    (1, '地质体解译'), (2, '光学影像处理'), (3, '矿产分布制图'), (4, '雷达影像处理'), (5, '遥感监测制图'),
    (6, '要素转换专题制图'), (7, '指数专题制图');
