import Refresh from '@mui/icons-material/Refresh';
import Button from '@mui/material/Button';
import { useMessages } from '../messages/LocaleProvider';
import { ink } from '../tokens';

/** What differs between the rows that are shown and those that a look just now found. */
export type News = { fresh: number; changed: boolean };

type Rows = { items: readonly { id: string }[]; total: number };

/** New orders are counted by the total as well: they may stand on another page. */
export function newsOf(current: Rows | undefined, found: Rows | undefined): News {
  if (current === undefined || found === undefined) return { fresh: 0, changed: false };
  const known = new Set(current.items.map(({ id }) => id));
  const unseen = found.items.filter(({ id }) => !known.has(id)).length;
  const more = found.total - current.total;
  const same = found.items.length === current.items.length && unseen === 0 && more === 0;
  return { fresh: Math.max(more, 0), changed: !same };
}

/** A quiet line above a list that has become out of date; rows move only when it is pressed. */
export function NewsBar({ news, onShow }: { news: News; onShow: () => void }) {
  const m = useMessages();
  if (!news.changed) return <div role="status" />;
  const text = news.fresh > 0 ? m.news.orders(news.fresh) : m.news.changed;
  return (
    <div role="status">
      <Button
        fullWidth
        startIcon={<Refresh />}
        onClick={onShow}
        sx={{ borderRadius: 0, borderBottom: 1, borderColor: 'divider', bgcolor: ink.raised }}
      >
        {text} · {m.news.show}
      </Button>
    </div>
  );
}
