import {
  ATTACHMENT_TYPES,
  type Attachment,
  formOfOrder,
  type Me,
  type Order,
  type OrderDraft,
  type OrderScene,
  type OrderType,
  paperName,
  paperRefs,
  type Scene,
} from '@scenedock/ui-kit';
import type { Application, Papers } from './rules';

/** Index of archive data among the scene types, and the order's data type when it holds nothing else. */
const ARCHIVE = 1;

function dataType(scenes: readonly Scene[]): string {
  const archive = scenes.length > 0 && scenes.every((scene) => scene.datatype === ARCHIVE);
  return archive ? '1' : '0';
}

/** Whether every slot holds the same paper. */
export function samePapers(a: Papers, b: Papers): boolean {
  return ATTACHMENT_TYPES.every((type) => a[type]?.attachmentId === b[type]?.attachmentId);
}

/** What is sent. Texts lose the blanks around them. */
export function toDraft(
  application: Application,
  scenes: readonly Scene[],
  action: OrderDraft['action'],
  /** Whether the applicant asks for scenes that only the catalogue knows. */
  askForCatalogueOnly = false,
): OrderDraft {
  const { type, form, dataIds, papers } = application;
  const ordered = new Set(dataIds);
  return {
    type,
    dataType: dataType(scenes.filter((scene) => ordered.has(scene.dataid))),
    form: {
      applyuser: form.applyuser.trim(),
      applyUserPhone: form.applyUserPhone.trim(),
      applyUserUnit: form.applyUserUnit.trim(),
      applyUserUsed: form.applyUserUsed,
      productName: form.productName.trim(),
      getMethod: form.getMethod ?? 0,
      description: form.description.trim(),
      processDescribe: form.processDescribe.trim(),
      extractingElements: form.extractingElements.trim(),
      assignment: form.assignment,
      wantedEnd: form.wantedEnd || null,
    },
    dataIds,
    attachments: paperRefs(papers),
    action,
    ...(askForCatalogueOnly ? { catalogueOnly: 'ask' as const } : {}),
  };
}

/** A new application, with what is known of the person filled in. */
export function newApplication(type: OrderType, me: Me, dataIds: string[]): Application {
  return {
    type,
    dataIds,
    papers: {},
    form: {
      applyuser: me.userName,
      applyUserPhone: me.phone ?? '',
      applyUserUnit: me.unit ?? '',
      applyUserUsed: '',
      productName: '',
      getMethod: 0,
      description: '',
      processDescribe: '',
      extractingElements: '',
      assignment: '',
      wantedEnd: null,
    },
  };
}

/** The papers that an order holds, by slot. */
export function papersOf(attachments: readonly Attachment[]): Papers {
  const papers: Papers = {};
  for (const type of ATTACHMENT_TYPES) {
    const held = attachments.find((one) => one.type === type);
    if (held === undefined) continue;
    papers[type] = { attachmentId: held.attachmentId, fileName: paperName(held) };
  }
  return papers;
}

/** An existing order as an application to change. */
export function fromOrder(order: Order, scenes: readonly OrderScene[]): Application {
  return {
    type: order.type,
    dataIds: scenes.map((scene) => scene.dataid),
    papers: papersOf(order.attachments ?? []),
    form: formOfOrder(order),
  };
}
