import type {
  ReceiveContents,
  ReceiveDefinitionForm,
  ReceiveSourceKind,
  ReceiveTask,
  ReceiveTaskForm,
  ReceiveVerification,
} from '@scenedock/ui-kit';

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
  by: 'interval' | 'cron';
  minutes: string;
  cron: string;
}

export const KINDS: readonly ReceiveSourceKind[] = [
  'item_folder',
  'raster_folder',
  'stac_api',
  's3',
  'ftp',
  'ftps',
];
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

/** The fields of a task, or of a new one. */
export function fieldsOf(task: ReceiveTask | undefined): ReceiveFields {
  return {
    name: task?.name ?? '',
    kind: task?.definition.kind ?? 'item_folder',
    location: task?.definition.location ?? '',
    collections: task?.definition.collections.join(', ') ?? '',
    verification: task?.definition.verification ?? 'checksum',
    settle: String(task?.definition.settleSeconds ?? 60),
    contents: task?.definition.contents ?? 'items',
    region: task?.definition.region ?? '',
    loginName: task?.definition.loginName ?? '',
    secret: '',
    by: task !== undefined && task.cron !== null ? 'cron' : 'interval',
    minutes: String(task?.everyMinutes ?? 15),
    cron: task?.cron ?? '0 2 * * *',
  };
}

/** From where, and how. */
export function definitionOf(fields: ReceiveFields): ReceiveDefinitionForm {
  const names = fields.collections.split(/[,，]/).map((name) => name.trim());
  return {
    kind: fields.kind,
    location: fields.location.trim(),
    collections: hasCollections(fields) ? names.filter((name) => name !== '') : [],
    verification: fields.verification,
    settleSeconds: fields.kind === 'stac_api' ? 0 : Number(fields.settle),
    ...(isRemote(fields.kind) ? accountOf(fields) : {}),
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

/** What is saved. */
export function taskFormOf(fields: ReceiveFields): ReceiveTaskForm {
  const schedule =
    fields.by === 'cron' ? { cron: fields.cron } : { everyMinutes: Number(fields.minutes) };
  return { name: fields.name, definition: definitionOf(fields), ...schedule };
}
