-- The usages that the specification of orders names.
INSERT INTO dictionary_entry (kind, position, name, name_en) VALUES
    ('usage', 1, '地质矿产调查评价', 'Geological and mineral survey'),
    ('usage', 2, '矿产开发监测', 'Mining monitoring'),
    ('usage', 3, '地质灾害调查与监测', 'Geohazard survey and monitoring'),
    ('usage', 4, '灾害应急', 'Disaster response'),
    ('usage', 5, '生态地质', 'Ecological geology'),
    ('usage', 6, '境外地质', 'Geology abroad'),
    ('usage', 7, '土地利用', 'Land use'),
    ('usage', 8, '测绘', 'Surveying and mapping'),
    ('usage', 9, '科研', 'Research'),
    ('usage', 10, '其他', 'Other');
