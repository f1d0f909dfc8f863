import Slider from '@mui/material/Slider';
import { useMessages } from '@scenedock/ui-kit';
import { useEffect, useState } from 'react';
import type { Criteria } from '../searchState';
import { type Bin, rangeOf } from './bins';

type Props = {
  bins: readonly Bin[];
  inside: readonly boolean[];
  onRange: (range: Pick<Criteria, 'from' | 'to'>) => void;
};

/** Both ends of the chosen period, for the pointer and for the keyboard; a search begins when they are let go. */
export function EndSliders({ bins, inside, onRange }: Props) {
  const m = useMessages();
  const last = bins.length - 1;
  const first = inside.indexOf(true);
  const low = Math.max(first, 0);
  const high = first < 0 ? last : inside.lastIndexOf(true);
  const [ends, setEnds] = useState<[number, number]>([low, high]);
  useEffect(() => setEnds([low, high]), [low, high]);
  if (last < 1) return null;
  const name = (at: number) => bins[at]?.name ?? '';
  return (
    <Slider
      size="small"
      min={0}
      max={last}
      value={[Math.min(ends[0], last), Math.min(ends[1], last)]}
      getAriaLabel={(end) => (end === 0 ? m.find.histogramFrom : m.find.histogramTo)}
      getAriaValueText={name}
      valueLabelDisplay="auto"
      valueLabelFormat={name}
      onChange={(_, value) => {
        if (Array.isArray(value)) setEnds([value[0] ?? 0, value[1] ?? last]);
      }}
      onChangeCommitted={(_, value) => {
        if (!Array.isArray(value)) return;
        const [from = 0, to = last] = value;
        const all = from === 0 && to === last;
        onRange(all ? { from: null, to: null } : rangeOf(bins, from, to));
      }}
      sx={{ mx: 1, width: 'calc(100% - 16px)', py: '6px !important' }}
    />
  );
}
