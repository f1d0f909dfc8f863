import type { Attachment } from '@scenedock/ui-kit';
import { buildSubscription } from '@scenedock/ui-kit/testing';

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
export const SUBSCRIPTION = buildSubscription({
  unit: '中国地质调查局',
  criteria: { nodeIds: [], nodes: [], hasArea: true, satellites: ['GF1'], cloudMax: 20 },
  query: '?satellites=GF1',
  frequency: null,
  delaytime: 1,
  state: 'running',
  standing: 'target_down',
  counts: { matched: 7, delivered: 4, waiting: 2, missed: 1, withdrawn: 0, deliveredBytes: 4096 },
  attachments: [
    paper(6, '任务来源说明'),
    paper(7, '分发登记表'),
    paper(2, '介绍信'),
    paper(1, '身份证'),
  ],
  version: 'as-it-runs',
});
