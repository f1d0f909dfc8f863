import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type AuditQuery, CopyButton, oversight, useMessages } from '@scenedock/ui-kit';
import { useListContext } from 'ra-core';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { PeriodBar } from '../parts/figures/PeriodBar';
import { usePeriod } from '../parts/figures/usePeriod';
import { ChoiceFilter, FindFilter, ListFilters } from '../parts/list/ListFilters';
import { EndlessList } from '../parts/list/ResourceList';
import { useOpenOne } from '../parts/list/useOpenOne';
import { PageHead } from '../parts/PageHead';
import { AuditTable } from './AuditTable';
import { AUDIT_CONDITIONS, AUDIT_OUTCOMES, AUDIT_SUBJECTS } from './auditConditions';
import { EntryDrawer } from './EntryDrawer';

/** What the list may be ordered by. */
const ORDERS = ['-at'] as const satisfies readonly NonNullable<AuditQuery['sort']>[];

/** Who did what to what, the newest first. */
export function AuditLogPage() {
  const { auditLog: m } = useAdminMessages();
  const { period, query } = usePeriod();
  const { openId, open } = useOpenOne('entry');
  return (
    <EndlessList
      resource="auditLog"
      orders={ORDERS}
      title={m.title}
      conditions={AUDIT_CONDITIONS}
      filter={period}
    >
      <PageHead title={m.title} />
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {m.intro}
      </Typography>
      <PeriodBar period={period} onQuery={query}>
        <ExportLink />
      </PeriodBar>
      <Paper variant="outlined" sx={{ mt: 1.5, overflow: 'hidden' }}>
        <Filters />
        <AuditTable onOpen={open} />
      </Paper>
      <Head />
      {openId !== null && <EntryDrawer id={openId} onClose={() => open(null)} />}
    </EndlessList>
  );
}

/** The entries that the list shows, all of them, as a file. */
function ExportLink() {
  const { statistics } = useAdminMessages();
  const { filter, filterValues } = useListContext();
  const query: AuditQuery = { ...filterValues, ...filter };
  return (
    <Button
      href={oversight.auditLogUrl(query)}
      variant="outlined"
      size="medium"
      startIcon={<FileDownloadOutlined />}
      sx={{ ml: { sm: 'auto' } }}
    >
      {statistics.export}
    </Button>
  );
}

function Filters() {
  const { auditLog: m } = useAdminMessages();
  return (
    <ListFilters sx={{ p: 1.5 }}>
      <ChoiceFilter
        source="subject"
        label={m.subject}
        width={160}
        any={m.anySubject}
        choices={AUDIT_SUBJECTS.map((id) => ({ id, name: m.subjects[id] }))}
      />
      <ChoiceFilter
        source="outcome"
        label={m.outcome}
        width={150}
        any={m.anyOutcome}
        choices={AUDIT_OUTCOMES.map((id) => ({ id, name: m.outcomes[id] }))}
      />
      <FindFilter source="q" label={m.find} width={240} />
    </ListFilters>
  );
}

/** What has to be kept elsewhere for a cut-off end to be found. */
function Head() {
  const { common } = useMessages();
  const { auditLog: m } = useAdminMessages();
  const head: unknown = useListContext().meta?.head;
  if (typeof head !== 'string') return null;
  return (
    <Typography
      variant="caption"
      color="textSecondary"
      component="p"
      sx={{ mt: 1, overflowWrap: 'anywhere' }}
    >
      {m.head}
      {common.colon}
      <code>{head}</code> <CopyButton text={head} /> {m.headHint}
    </Typography>
  );
}
