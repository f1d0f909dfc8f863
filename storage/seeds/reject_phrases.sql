-- What rejections mostly say.
INSERT INTO dictionary_entry (kind, position, name, name_en) VALUES
    ('reject_phrase', 1, '附件不清晰，请重新扫描后上传。', 'The papers are hard to read. Please scan and upload them again.'),
    ('reject_phrase', 2, '分发登记表缺少签字或盖章，请补齐后重新提交。', 'The distribution form lacks a signature or a seal. Please add it and submit again.'),
    ('reject_phrase', 3, '介绍信与申请单位不一致，请核对后重新提交。', 'The letter of introduction names another organisation. Please check and submit again.'),
    ('reject_phrase', 4, '任务来源说明不能证明数据用途，请补充任务书或合同。', 'The task source does not show what the data are for. Please add the assignment or the contract.'),
    ('reject_phrase', 5, '申请的数据超出任务范围，请删减后重新提交。', 'The order goes beyond the task. Please remove scenes and submit again.'),
    ('reject_phrase', 6, '同一批数据已经申请过，请使用已有的数据。', 'The same data were provided before. Please use those.');
