import { ApiError, catalogue, type SysInfo } from '@scenedock/ui-kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useCall } from '../parts/useCall';
import { entryFault } from './checkEntry';
import { ENTRIES, type SysKey } from './sysKeys';

export type Values = Partial<Record<SysKey, string>>;

const asValues = (items: readonly SysInfo[]): Values =>
  Object.fromEntries(items.map(({ sysKey, sysValue }) => [sysKey, sysValue]));

export function useSysInfos() {
  return useQuery({
    queryKey: ['system'],
    queryFn: ({ signal }) => catalogue.sysInfos({ signal }),
    refetchOnWindowFocus: false,
  });
}

/** The entries as they are being changed; only what differs is sent. */
export function useSystemForm(saved: readonly SysInfo[]) {
  const m = useAdminMessages().system;
  const client = useQueryClient();
  const { run, busy } = useCall(['config']);
  const [edits, setEdits] = useState<Values>({});
  const [refused, setRefused] = useState<Values>({});
  const before = asValues(saved);
  const values: Values = { ...before, ...edits };
  const dirty = ENTRIES.filter(([key]) => (values[key] ?? '') !== (before[key] ?? ''));
  const faultOf = (key: SysKey): string | null => {
    const content = ENTRIES.find(([one]) => one === key)?.[1];
    const own = content === undefined ? null : entryFault(content, values[key] ?? '', m);
    return own ?? refused[key] ?? null;
  };
  const change = (key: SysKey, value: string) => {
    setEdits((old) => ({ ...old, [key]: value }));
    setRefused(({ [key]: _, ...rest }) => rest);
  };
  const send = async () => {
    const items = dirty.map(([sysKey]) => ({ sysKey, sysValue: (values[sysKey] ?? '').trim() }));
    try {
      const answer = await catalogue.saveSysInfos(items);
      client.setQueryData(['system'], answer);
      setEdits({});
      setRefused({});
    } catch (error) {
      if (error instanceof ApiError) {
        setRefused(Object.fromEntries(error.errors.map(({ field, detail }) => [field, detail])));
      }
      throw error;
    }
  };
  return {
    values,
    change,
    faultOf,
    dirty: dirty.length,
    wrong: dirty.some(([key]) => faultOf(key) !== null && refused[key] === undefined),
    busy,
    undo: () => {
      setEdits({});
      setRefused({});
    },
    save: () =>
      run(send, { ok: m.saved, failed: m.failed, faultsAtFields: true, failedAs: 'info' }),
  };
}
