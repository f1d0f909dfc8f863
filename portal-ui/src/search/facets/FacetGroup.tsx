import CheckBox from '@mui/icons-material/CheckBox';
import CheckBoxOutlineBlank from '@mui/icons-material/CheckBoxOutlineBlank';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { ink, tokens, useMessages } from '@scenedock/ui-kit';
import { useState } from 'react';

export type FacetValue = { id: string; label: string; count: number; on: boolean };

/** As many values as are looked at without asking for the rest. */
const FIRST = 6;

type Props = { title: string; values: readonly FacetValue[]; onToggle: (id: string) => void };

function Value({
  value,
  most,
  onToggle,
}: {
  value: FacetValue;
  most: number;
  onToggle: () => void;
}) {
  const Tick = value.on ? CheckBox : CheckBoxOutlineBlank;
  return (
    <ButtonBase
      role="checkbox"
      aria-checked={value.on}
      onClick={onToggle}
      sx={{
        width: '100%',
        minHeight: 28,
        gap: 0.75,
        px: 0.5,
        justifyContent: 'flex-start',
        borderRadius: 0.5,
        position: 'relative',
        '&:hover': { bgcolor: 'action.hover' },
      }}
    >
      <Box
        aria-hidden
        sx={{
          position: 'absolute',
          left: 30,
          bottom: 2,
          height: 2,
          borderRadius: 1,
          width: `calc(${(value.count / most) * 100}% - ${(value.count / most) * 34}px)`,
          bgcolor: value.on ? ink.actionSoft : ink.line,
        }}
      />
      <Tick sx={{ fontSize: tokens.icon.tick, color: value.on ? 'primary.main' : ink.faint }} />
      <Typography variant="body2" noWrap title={value.label} sx={{ flex: 1, textAlign: 'left' }}>
        {value.label}
      </Typography>
      <Typography
        variant="caption"
        color="textSecondary"
        sx={{ fontVariantNumeric: 'tabular-nums' }}
      >
        {value.count.toLocaleString('en')}
      </Typography>
    </ButtonBase>
  );
}

/** Values of one kind with their counts; several may be chosen, each takes effect at once. */
export function FacetGroup({ title, values, onToggle }: Props) {
  const m = useMessages();
  const [whole, setWhole] = useState(false);
  if (values.length === 0) return null;
  const most = Math.max(1, ...values.map((value) => value.count));
  // What is chosen stays in sight.
  const visible = whole ? values : values.filter((value, at) => at < FIRST || value.on);
  const hidden = values.length - visible.length;
  return (
    <Box role="group" aria-label={title}>
      <Typography variant="h3" component="h2" sx={{ mb: 0.5 }}>
        {title}
      </Typography>
      {visible.map((value) => (
        <Value key={value.id} value={value} most={most} onToggle={() => onToggle(value.id)} />
      ))}
      {hidden > 0 || whole ? (
        <Button aria-expanded={whole} onClick={() => setWhole(!whole)} sx={{ mt: 0.25 }}>
          {whole ? m.find.less : m.find.more(hidden)}
        </Button>
      ) : null}
    </Box>
  );
}
