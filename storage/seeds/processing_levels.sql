-- The processing levels that the orders specification names.
INSERT INTO dictionary_entry (kind, position, name, name_en) VALUES
    ('processing_level', 1, '地质体解译', 'Interpretation of geological bodies'),
    ('processing_level', 2, '光学影像处理', 'Processing of optical images'),
    ('processing_level', 3, '矿产分布制图', 'Mapping of mineral deposits'),
    ('processing_level', 4, '雷达影像处理', 'Processing of radar images'),
    ('processing_level', 5, '遥感监测制图', 'Mapping of monitoring results'),
    ('processing_level', 6, '要素转换专题制图', 'Thematic mapping of converted features'),
    ('processing_level', 7, '指数专题制图', 'Thematic mapping of indices');
