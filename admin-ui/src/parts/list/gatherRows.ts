/** A part of a list: its rows, and whether others come after them. */
interface RowsPart<Row> {
  rows: readonly Row[];
  hasMore: boolean;
}

/** What a file of a list may hold. */
export interface FileBounds {
  rows: number;
  /** Of the rows as JSON: the server makes a workbook of what one call takes. */
  bytes: number;
}

interface Gathering<Row, Saved> {
  /** The parts, by numbers from 1. */
  ask: (part: number) => Promise<RowsPart<Row>>;
  /** A row as the file has it. */
  savedOf: (row: Row) => Saved;
  bounds: FileBounds;
  /** Told after each part that is not the last, with the rows so far. */
  onProgress: (rows: number) => void;
  signal: AbortSignal;
}

/** The rows of a list as a file has them; `isWhole` says whether those are all. */
export async function gatherRows<Row, Saved>(
  gathering: Gathering<Row, Saved>,
): Promise<{ rows: Saved[]; isWhole: boolean }> {
  const { ask, savedOf, bounds, onProgress, signal } = gathering;
  const rows: Saved[] = [];
  const text = new TextEncoder();
  let bytes = 0;
  for (let part = 1; ; part++) {
    const answer = await ask(part);
    signal.throwIfAborted();
    for (const row of answer.rows) {
      const saved = savedOf(row);
      bytes += text.encode(JSON.stringify(saved)).length + 1;
      if (rows.length === bounds.rows || bytes > bounds.bytes) return { rows, isWhole: false };
      rows.push(saved);
    }
    if (!answer.hasMore) return { rows, isWhole: true };
    onProgress(rows.length);
  }
}
