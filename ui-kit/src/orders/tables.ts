import type {
  Attachment,
  AttachmentType,
  GetMethod,
  OrderStatus,
  OrderType,
  Rating,
  SceneState,
} from '../api/types';

/** Colour families of states; the theme gives each a soft background and a readable text. */
export type Tone = 'neutral' | 'info' | 'progress' | 'success' | 'warning' | 'danger';

/** In the order of the menus. Arrays, because object keys would put -1 last. */
export const ORDER_STATUSES: readonly { code: OrderStatus; tone: Tone }[] = [
  { code: -1, tone: 'neutral' },
  { code: 0, tone: 'info' },
  { code: 1, tone: 'progress' },
  { code: 3, tone: 'progress' },
  { code: 6, tone: 'success' },
  { code: 7, tone: 'success' },
  { code: 8, tone: 'success' },
  { code: 2, tone: 'danger' },
  { code: 5, tone: 'warning' },
];

/** In a filter of states: orders whose preparation was cancelled, which have the code of rejected ones. */
export const CANCELLED = 'cancelled';

/** What the server is asked for a choice in a filter of states. */
export function statusQuery(choice: string | undefined): { status?: string; cancelled?: boolean } {
  if (choice === undefined || choice === '') return {};
  if (choice === CANCELLED) return { status: '2', cancelled: true };
  return choice === '2' ? { status: '2', cancelled: false } : { status: choice };
}

export const SCENE_STATES: readonly { code: SceneState; tone: Tone }[] = [
  { code: 0, tone: 'success' },
  { code: 1, tone: 'progress' },
  { code: 2, tone: 'danger' },
];

/** The slots of the form, in its order. */
export const ATTACHMENT_TYPES: readonly AttachmentType[] = [6, 7, 2, 1, 4];

/** Slots whose paper can be had as a blank form: all but the last. */
export const BLANK_FORM_TYPES: readonly AttachmentType[] = [6, 7, 2, 1];

export type BlankFormFormat = 'pdf' | 'docx';

const FOR_ONLINE: readonly AttachmentType[] = [6, 7, 2, 1];
const FOR_OFFLINE: readonly AttachmentType[] = [6, 7];

/** Completing an order needs these whichever its get method. */
export const REQUIRED_TO_COMPLETE = FOR_ONLINE;

/** The papers that a submitted order must have; none is known before the method is chosen. */
export function requiredAttachments(method: GetMethod | null): readonly AttachmentType[] {
  if (method === null) return [];
  return method === 0 ? FOR_ONLINE : FOR_OFFLINE;
}

export const GET_METHODS: readonly GetMethod[] = [0, 2];

export const ORDER_TYPES: readonly OrderType[] = [0, 1, 2];

/** What is rated, in the order of the form. */
export const RATING_KEYS = ['appraise', 'responseSpeed', 'serviceAttitude'] as const;

export const RATINGS: readonly Rating[] = [0, 1, 2, 3, 4];

/** Characters of a stored attachment name that are not shown. */
const STORED_PREFIX = 19;

/** The name to show of a stored attachment name. */
function displayName(storedName: string): string {
  return storedName.slice(STORED_PREFIX);
}

/** The name that a paper was uploaded with. */
export const paperName = (paper: Attachment) => paper.fileName || displayName(paper.fDataName);

/** Offline copy is the only get method for reprocessing orders and above the server's limit (5 GiB by default). */
export function offlineForced(type: OrderType, bytes: number, limit: number): boolean {
  return type === 2 || bytes > limit;
}
