import {
  dayStart,
  formatDate,
  type ReceiveContents,
  type ReceiveDefinitionForm,
  type ReceiveSourceKind,
  type ReceiveTask,
  type ReceiveTaskForm,
  type ReceiveVerification,
} from '@scenedock/ui-kit';
import { NO_BOX, SIDES, type TypedBox } from '../parts/area/boxCorners';

/** What the fields of the form hold. */
export interface ReceiveFields {
  name: string;
  kind: ReceiveSourceKind;
  location: string;
  collections: string;
  verification: ReceiveVerification;
  settle: string;
  contents: ReceiveContents;
  region: string;
  loginName: string;
  secret: string;
  withFiles: boolean;
  area: TypedBox;
  /** Days in Beijing, both included; empty: no bound. */
  takenFrom: string;
  takenUntil: string;
  by: 'interval' | 'cron';
  minutes: string;
  cron: string;
}

/** Those of a task that receives; another installation is synchronised with. */
export const KINDS: readonly ReceiveSourceKind[] = [
  'item_folder',
  'raster_folder',
  'stac_api',
  's3',
  'ftp',
  'ftps',
];
/** A group of fields of the form. */
export interface FieldsProps {
  fields: ReceiveFields;
  set: (change: Partial<ReceiveFields>) => void;
  isNew: boolean;
}

export const CONTENTS: readonly ReceiveContents[] = ['items', 'rasters'];
export const VERIFICATIONS: readonly ReceiveVerification[] = ['checksum', 'size', 'declared'];

/** Whether one signs in there, and files are fetched. */
export function isRemote(kind: ReceiveSourceKind): boolean {
  return kind === 's3' || kind === 'ftp' || kind === 'ftps';
}

/** Whether its scenes may be limited to collections, or put into one. */
export function hasCollections(fields: ReceiveFields): boolean {
  if (isRemote(fields.kind)) return fields.contents === 'rasters';
  return fields.kind !== 'item_folder';
}

/** Whether items come by an API, and no files lie there that are still written. */
const isApi = (kind: ReceiveSourceKind) => kind === 'stac_api' || kind === 'scenedock';

/** The fields of a task, or of a new one of this kind. */
export function fieldsOf(
  task: ReceiveTask | undefined,
  fresh: ReceiveSourceKind = 'item_folder',
): ReceiveFields {
  return {
    name: task?.name ?? '',
    kind: task?.definition.kind ?? fresh,
    location: task?.definition.location ?? '',
    collections: task?.definition.collections.join(', ') ?? '',
    verification: task?.definition.verification ?? 'checksum',
    settle: String(task?.definition.settleSeconds ?? 60),
    contents: task?.definition.contents ?? 'items',
    region: task?.definition.region ?? '',
    loginName: task?.definition.loginName ?? '',
    secret: '',
    withFiles: task?.definition.withFiles ?? false,
    area: boxOf(task?.definition.area ?? null),
    takenFrom: dayOf(task?.definition.takenFrom ?? null),
    takenUntil: dayOf(task?.definition.takenUntil ?? null),
    by: task !== undefined && task.cron !== null ? 'cron' : 'interval',
    minutes: String(task?.everyMinutes ?? 15),
    cron: task?.cron ?? '0 2 * * *',
  };
}

function boxOf(area: readonly number[] | null): TypedBox {
  const sides = SIDES.map((side, at) => [side, String(area?.[at] ?? '')]);
  return { ...NO_BOX, ...Object.fromEntries(sides) };
}

const dayOf = (time: string | null) => (time === null ? '' : formatDate(time));

/** West, south, east and north; undefined: everywhere; null: not all four are numbers. */
export function areaOf(box: TypedBox): number[] | null | undefined {
  const typed = SIDES.map((side) => box[side].trim());
  if (typed.every((text) => text === '')) return undefined;
  const sides = typed.map((text) => (text === '' ? Number.NaN : Number(text)));
  return sides.every(Number.isFinite) ? sides : null;
}

/** From where, and how; `task` is the one that is changed. */
export function definitionOf(fields: ReceiveFields, task?: ReceiveTask): ReceiveDefinitionForm {
  const names = fields.collections.split(/[,，]/).map((name) => name.trim());
  return {
    kind: fields.kind,
    location: fields.location.trim(),
    collections: hasCollections(fields) ? names.filter((name) => name !== '') : [],
    // What another installation says of its files is always compared.
    verification: fields.kind === 'scenedock' ? 'checksum' : fields.verification,
    settleSeconds: isApi(fields.kind) ? 0 : Number(fields.settle),
    ...(isRemote(fields.kind) ? accountOf(fields) : {}),
    ...(fields.kind === 'scenedock' ? partOf(fields, task?.definition) : {}),
  };
}

function accountOf(fields: ReceiveFields): Partial<ReceiveDefinitionForm> {
  return {
    contents: fields.contents,
    loginName: fields.loginName.trim(),
    ...(fields.kind === 's3' ? { region: fields.region.trim() } : {}),
    ...(fields.secret === '' ? {} : { secret: fields.secret }),
  };
}

/**
 * Which part of another installation's catalogue, and what it is asked with. A bound whose day stays goes back as it came:
 * another part is received from the start, and a day shows no hours.
 */
function partOf(
  fields: ReceiveFields,
  before?: ReceiveTask['definition'],
): Partial<ReceiveDefinitionForm> {
  const { withFiles, takenFrom, takenUntil, secret } = fields;
  const area = areaOf(fields.area);
  return {
    withFiles,
    ...(Array.isArray(area) ? { area } : {}),
    ...(takenFrom === '' ? {} : { takenFrom: boundOf(takenFrom, before?.takenFrom, dayStart) }),
    ...(takenUntil === ''
      ? {}
      : { takenUntil: boundOf(takenUntil, before?.takenUntil, lastSecond) }),
    ...(secret === '' ? {} : { secret: secret.trim() }),
  };
}

const boundOf = (day: string, before: string | null = null, moment: (day: string) => string) =>
  before !== null && dayOf(before) === day ? before : moment(day);

/** The moment until which scenes of a day (`yyyy-MM-dd`) were taken: here the end is included. */
const lastSecond = (day: string) => `${day}T23:59:59+08:00`;

/** What is saved; `task` is the one that is changed. */
export function taskFormOf(fields: ReceiveFields, task?: ReceiveTask): ReceiveTaskForm {
  const schedule =
    fields.by === 'cron' ? { cron: fields.cron } : { everyMinutes: Number(fields.minutes) };
  return { name: fields.name, definition: definitionOf(fields, task), ...schedule };
}
