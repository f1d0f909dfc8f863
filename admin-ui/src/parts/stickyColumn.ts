import { ink } from '@scenedock/ui-kit';

/** Cells of a table's last column, what can be done: it stays in sight while the rest scrolls sideways. */
export const STICKY = {
  position: 'sticky',
  right: 0,
  bgcolor: 'background.paper',
  borderLeft: 1,
  borderLeftColor: 'divider',
} as const;

/** The head of that column. */
export const STICKY_HEAD = { ...STICKY, bgcolor: ink.page } as const;
