import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  api,
  type CatalogueSearch,
  EXPORTS,
  type ExportKind,
  QueryResult,
  textSize,
  useMessages,
} from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { whole } from '../parts/figures/numbers';
import { Panel } from '../parts/Panel';
import { useCall } from '../parts/useCall';
import { FORMATS } from './useExportAddress';

interface StartExportProps {
  search: CatalogueSearch;
  format: ExportKind;
  onFormat: (format: ExportKind) => void;
}

/** How many scenes the export would hold, as what, and the button that begins it. */
export function StartExport({ search, format, onFormat }: StartExportProps) {
  const { metadataExport: m } = useAdminMessages();
  const query = useQuery({
    queryKey: ['exportCount', search],
    queryFn: ({ signal }) => api.exports.count(search, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Panel title={m.export}>
      <QueryResult query={query}>
        {({ count, most }) => (
          <Stack spacing={2}>
            <CountLine count={count} most={most} />
            <FormatChoice format={format} onFormat={onFormat} />
            <StartButton
              search={search}
              format={format}
              disabled={count === 0 || count > most || query.isPlaceholderData}
            />
          </Stack>
        )}
      </QueryResult>
    </Panel>
  );
}

function CountLine({ count, most }: { count: number; most: number }) {
  const { metadataExport: m } = useAdminMessages();
  return (
    <>
      <Typography
        role="status"
        sx={{ fontSize: textSize.section, fontVariantNumeric: 'tabular-nums' }}
      >
        {count === 0 ? m.nothing : m.would(whole(count))}
      </Typography>
      {count > most ? (
        <Alert severity="warning">{m.tooMany(whole(most))}</Alert>
      ) : (
        <Typography variant="body2" color="textSecondary">
          {m.limit(whole(most))}
        </Typography>
      )}
    </>
  );
}

function FormatChoice({ format, onFormat }: Pick<StartExportProps, 'format' | 'onFormat'>) {
  const { exports } = useMessages();
  const { metadataExport: m } = useAdminMessages();
  const id = useId();
  return (
    <div>
      <FormLabel id={id}>{m.format}</FormLabel>
      <RadioGroup
        row
        aria-labelledby={id}
        value={format}
        onChange={(_, chosen) => onFormat(FORMATS.find((one) => one === chosen) ?? 'csv')}
      >
        {FORMATS.map((one) => (
          <FormControlLabel
            key={one}
            value={one}
            control={<Radio size="small" />}
            label={exports.kinds[one]}
          />
        ))}
      </RadioGroup>
      <Typography variant="body2" color="textSecondary">
        {m.formats[format]}
      </Typography>
    </div>
  );
}

interface StartButtonProps {
  search: CatalogueSearch;
  format: ExportKind;
  disabled: boolean;
}

function StartButton({ search, format, disabled }: StartButtonProps) {
  const { metadataExport: m } = useAdminMessages();
  const { run, busy } = useCall([...EXPORTS]);
  const start = () =>
    run(() => api.exports.start({ kind: format, content: 'metadata', search }), {
      ok: m.begun,
      failed: m.failed,
    });
  return (
    <Button
      variant="contained"
      size="medium"
      startIcon={<FileDownloadOutlined />}
      disabled={disabled}
      loading={busy}
      onClick={() => void start()}
      sx={{ alignSelf: 'flex-start' }}
    >
      {m.start}
    </Button>
  );
}
