import type { AttachmentRef, AttachmentType, FeedbackDocumentType } from '../api/types';
import { ATTACHMENT_TYPES } from './tables';

/** An uploaded paper. */
export type Paper = { attachmentId: string; fileName: string };

/** The papers of an application by slot; an empty slot has none, or null where one was taken out. */
export type PaperSlots<P extends Paper = Paper> = Partial<Record<AttachmentType, P | null>>;

/** The papers as they are sent, in the order of the slots. */
export function paperRefs(slots: PaperSlots): AttachmentRef[] {
  return ATTACHMENT_TYPES.flatMap((type) => {
    const paper = slots[type];
    return paper ? [{ type, attachmentId: paper.attachmentId }] : [];
  });
}

/** The names that papers in other slots have; the paper of the slot itself may be replaced by one of its name. */
export function namesBeside(slot: AttachmentType, slots: PaperSlots): string[] {
  return ATTACHMENT_TYPES.flatMap((type) => {
    const paper = type === slot ? null : slots[type];
    return paper ? [paper.fileName] : [];
  });
}

const PAPER_NAME = /\.(jpe?g|png|pdf)$/i;
const DOCUMENT_NAME = /\.(jpe?g|png|pdf|docx)$/i;

/** Endings of files that fit a slot, for the chooser of the browser. */
export const PAPER_ENDINGS = '.jpg,.jpeg,.png,.pdf';

/** Why a file is not taken; null when it is. The server looks at the content again. */
export function fileFault(
  file: { name: string; size: number },
  limit: number,
  type: AttachmentType | FeedbackDocumentType,
  taken: readonly string[] = [],
): 'type' | 'name' | 'size' | null {
  if (!(type === 8 ? DOCUMENT_NAME : PAPER_NAME).test(file.name)) return 'type';
  if (taken.includes(file.name)) return 'name';
  return file.size > limit ? 'size' : null;
}
