import { type ReceiveFile, type ReceiveOutcome, receiving, useText } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { bytesFigure } from '../parts/figures/savedFigures';
import { SaveRows } from '../parts/list/SaveList';
import type { SavedColumn } from '../parts/list/useSavedList';

interface SaveRunFilesProps {
  /** Of the run. */
  id: string;
  outcome: ReceiveOutcome | undefined;
}

/** Saves what became of every item of a run, or of those of the chosen outcome. */
export function SaveRunFiles({ id, outcome }: SaveRunFilesProps) {
  const { receiving: m } = useAdminMessages();
  const text = useText();
  const reasonOf = (file: ReceiveFile) => [
    ...(file.reason === null ? [] : [m.reasons[file.reason]]),
    ...(file.text === '' ? [] : [text(file.message, file.text)]),
  ];
  const columns: SavedColumn<ReceiveFile>[] = [
    { label: m.item, cellOf: (file) => file.name },
    { label: m.outcome, cellOf: (file) => m.outcomes[file.outcome] },
    { label: m.reason, cellOf: (file) => reasonOf(file).join(' · ') },
    {
      label: m.size,
      unit: 'bytes',
      cellOf: ({ size }) => (size === 0 ? '' : bytesFigure(size).saved),
    },
  ];
  return (
    <SaveRows
      name={m.filesTitle}
      columns={columns}
      source={{
        days: {},
        ask: async (page, pageSize, signal) => {
          const { items, total } = await receiving.files(
            id,
            { page, pageSize, outcome },
            { signal },
          );
          return { rows: items, hasMore: page * pageSize < total };
        },
      }}
    />
  );
}
