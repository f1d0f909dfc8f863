import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { ManagedRegion } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { OutlineMap } from '../parts/map/OutlineMap';
import { OutlineUpload } from '../parts/OutlineUpload';
import { useCheckedOutline } from '../parts/useCheckedOutline';
import { useOutline } from './useRegions';

interface OutlineFieldProps {
  /** The region whose outline is replaced; null: a new one. */
  region: ManagedRegion | null;
  wkt: string;
  fault: string | undefined;
  onChange: (wkt: string) => void;
}

/** An outline out of a file or as text, shown over the one that there is. */
export function OutlineField({ region, wkt, fault, onChange }: OutlineFieldProps) {
  const { regions: m } = useAdminMessages();
  const [note, setNote] = useState('');
  const present = useOutline(region?.areaCode ?? '', region !== null).data?.wkt ?? null;
  const drawn = useCheckedOutline(wkt).wkt;
  return (
    <Stack component="fieldset" spacing={1.5} sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
      <Typography component="legend" variant="body2" color="textSecondary" sx={{ p: 0, mb: 1 }}>
        {region === null ? m.outline : `${m.outline} · ${m.keepOutline}`}
      </Typography>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <OutlineUpload
          note={note}
          onRead={(outline) => {
            setNote(outline.note);
            onChange(outline.wkt);
          }}
        />
      </Stack>
      <TextField
        fullWidth
        multiline
        minRows={2}
        maxRows={4}
        label={m.wkt}
        value={wkt}
        error={fault !== undefined}
        helperText={fault}
        onChange={({ target }) => {
          setNote('');
          onChange(target.value);
        }}
      />
      {drawn !== null && (
        <>
          <Box sx={{ height: 240, display: 'grid', '& > *': { minHeight: 0 } }}>
            <OutlineMap
              wkt={present ?? drawn}
              other={present === null ? null : drawn}
              label={m.outline}
            />
          </Box>
          {present !== null && (
            <Typography variant="caption" color="textSecondary">
              {m.oldAndNew}
            </Typography>
          )}
        </>
      )}
    </Stack>
  );
}
