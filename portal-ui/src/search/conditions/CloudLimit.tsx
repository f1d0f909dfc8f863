import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { ink, useMessages } from '@scenedock/ui-kit';
import type { Criteria } from '../searchState';

type Props = { draft: Criteria; onChange: (part: Partial<Criteria>) => void };

/** The most clouds that a scene may have; at the end of the scale, any. With a limit: what becomes of the unknown ones. */
export function CloudLimit({ draft, onChange }: Props) {
  const m = useMessages();
  const limit = draft.cloudMax ?? 100;
  const text = limit === 100 ? m.search.cloudAny : `${limit}%`;
  const take = (value: number) =>
    onChange(value === 100 ? { cloudMax: null, unknownCloud: false } : { cloudMax: value });
  return (
    <Stack>
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
          onChange={({ target }) => take(Number(target.value))}
          style={{ flex: 1, minWidth: 0, accentColor: ink.action, cursor: 'pointer' }}
        />
        <Typography variant="body2" sx={{ minWidth: 36, textAlign: 'right' }}>
          {text}
        </Typography>
      </Stack>
      {draft.cloudMax === null ? null : (
        <FormControlLabel
          label={m.find.unknownCloud}
          slotProps={{ typography: { variant: 'body2' } }}
          sx={{ m: 0 }}
          control={
            <Checkbox
              checked={draft.unknownCloud}
              onChange={(_, unknownCloud) => onChange({ unknownCloud })}
              sx={{ p: 0.5, ml: 0.5 }}
            />
          }
        />
      )}
    </Stack>
  );
}
