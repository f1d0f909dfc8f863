import type { Attachment, AttachmentType, Order } from '@scenedock/ui-kit';

/** A paper of an order. */
export function attachment(type: AttachmentType): Attachment {
  const fileName = `附件${type}.pdf`;
  return {
    attachmentId: `a${type}`,
    type,
    fileName,
    fDataName: `20261121WP112233444${fileName}`,
    fDataPath: `/api/attachments/a${type}`,
    size: 2048,
    mediaType: 'application/pdf',
    creattime: '2026-11-20T03:00:00Z',
  };
}

/** An order as the server answers it, pending review unless told otherwise. */
export function order(changes: Partial<Order> = {}): Order {
  return {
    id: '7',
    ordername: '20261120WP103000005',
    sstatus: 0,
    type: 0,
    dataType: '0',
    applyuser: '王建国',
    applyUserPhone: '13800001111',
    applyUserUnit: '青海省地质调查院',
    applyUserUsed: '科研',
    productName: '活动构造调查',
    getMethod: 0,
    description: null,
    processDescribe: null,
    extractingElements: null,
    assignment: null,
    wantedEnd: null,
    cause: null,
    auditor: null,
    creattime: '2026-11-20T02:30:00Z',
    updatetime: '2026-11-20T02:30:00Z',
    endtime: null,
    dataSum: '1.9 GB',
    dataSize: 1_997_159_792,
    dataCount: 10,
    unsizedCount: 0,
    catalogueOnly: 0,
    delaytime: null,
    edit: false,
    downlodPathFile: null,
    loginUser: 'applicant',
    userid: 'u1',
    userName: '王建国',
    groupName: null,
    sorder: 10,
    dataPercent: {
      percentStr: '60%',
      allSize: 10,
      isin: 6,
      failed: 2,
      doing: 2,
      bytesDone: 6,
      bytesAll: 10,
      stage: null,
      stagePercent: null,
    },
    expiresAt: null,
    cancelledBy: null,
    downloads: [],
    attachments: [],
    actions: [],
    ...changes,
  };
}
