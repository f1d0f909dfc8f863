import { errorText, statistics } from '@scenedock/ui-kit';
import { type RaRecord, useDataProvider, useListContext, useNotify } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { csvText } from '../figures/csvText';
import type { SavedNumber, SavedUnit } from '../figures/savedFigures';
import { saveFile } from '../figures/saveFile';
import { type FileBounds, gatherRows } from './gatherRows';

export type SavedCell = string | SavedNumber;
export type ListFormat = 'csv' | 'xlsx';

/** What a column writes into a file. */
export interface SavedColumn<Row = RaRecord> {
  label: string;
  unit?: SavedUnit | undefined;
  cellOf: (row: Row) => SavedCell;
}

/** Where the rows of a file come from. */
export interface RowSource<Row = RaRecord> {
  /** The days that the rows are of, where there are some. */
  days: { from?: unknown; to?: unknown };
  /** A page of so many, numbered from 1. */
  ask: (
    page: number,
    perPage: number,
    signal: AbortSignal,
  ) => Promise<{ rows: readonly Row[]; hasMore: boolean }>;
}

/** The list around, with its conditions and in its order. */
export function useListSource(): RowSource {
  const { resource, filter, filterValues, sort } = useListContext();
  const provider = useDataProvider();
  const conditions = { ...filterValues, ...filter };
  return {
    days: conditions,
    ask: async (page, perPage, signal) => {
      const question = { filter: conditions, pagination: { page, perPage }, sort, signal };
      const { data, total = 0, pageInfo } = await provider.getList(resource, question);
      return { rows: data, hasMore: pageInfo?.hasNextPage ?? page * perPage < total };
    },
  };
}

/** What the server takes for one workbook: a call of 16 MiB, less its names. */
const WORKBOOK: FileBounds = { rows: 20_000, bytes: 16_500_000 };
/** What a browser holds easily. */
const TEXT: FileBounds = { rows: 20_000, bytes: 32 * 1024 ** 2 };
/** The most that the server hands out of a list in numbered pages; the others come in parts of its own. */
const PART = 1000;

const BOUNDS = { csv: TEXT, xlsx: WORKBOOK } as const;

/** How far a list is saved, or that only its beginning was. */
export interface ListProgress {
  format: ListFormat;
  rows: number;
  most: number;
  isOver: boolean;
}

/** The days that the list is of stand in the name of its file. */
function fileName(name: string, { from, to }: RowSource['days']): string {
  const days = [from, to].filter((day) => typeof day === 'string' && day !== '');
  return [name, ...days].join(' ');
}

async function fileOf(format: ListFormat, name: string, heads: string[], rows: SavedCell[][]) {
  if (format === 'xlsx') return statistics.tableWorkbook({ name, heads, rows });
  return new Blob([csvText([heads, ...rows])], { type: 'text/csv;charset=utf-8' });
}

/** Saves all rows of a source: part by part as the server hands them out. */
export function useSavedList<Row>(
  name: string,
  columns: readonly SavedColumn<Row>[],
  source: RowSource<Row>,
) {
  const { statistics: m, savedList } = useAdminMessages();
  const notify = useNotify();
  const [progress, setProgress] = useState<ListProgress | null>(null);
  const [busy, setBusy] = useState<ListFormat | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const gather = (format: ListFormat, { signal }: AbortController) =>
    gatherRows<Row, SavedCell[]>({
      bounds: BOUNDS[format],
      signal,
      savedOf: (row) => columns.map(({ cellOf }) => cellOf(row)),
      onProgress: (rows) => setProgress({ format, rows, most: BOUNDS[format].rows, isOver: false }),
      ask: (page) => source.ask(page, PART, signal),
    });

  const save = async (format: ListFormat) => {
    const controller = new AbortController();
    running.current = controller;
    setBusy(format);
    try {
      const { rows, isWhole } = await gather(format, controller);
      const whole = fileName(name, source.days);
      const title = isWhole ? whole : savedList.partName(whole, rows.length);
      const heads = columns.map(({ label, unit }) =>
        unit === undefined ? label : m.unitOf(label, m.savedUnits[unit]),
      );
      const file = await fileOf(format, title, heads, rows);
      if (controller.signal.aborted) return;
      saveFile(file, `${title}.${format}`);
      const most = BOUNDS[format].rows;
      setProgress(isWhole ? null : { format, rows: rows.length, most, isOver: true });
    } catch (error) {
      if (controller.signal.aborted) return;
      setProgress(null);
      notify(`${m.saveFailed} ${errorText(error, '')}`.trim(), { type: 'error' });
    } finally {
      if (running.current === controller) setBusy(null);
    }
  };
  const close = () => {
    running.current?.abort();
    running.current = null;
    setBusy(null);
    setProgress(null);
  };
  return { busy, progress, save, close };
}
