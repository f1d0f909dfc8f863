import Add from '@mui/icons-material/Add';
import Download from '@mui/icons-material/Download';
import UploadFile from '@mui/icons-material/UploadFile';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import {
  directory,
  EmptyState,
  type Instrument,
  QueryResult,
  useMessages,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { ImportTableDialog } from '../parts/ImportTableDialog';
import { PageHead } from '../parts/PageHead';
import { InstrumentTable } from './InstrumentTable';
import { matching } from './instrumentModel';
import { NameDialog } from './NameDialog';
import { INSTRUMENTS_TOPIC, useInstrumentAddress, useInstruments } from './useInstruments';

type Open = { what: 'name'; instrument: Instrument | null } | { what: 'import' };

/** What satellites and sensors are called (portal specification section 7, sensortranslation). */
export function InstrumentsPage() {
  const { instruments: m } = useAdminMessages();
  const query = useInstruments();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <PageHead title={m.title}>
        <Button
          size="medium"
          variant="outlined"
          startIcon={<Download />}
          href={directory.instrumentTableUrl()}
          download
        >
          {m.export}
        </Button>
        <Button
          size="medium"
          variant="outlined"
          startIcon={<UploadFile />}
          onClick={() => setOpen({ what: 'import' })}
        >
          {m.import.open}
        </Button>
        <Button
          size="medium"
          variant="contained"
          startIcon={<Add />}
          onClick={() => setOpen({ what: 'name', instrument: null })}
        >
          {m.add}
        </Button>
      </PageHead>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {m.intro}
      </Typography>
      <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
        <QueryResult query={query}>
          {({ items }) =>
            items.length === 0 ? (
              <EmptyState title={m.empty} hint={m.emptyHint} />
            ) : (
              <Instruments
                instruments={items}
                onName={(instrument) => setOpen({ what: 'name', instrument })}
              />
            )
          }
        </QueryResult>
      </Paper>
      {open?.what === 'name' && <NameDialog instrument={open.instrument} onClose={close} />}
      {open?.what === 'import' && (
        <ImportTableDialog
          topic={INSTRUMENTS_TOPIC}
          send={directory.importInstruments}
          clean={({ rows }) => m.import.clean(rows)}
          words={m.import}
          onClose={close}
        />
      )}
    </>
  );
}

interface InstrumentsProps {
  instruments: readonly Instrument[];
  onName: (instrument: Instrument) => void;
}

function Instruments({ instruments, onName }: InstrumentsProps) {
  const { common } = useMessages();
  const { instruments: m } = useAdminMessages();
  const { q, unnamed, find, narrow } = useInstrumentAddress();
  const rows = matching(instruments, q, unnamed);
  const missing = instruments.filter(({ name }) => name === '').length;
  return (
    <>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1.5, p: 1.5 }}>
        <TextField
          type="search"
          label={m.find}
          value={q}
          onChange={({ target }) => find(target.value)}
          sx={{ width: 260 }}
        />
        <FormControlLabel
          label={m.unnamedOnly}
          control={<Switch checked={unnamed} onChange={(_, on) => narrow(on)} />}
        />
        <Typography role="status" variant="body2" color="textSecondary" sx={{ ml: 'auto' }}>
          {missing === 0 ? m.allNamed : m.unnamedCount(missing)}
        </Typography>
      </Stack>
      {rows.length === 0 ? (
        <EmptyState title={unnamed && q === '' ? m.allNamed : common.noMatch} />
      ) : (
        <InstrumentTable rows={rows} onName={onName} />
      )}
    </>
  );
}
