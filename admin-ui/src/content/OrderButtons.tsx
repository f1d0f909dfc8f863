import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { IconTool } from '../parts/IconTool';

/** The ids with one of them moved by so many places. */
export function moved(ids: readonly string[], at: number, by: -1 | 1): string[] {
  const next = [...ids];
  const [one] = next.splice(at, 1);
  if (one !== undefined) next.splice(at + by, 0, one);
  return next;
}

interface OrderButtonsProps {
  name: string;
  at: number;
  ids: readonly string[];
  onOrder: (ids: string[]) => void;
}

/** Moves one up or down. */
export function OrderButtons({ name, at, ids, onOrder }: OrderButtonsProps) {
  const { content: m } = useAdminMessages();
  return (
    <>
      {at > 0 && (
        <IconTool name={m.up(name)} onClick={() => onOrder(moved(ids, at, -1))}>
          <ArrowUpward fontSize="small" />
        </IconTool>
      )}
      {at < ids.length - 1 && (
        <IconTool name={m.down(name)} onClick={() => onOrder(moved(ids, at, 1))}>
          <ArrowDownward fontSize="small" />
        </IconTool>
      )}
    </>
  );
}
