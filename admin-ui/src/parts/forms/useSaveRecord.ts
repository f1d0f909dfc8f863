import { type RaRecord, useDataProvider } from 'ra-core';
import { faultsOf } from '../../providers/errors';
import type { ResourceName } from '../../providers/resources';
import { type CallTexts, type Outcome, useCall } from '../useCall';

export interface SaveTexts extends Pick<CallTexts, 'failed' | 'inPlace'> {
  ok: string;
}

interface Saved {
  outcome: Outcome;
  /** What the server objects to, by field. */
  faults: Readonly<Record<string, string>> | undefined;
  /** The record as the server has it now. */
  record: RaRecord | undefined;
}

/**
 * Sends a form to a resource: to a new record, or to the one with this id. Says how it went. `touched` are resources that show
 * something of it.
 */
export function useSaveRecord(
  resource: ResourceName,
  texts: SaveTexts,
  touched: readonly ResourceName[] = [],
) {
  const provider = useDataProvider();
  const { run, busy, refusal } = useCall([resource, ...touched]);
  const save = async (id: RaRecord['id'] | undefined, data: object): Promise<Saved> => {
    let faults: Saved['faults'];
    let record: Saved['record'];
    const call = async () => {
      try {
        const answer =
          id === undefined
            ? await provider.create(resource, { data })
            : await provider.update(resource, { id, data, previousData: { id } });
        record = answer.data;
      } catch (error) {
        faults = faultsOf(error);
        throw error;
      }
    };
    const outcome = await run(call, texts);
    return { outcome, faults, record };
  };
  return { save, busy, refusal };
}
