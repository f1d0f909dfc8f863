import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import { useListContext, useRecordContext } from 'ra-core';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { IconTool } from '../parts/IconTool';
import { useCall } from '../parts/useCall';

/** The ids with one of them moved by so many places. */
export function moved(ids: readonly string[], at: number, by: -1 | 1): string[] {
  const next = [...ids];
  const [one] = next.splice(at, 1);
  if (one !== undefined) next.splice(at + by, 0, one);
  return next;
}

interface OrderButtonsProps {
  name: string;
  /** Sends the ids in their new order, and in the one that is seen. */
  reorder: (ids: string[], idsBefore: string[]) => Promise<unknown>;
}

/** Moves the record around it up or down in its list. */
export function OrderButtons({ name, reorder }: OrderButtonsProps) {
  const { content: m } = useAdminMessages();
  const { data = [], resource } = useListContext();
  const record = useRecordContext();
  const { run } = useCall([resource]);
  const ids = data.map(({ id }) => String(id));
  const at = ids.indexOf(String(record?.id));
  const move = (by: -1 | 1) =>
    void run(() => reorder(moved(ids, at, by), ids), { failed: m.failed });
  return (
    <>
      {at > 0 && (
        <IconTool name={m.up(name)} onClick={() => move(-1)}>
          <ArrowUpward fontSize="small" />
        </IconTool>
      )}
      {at < ids.length - 1 && (
        <IconTool name={m.down(name)} onClick={() => move(1)}>
          <ArrowDownward fontSize="small" />
        </IconTool>
      )}
    </>
  );
}
