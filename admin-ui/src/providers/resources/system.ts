import {
  type ClientSystemForm,
  clientSystems,
  type DictionaryEntryDraft,
  type DictionaryKind,
  dictionaryDesk,
  directory,
  type Instrument,
  type InstrumentDraft,
  type NewClientSystem,
  type NoticeKind,
  office,
} from '@scenedock/ui-kit';
import { type InstrumentConditions, idOf, matching } from '../../instruments/instrumentModel';
import { type ListQuestion, paged, type ResourceCalls, whole } from '../resource';

/** Addresses that are told of orders. */
export const webhooks = {
  list: whole(office.webhooks.list),
  create(data) {
    const { url, events } = data as { url: string; events: NoticeKind[] };
    return office.webhooks.create(url, events);
  },
  async change(id, data) {
    const { active } = data as { active: boolean };
    await office.webhooks.switch(id, active);
    return { id, active };
  },
  remove: (ids) => Promise.all(ids.map(office.webhooks.remove)),
} satisfies ResourceCalls;

/** Other systems that call with tokens of their own. */
export const dataSyncDb = {
  list: paged(clientSystems.list),
  create: (data) => clientSystems.create(data as NewClientSystem),
  change: (id, data) => clientSystems.change(id, data as ClientSystemForm),
  remove: (ids) => Promise.all(ids.map(clientSystems.remove)),
} satisfies ResourceCalls;

const withId = <Code extends Pick<Instrument, 'satellite' | 'sensor'>>(instrument: Code) => ({
  ...instrument,
  id: idOf(instrument),
});

/** Satellites and sensors, those without a name first. The server hands them out together; they are narrowed here. */
export const sensortranslation = {
  async list({ filter, signal }: ListQuestion) {
    const { items } = await directory.instruments(signal === undefined ? {} : { signal });
    const conditions: InstrumentConditions = filter;
    const data = matching(items, conditions).map(withId);
    const missing = items.filter(({ name }) => name === '').length;
    return { data, total: data.length, meta: { missing, known: items.length } };
  },
  /** Naming one that has a name already names it anew. */
  async create(data) {
    const draft = data as Required<InstrumentDraft>;
    await directory.nameInstrument(draft);
    return withId(draft);
  },
} satisfies ResourceCalls;

/** A change of a list: the version that it was made from, and all entries as they are to be. */
interface ListChange {
  version: number;
  entries: DictionaryEntryDraft[];
}

/** Lists of words. Each is one record, with its entries in it: the server keeps their order, and saves them together. */
export const dictionary = {
  async get(kind, options) {
    return { ...(await dictionaryDesk.list(kind as DictionaryKind, options)), id: kind };
  },
  async change(kind, data) {
    const { version, entries } = data as ListChange;
    const saved = await dictionaryDesk.save(kind as DictionaryKind, version, entries);
    return { ...saved, id: kind };
  },
} satisfies ResourceCalls;
