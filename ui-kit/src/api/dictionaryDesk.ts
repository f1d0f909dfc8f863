import { address, answer, type Signal, wire } from './client';
import type { components } from './schema';

type Schemas = components['schemas'];

export type DictionaryKind = Schemas['DictionaryKind'];
export type DictionaryEntry = Schemas['DictionaryEntry'];
export type DictionaryEntryDraft = Schemas['DictionaryEntryDraft'];
export type DictionaryList = Schemas['DictionaryList'];

const at = (kind: DictionaryKind) => ({ path: { kind } });

/** The dictionary as administrators keep it. Apart from the other calls: the portal has no use for them. */
export const dictionaryDesk = {
  list: (kind: DictionaryKind, options: Signal = {}) =>
    answer(wire.GET('/api/dictionary/{kind}', { ...options, params: at(kind) })),
  /** Replaces a list as it was read. */
  save: (kind: DictionaryKind, version: number, entries: DictionaryEntryDraft[]) =>
    answer(wire.PUT('/api/dictionary/{kind}', { body: { entries, version }, params: at(kind) })),
  tableUrl: (kind: DictionaryKind) => address('/api/dictionary/{kind}/table.xlsx', at(kind)),
  /** Makes a workbook or CSV the list: all of it, or nothing. */
  importTable: (kind: DictionaryKind, file: File, dryRun: boolean) => {
    const form = new FormData();
    form.append('file', file);
    const params = { ...at(kind), query: { dryRun } };
    const body = { file: file.name };
    return answer(
      wire.POST('/api/dictionary/{kind}/import', { params, body, bodySerializer: () => form }),
    );
  },
};
