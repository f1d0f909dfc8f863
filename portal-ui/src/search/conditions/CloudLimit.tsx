import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMessages } from '@scenedock/ui-kit';

type Props = { value: number | null; onChange: (limit: number | null) => void };

/** The most clouds that a scene may have; at the end of the scale, any. */
export function CloudLimit({ value, onChange }: Props) {
  const m = useMessages();
  const limit = value ?? 100;
  const text = limit === 100 ? m.search.cloudAny : `${limit}%`;
  return (
    <Stack direction="row" spacing={1.5} sx={{ alignItems: 'center', px: 0.5 }}>
      <Typography variant="body2" sx={{ whiteSpace: 'nowrap' }}>
        {m.search.cloudMax}
      </Typography>
      <input
        type="range"
        aria-label={m.search.cloudMax}
        aria-valuetext={text}
        min={0}
        max={100}
        step={5}
        value={limit}
        onChange={({ target }) => onChange(target.value === '100' ? null : Number(target.value))}
        style={{ flex: 1, minWidth: 0, accentColor: '#0b4a6f', cursor: 'pointer' }}
      />
      <Typography variant="body2" sx={{ minWidth: 36, textAlign: 'right' }}>
        {text}
      </Typography>
    </Stack>
  );
}
