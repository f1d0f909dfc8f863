import { address, answer, type Signal, wire } from './client';
import type { components } from './schema';

type Schemas = components['schemas'];

/** A catalogue node with all that is said of it. */
export type DirectoryNode = Schemas['DirectoryNode'];
export type DirectoryNodeDraft = Schemas['DirectoryNodeDraft'];
export type CatalogNodeUses = Schemas['CatalogNodeUses'];
export type MovePreview = Schemas['MovePreview'];
export type IngestRule = Schemas['IngestRule'];
export type IngestRules = Schemas['IngestRules'];
export type IngestRulesDraft = Schemas['IngestRulesDraft'];
export type IngestDryRun = Schemas['IngestDryRun'];
export type Instrument = Schemas['Instrument'];
export type InstrumentDraft = Schemas['InstrumentDraft'];
/** What a withdrawal would touch. */
export type WithdrawalPreview = Schemas['WithdrawalPreview'];

const at = (id: number) => ({ path: { id } });

/** The catalogue's administration. Apart from the other calls: the portal has no use for them. */
export const directory = {
  nodes: (options: Signal = {}) => answer(wire.GET('/api/catalog/nodes', options)),
  create: (parentId: number | null, node: DirectoryNodeDraft) =>
    answer(wire.POST('/api/catalog/nodes', { body: { ...node, parentId } })),
  change: (id: number, version: number, node: DirectoryNodeDraft) =>
    answer(wire.PUT('/api/catalog/nodes/{id}', { body: { ...node, version }, params: at(id) })),
  /** `before` is the sibling that it comes in front of; null: behind all. */
  move: (id: number, version: number, parentId: number | null, before: number | null) =>
    answer(
      wire.POST('/api/catalog/nodes/{id}/move', {
        body: { parentId, before, version },
        params: at(id),
      }),
    ),
  previewMove: (id: number, parentId: number | null, options: Signal = {}) =>
    answer(
      wire.POST('/api/catalog/nodes/{id}/move/preview', {
        ...options,
        body: { parentId },
        params: at(id),
      }),
    ),
  uses: (id: number, options: Signal = {}) =>
    answer(wire.GET('/api/catalog/nodes/{id}/uses', { ...options, params: at(id) })),
  remove: (id: number, version: number) =>
    answer(wire.DELETE('/api/catalog/nodes/{id}', { params: { ...at(id), query: { version } } })),
  /** What the withdrawal of these scenes would touch. */
  previewWithdrawal: (dataIds: string[]) =>
    answer(wire.POST('/api/catalog/withdrawals/preview', { body: { dataIds } })),
  /** Takes scenes out of the catalogue, except those that orders have. */
  withdraw: (dataIds: string[], reason: string) =>
    answer(wire.POST('/api/catalog/withdrawals', { body: { dataIds, reason } })),
  /** Every field list and which node has which, as a workbook. */
  fieldTableUrl: () => address('/api/catalog/fields.xlsx', {}),
  /** Takes over a workbook or CSV of field lists: all of it, or nothing. */
  importFields: (file: File, dryRun: boolean) => {
    const form = new FormData();
    form.append('file', file);
    const params = { query: { dryRun } };
    const body = { file: file.name };
    return answer(
      wire.POST('/api/catalog/fields/import', { params, body, bodySerializer: () => form }),
    );
  },
  /** Satellites and sensors with their names, those without one first. */
  instruments: (options: Signal = {}) => answer(wire.GET('/api/catalog/instruments', options)),
  nameInstrument: (body: InstrumentDraft) => answer(wire.PUT('/api/catalog/instruments', { body })),
  instrumentTableUrl: () => address('/api/catalog/instruments.xlsx', {}),
  /** Takes over a workbook or CSV of names: all of it, or nothing. */
  importInstruments: (file: File, dryRun: boolean) => {
    const form = new FormData();
    form.append('file', file);
    const params = { query: { dryRun } };
    const body = { file: file.name };
    return answer(
      wire.POST('/api/catalog/instruments/import', { params, body, bodySerializer: () => form }),
    );
  },
  rules: (options: Signal = {}) => answer(wire.GET('/api/catalog/ingestRules', options)),
  saveRules: (version: number, draft: IngestRulesDraft) =>
    answer(wire.PUT('/api/catalog/ingestRules', { body: { ...draft, version } })),
  dryRun: (draft: IngestRulesDraft) =>
    answer(wire.POST('/api/catalog/ingestRules/dryRun', { body: draft })),
};
