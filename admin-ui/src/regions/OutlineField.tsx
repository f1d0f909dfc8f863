import UploadFile from '@mui/icons-material/UploadFile';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { catalogue, type ManagedRegion, regionDesk, useSettled } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useCall } from '../parts/useCall';
import { OutlineMap } from './OutlineMap';
import { REGIONS_TOPIC, useOutline } from './useRegions';

const ACCEPTED = '.zip,.geojson,.json,.kml,.kmz';

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
  const { run, busy } = useCall(REGIONS_TOPIC);
  const [note, setNote] = useState('');
  const present = useOutline(region?.areaCode ?? '', region !== null).data?.wkt ?? null;
  const settled = useSettled(wkt.trim());
  // Only what the server can read is drawn.
  const checked = useQuery({
    queryKey: ['regionOutline', settled],
    queryFn: ({ signal }) => catalogue.checkArea(settled, { signal }),
    enabled: settled !== '',
    retry: false,
  });
  const drawn = settled === '' ? null : (checked.data?.wkt ?? null);
  const read = (file: File) =>
    run(
      async () => {
        const area = await regionDesk.readFile(file);
        setNote(m.uploaded(file.name, area.vertices));
        onChange(area.wkt);
      },
      { failed: m.uploadFailed },
    );
  return (
    <Stack component="fieldset" spacing={1.5} sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
      <Typography component="legend" variant="body2" color="textSecondary" sx={{ p: 0, mb: 1 }}>
        {region === null ? m.outline : `${m.outline} · ${m.keepOutline}`}
      </Typography>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Button component="label" variant="outlined" startIcon={<UploadFile />} loading={busy}>
          {m.upload}
          <input
            type="file"
            hidden
            accept={ACCEPTED}
            aria-label={m.upload}
            onChange={({ target }) => {
              const chosen = target.files?.[0];
              if (chosen !== undefined) void read(chosen);
              // The same file, mended, may be chosen again.
              target.value = '';
            }}
          />
        </Button>
        <Typography role="status" variant="caption" color="textSecondary">
          {note || m.uploadHint}
        </Typography>
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
