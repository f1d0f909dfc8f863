import {
  ATTACHMENT_TYPES,
  type Attachment,
  type AttachmentType,
  attachmentUrl,
  formOfOrder,
  type OnUpload,
  type Order,
  type OrderDraft,
  paperRefs,
  REQUIRED_TO_COMPLETE,
  type UploadedAttachment,
  useUploadCount,
} from '@scenedock/ui-kit';
import { useMemo, useState } from 'react';

/** A paper in its slot, stored with the order or freshly uploaded. */
export interface Paper {
  type: AttachmentType;
  attachmentId: string;
  fileName: string;
  mediaType: string;
  url: string;
  size?: number;
}

/** One paper, or nothing, in each of the five slots. */
export type Slots = Record<AttachmentType, Paper | null>;

function stored(one: Attachment): Paper {
  return { ...one, url: one.fDataPath || attachmentUrl(one.attachmentId) };
}

function slotsOf(attachments: Attachment[], changes: Partial<Slots>): Slots {
  const entries = ATTACHMENT_TYPES.map((type) => {
    const found = attachments.find((one) => one.type === type);
    return [type, found ? stored(found) : null];
  });
  return { ...Object.fromEntries(entries), ...changes };
}

/** The papers without which an order cannot be completed, whichever its get method. */
export function missingToComplete(slots: Slots): AttachmentType[] {
  return REQUIRED_TO_COMPLETE.filter((type) => slots[type] === null);
}

/** What is saved for a prepared order: the form as it stands and the papers. Its scenes are fixed by then. */
export function draftOf(order: Order, slots: Slots): OrderDraft {
  return {
    type: order.type,
    dataType: order.dataType,
    form: formOfOrder(order),
    dataIds: [],
    attachments: paperRefs(slots),
    action: 'save',
  };
}

/** The papers on screen: the stored ones with the changes that are not saved yet. */
export interface PaperDraft {
  slots: Slots;
  dirty: boolean;
  /** Whether a paper is on its way: until it is there, the slots have the one before it. */
  isUploading: boolean;
  onUpload: OnUpload;
  put: (type: AttachmentType, uploaded: UploadedAttachment, file: File) => void;
  remove: (type: AttachmentType) => void;
  reset: () => void;
}

/** Keeps changes of papers until they are saved. */
export function usePaperDraft(attachments: Attachment[]): PaperDraft {
  const [changes, setChanges] = useState<Partial<Slots>>({});
  const uploads = useUploadCount();
  const slots = useMemo(() => slotsOf(attachments, changes), [attachments, changes]);
  const change = (type: AttachmentType, paper: Paper | null) =>
    setChanges((now) => ({ ...now, [type]: paper }));
  return {
    slots,
    ...uploads,
    dirty: Object.keys(changes).length > 0,
    put: (type, { attachmentId, fileName }, file) =>
      change(type, {
        type,
        attachmentId,
        fileName,
        mediaType: file.type,
        url: attachmentUrl(attachmentId),
        size: file.size,
      }),
    remove: (type) => change(type, null),
    reset: () => setChanges({}),
  };
}
