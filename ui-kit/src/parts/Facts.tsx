import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useLocale } from '../messages/LocaleProvider';
import { textSize } from '../tokens';

/** A name, its value, and whether it takes a whole row of a grid. An empty value is shown as a dash. */
export type Fact = readonly [name: string, value: ReactNode, wide?: boolean];

interface FactsProps {
  facts: readonly Fact[];
  /**
   * `pairs`: names in one column, values in the next. `grid`: as many pairs side by side as there is room for.
   * `fields`: small and ruled, down the first column, then the second, so that neighbours stay together.
   */
  layout?: 'pairs' | 'grid' | 'fields';
  /** What the list is, for screen readers. */
  label?: string;
}

const PAIRS = {
  display: 'grid',
  gridTemplateColumns: 'auto 1fr',
  columnGap: 3,
  rowGap: 1,
  alignItems: 'start',
  '& > div': { display: 'contents' },
} as const;

const FIELDS = {
  columnWidth: 300,
  columnGap: 3,
  fontSize: textSize.body,
  '& > div': {
    breakInside: 'avoid',
    display: 'grid',
    gridTemplateColumns: 'minmax(104px, 36%) minmax(0, 1fr)',
    columnGap: 1.5,
    alignItems: 'baseline',
    py: 0.5,
    borderBottom: '1px solid',
    borderColor: 'divider',
  },
} as const;

const grid = (nameWidth: number) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 320px), 1fr))',
  columnGap: 3,
  rowGap: 1,
  '& > div': { display: 'flex', gap: 1, minWidth: 0 },
  '& dt': { flex: 'none', width: nameWidth },
});

/** Names and values, as a description list. */
export function Facts({ facts, layout = 'pairs', label }: FactsProps) {
  const { locale } = useLocale();
  const shape =
    layout === 'pairs' ? PAIRS : layout === 'fields' ? FIELDS : grid(locale === 'en' ? 148 : 96);
  return (
    <Box
      component="dl"
      aria-label={label}
      sx={[
        { m: 0, '& dt': { color: 'text.secondary', overflowWrap: 'anywhere' } },
        { '& dd': { m: 0, minWidth: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' } },
        shape,
      ]}
    >
      {facts.map(([name, value, wide]) => (
        <div key={name} style={wide ? { gridColumn: '1 / -1' } : undefined}>
          <dt>{name}</dt>
          <dd>{value === null || value === undefined || value === '' ? '-' : value}</dd>
        </div>
      ))}
    </Box>
  );
}
