import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import {
  DICTIONARY,
  type DictionaryEntry,
  type DictionaryKind,
  type DictionaryList,
  dictionaryDesk,
  EmptyState,
  QueryResult,
} from '@scenedock/ui-kit';
import { type RaRecord, useGetOne } from 'ra-core';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { ImportTableDialog } from '../parts/ImportTableDialog';
import { PageHead } from '../parts/PageHead';
import { TableButtons } from '../parts/TableButtons';
import { EntryDialog } from './EntryDialog';
import { EntryTable } from './EntryTable';
import { KINDS, useDictionaryAddress } from './useDictionaryAddress';

const tabId = (kind: DictionaryKind) => `dictionary-${kind}`;
const PANEL = 'dictionary-panel';

type Open = { what: 'entry'; entry: DictionaryEntry | null } | { what: 'import' };

/** Lists of words that forms offer (portal specification section 7, dictionary). */
export function DictionaryPage() {
  const { dictionary: m } = useAdminMessages();
  const { kind, open: openList } = useDictionaryAddress();
  const query = useGetOne<DictionaryList & RaRecord>('dictionary', { id: kind });
  const list = query.data;
  const isFull = list !== undefined && list.entries.length >= list.most;
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <PageHead title={m.title}>
        <TableButtons
          table={dictionaryDesk.tableUrl(kind)}
          names={{ export: m.export, import: m.import.open }}
          onImport={() => setOpen({ what: 'import' })}
        />
        <Button
          size="medium"
          variant="contained"
          startIcon={<Add />}
          disabled={list === undefined || isFull}
          title={isFull ? m.full(list.most) : undefined}
          onClick={() => setOpen({ what: 'entry', entry: null })}
        >
          {m.add}
        </Button>
      </PageHead>
      <KindTabs kind={kind} onOpen={openList} />
      <Box role="tabpanel" id={PANEL} aria-labelledby={tabId(kind)}>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
          {m.hints[kind]}
        </Typography>
        <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
          <QueryResult query={query}>
            {(answer) =>
              answer.entries.length === 0 ? (
                <EmptyState title={m.empty} hint={m.emptyHint} />
              ) : (
                <EntryTable
                  key={kind}
                  list={answer}
                  onEdit={(entry) => setOpen({ what: 'entry', entry })}
                />
              )
            }
          </QueryResult>
        </Paper>
      </Box>
      {open?.what === 'entry' && list !== undefined && (
        <EntryDialog list={list} entry={open.entry} onClose={close} />
      )}
      {open?.what === 'import' && (
        <ImportTableDialog
          topic={DICTIONARY}
          send={(file, dryRun) => dictionaryDesk.importTable(kind, file, dryRun)}
          clean={({ rows }) => m.import.clean(m.kinds[kind], rows)}
          words={m.import}
          onClose={close}
        />
      )}
    </>
  );
}

interface KindTabsProps {
  kind: DictionaryKind;
  onOpen: (kind: DictionaryKind) => void;
}

function KindTabs({ kind, onOpen }: KindTabsProps) {
  const { dictionary: m } = useAdminMessages();
  return (
    <Tabs
      value={kind}
      onChange={(_, next: DictionaryKind) => onOpen(next)}
      variant="scrollable"
      aria-label={m.title}
      sx={{ mb: 1 }}
    >
      {KINDS.map((one) => (
        <Tab
          key={one}
          id={tabId(one)}
          value={one}
          label={m.kinds[one]}
          aria-controls={one === kind ? PANEL : undefined}
        />
      ))}
    </Tabs>
  );
}
