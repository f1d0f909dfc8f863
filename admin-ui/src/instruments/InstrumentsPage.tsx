import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { directory, EmptyState, type Instrument, useMessages } from '@scenedock/ui-kit';
import { useListContext } from 'ra-core';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { ImportTableDialog } from '../parts/ImportTableDialog';
import { FindFilter, ListFilters } from '../parts/list/ListFilters';
import { ResourceList } from '../parts/list/ResourceList';
import { PageHead } from '../parts/PageHead';
import { TableButtons } from '../parts/TableButtons';
import { InstrumentTable } from './InstrumentTable';
import { NameDialog } from './NameDialog';

const CONDITIONS = { q: 'text', unnamed: ['1'] } as const;

const TOPIC = ['sensortranslation'] as const;

type Open = { what: 'name'; instrument: Instrument | null } | { what: 'import' };

/** What satellites and sensors are called (portal specification section 7, sensortranslation). */
export function InstrumentsPage() {
  const { instruments: m } = useAdminMessages();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <ResourceList resource="sensortranslation" title={m.title} conditions={CONDITIONS}>
      <PageHead title={m.title}>
        <TableButtons
          table={directory.instrumentTableUrl()}
          names={{ export: m.export, import: m.import.open }}
          onImport={() => setOpen({ what: 'import' })}
        />
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
        <Conditions />
        <InstrumentTable
          empty={<NoInstruments />}
          onName={(instrument) => setOpen({ what: 'name', instrument })}
        />
      </Paper>
      {open?.what === 'name' && <NameDialog instrument={open.instrument} onClose={close} />}
      {open?.what === 'import' && (
        <ImportTableDialog
          topic={TOPIC}
          send={directory.importInstruments}
          clean={({ rows }) => m.import.clean(rows)}
          words={m.import}
          onClose={close}
        />
      )}
    </ResourceList>
  );
}

function Conditions() {
  const { instruments: m } = useAdminMessages();
  const { filterValues, setFilters, meta } = useListContext();
  const missing: number | undefined = meta?.missing;
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1.5, p: 1.5 }}>
      <ListFilters>
        <FindFilter source="q" label={m.find} width={260} />
      </ListFilters>
      <FormControlLabel
        label={m.unnamedOnly}
        control={
          <Switch
            checked={filterValues.unnamed === '1'}
            onChange={(_, on) => setFilters({ ...filterValues, unnamed: on ? '1' : '' })}
          />
        }
      />
      {missing !== undefined && (
        <Typography role="status" variant="body2" color="textSecondary" sx={{ ml: 'auto' }}>
          {missing === 0 ? m.allNamed : m.unnamedCount(missing)}
        </Typography>
      )}
    </Stack>
  );
}

function NoInstruments() {
  const { common } = useMessages();
  const { instruments: m } = useAdminMessages();
  const { filterValues, meta } = useListContext();
  if (meta?.known === 0) return <EmptyState title={m.empty} hint={m.emptyHint} />;
  const isUnnamedOnly = filterValues.unnamed === '1' && filterValues.q === undefined;
  return <EmptyState title={isUnnamedOnly ? m.allNamed : common.noMatch} />;
}
