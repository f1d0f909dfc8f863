import type { Attachment, Subscription } from '@scenedock/ui-kit';

const paper = (type: Attachment['type'], name: string): Attachment => ({
  attachmentId: `paper-${type}`,
  type,
  fileName: `${name}.pdf`,
  fDataName: `20261121WP150405006${name}.pdf`,
  fDataPath: `/api/attachments/paper-${type}`,
  size: 2048,
  mediaType: 'application/pdf',
  creattime: '2026-11-21T07:04:05Z',
});

/** One that runs, and whose target is down. */
export const SUBSCRIPTION: Subscription = {
  id: 's1',
  number: 'S000012',
  name: '汛期监测',
  purpose: '防汛',
  owner: '李四',
  unit: '中国地质调查局',
  targetId: 't1',
  targetName: '省中心',
  criteria: {
    nodeIds: [],
    hasArea: true,
    satellites: ['GF1'],
    sensors: [],
    cloudMax: 20,
    text: null,
  },
  query: '?satellites=GF1',
  frequency: null,
  delaytime: 1,
  validUntil: '2027-11-25T01:00:00Z',
  dailyBytes: null,
  windowFrom: null,
  windowTo: null,
  digest: true,
  state: 'running',
  standing: 'target_down',
  reason: '',
  decidedBy: '',
  decidedAt: null,
  createdAt: '2026-11-25T01:00:00Z',
  counts: { matched: 7, delivered: 4, waiting: 2, missed: 1, withdrawn: 0, deliveredBytes: 4096 },
  attachments: [
    paper(6, '任务来源说明'),
    paper(7, '分发登记表'),
    paper(2, '介绍信'),
    paper(1, '身份证'),
  ],
  version: 'as-it-runs',
};
