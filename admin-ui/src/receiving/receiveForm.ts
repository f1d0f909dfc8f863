import type {
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
  by: 'interval' | 'cron';
  minutes: string;
  cron: string;
}

export const KINDS: readonly ReceiveSourceKind[] = ['item_folder', 'raster_folder', 'stac_api'];
export const VERIFICATIONS: readonly ReceiveVerification[] = ['checksum', 'size', 'declared'];

/** The fields of a task, or of a new one. */
export function fieldsOf(task: ReceiveTask | undefined): ReceiveFields {
  return {
    name: task?.name ?? '',
    kind: task?.definition.kind ?? 'item_folder',
    location: task?.definition.location ?? '',
    collections: task?.definition.collections.join(', ') ?? '',
    verification: task?.definition.verification ?? 'checksum',
    settle: String(task?.definition.settleSeconds ?? 60),
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
    collections: fields.kind === 'item_folder' ? [] : names.filter((name) => name !== ''),
    verification: fields.verification,
    settleSeconds: fields.kind === 'stac_api' ? 0 : Number(fields.settle),
  };
}

/** What is saved. */
export function taskFormOf(fields: ReceiveFields): ReceiveTaskForm {
  const schedule =
    fields.by === 'cron' ? { cron: fields.cron } : { everyMinutes: Number(fields.minutes) };
  return { name: fields.name, definition: definitionOf(fields), ...schedule };
}
