import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type MonthCount, useMessages } from '@scenedock/ui-kit';
import { useMemo, useState } from 'react';
import type { Criteria } from '../searchState';
import { Bars } from './Bars';
import { BinTable } from './BinTable';
import { binsOf, isIn } from './bins';
import { EndSliders } from './EndSliders';

type Range = Pick<Criteria, 'from' | 'to'>;

type Props = {
  months: readonly MonthCount[];
  range: Range;
  onRange: (range: Range) => void;
};

/** How the found scenes lie in time; dragging over the bars, or the two sliders, choose a period. */
export function Histogram({ months, range, onRange }: Props) {
  const m = useMessages();
  const [zoomed, setZoomed] = useState(false);
  const [pointed, setPointed] = useState<number | null>(null);
  const narrowed = range.from !== null || range.to !== null;
  const bins = useMemo(
    () => binsOf(months, zoomed && narrowed ? range : undefined),
    [months, zoomed, narrowed, range],
  );
  const inside = bins.map((bin) => isIn(bin, range));
  const bin = pointed === null ? undefined : bins[pointed];
  return (
    <section aria-label={m.find.histogram}>
      <Stack direction="row" sx={{ alignItems: 'center', minHeight: 30 }}>
        <Typography variant="h3" component="h2" sx={{ flex: 1 }}>
          {m.find.histogram}
        </Typography>
        {narrowed ? (
          <>
            <Button aria-pressed={zoomed} onClick={() => setZoomed(!zoomed)} sx={{ minWidth: 0 }}>
              {zoomed ? m.find.histogramAll : m.find.histogramZoom}
            </Button>
            <Button onClick={() => onRange({ from: null, to: null })} sx={{ minWidth: 0 }}>
              {m.find.clearTime}
            </Button>
          </>
        ) : null}
      </Stack>
      <Bars
        bins={bins}
        inside={inside}
        pointed={pointed}
        onPoint={setPointed}
        onRange={onRange}
        range={range}
      />
      <Typography
        variant="caption"
        color="textSecondary"
        component="p"
        sx={{ m: 0, minHeight: 20, fontVariantNumeric: 'tabular-nums' }}
      >
        {bin === undefined ? m.find.histogramHint : m.find.bin(bin.name, bin.count)}
      </Typography>
      <EndSliders bins={bins} inside={inside} onRange={onRange} />
      <Box sx={{ mt: 0.25 }}>
        <BinTable bins={bins} />
      </Box>
    </section>
  );
}
