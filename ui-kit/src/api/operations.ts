import { answer, type Signal, wire } from './client';
import type { components } from './schema';

type Schemas = components['schemas'];

/** What goes on at a moment. */
export type Monitor = Schemas['Monitor'];
export type WorkerState = Schemas['WorkerState'];
export type TaskState = Schemas['TaskState'];
export type TransferState = Schemas['TransferState'];

/** What operators ask. Apart from the other calls: the portal has no use for them. */
export const operations = {
  monitor: (options: Signal = {}) => answer(wire.GET('/api/monitor', options)),
};
