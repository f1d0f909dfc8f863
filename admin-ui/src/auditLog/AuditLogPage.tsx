import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { api, CopyButton, EmptyState, oversight, QueryResult, useSettled } from '@scenedock/ui-kit';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { PeriodBar } from '../parts/figures/PeriodBar';
import { PageHead } from '../parts/PageHead';
import { AuditTable } from './AuditTable';
import { AUDIT_OUTCOMES, AUDIT_SUBJECTS, useAuditAddress } from './useAuditAddress';

/** Who did what to what, the newest first. */
export function AuditLogPage() {
  const { auditLog: m, statistics } = useAdminMessages();
  const address = useAuditAddress();
  const { period, subject, outcome } = address;
  const part = useSettled(address.q.trim());
  const filter = {
    ...period,
    ...(subject === null ? {} : { subject }),
    ...(outcome === null ? {} : { outcome }),
    ...(part === '' ? {} : { q: part }),
  };
  const query = useInfiniteQuery({
    queryKey: ['audit-log', period, subject, outcome, part],
    queryFn: ({ pageParam, signal }) =>
      api.auditLog.list(
        { ...filter, ...(pageParam === null ? {} : { before: pageParam }) },
        { signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
  return (
    <>
      <PageHead title={m.title} />
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {m.intro}
      </Typography>
      <PeriodBar period={period} onQuery={address.query}>
        <Button
          href={oversight.auditLogUrl(filter)}
          variant="outlined"
          size="medium"
          startIcon={<FileDownloadOutlined />}
          sx={{ ml: { sm: 'auto' } }}
        >
          {statistics.export}
        </Button>
      </PeriodBar>
      <Paper variant="outlined" sx={{ mt: 1.5, overflow: 'hidden' }}>
        <Filters address={address} />
        <QueryResult query={query}>
          {({ pages }) => {
            const entries = pages.flatMap(({ items }) => items);
            return entries.length === 0 ? (
              <EmptyState title={m.empty} />
            ) : (
              <AuditTable entries={entries} />
            );
          }}
        </QueryResult>
        {query.hasNextPage && (
          <Stack sx={{ p: 1.5, alignItems: 'center' }}>
            <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {m.older}
            </Button>
          </Stack>
        )}
      </Paper>
      {query.data?.pages[0] && <Head head={query.data.pages[0].head} />}
    </>
  );
}

function Filters({ address }: { address: ReturnType<typeof useAuditAddress> }) {
  const { auditLog: m } = useAdminMessages();
  const slotProps = { select: { displayEmpty: true }, inputLabel: { shrink: true } };
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', p: 1.5 }}>
      <TextField
        select
        label={m.subject}
        value={address.subject ?? ''}
        onChange={({ target }) => address.choose('subject', target.value)}
        slotProps={slotProps}
        sx={{ width: 160 }}
      >
        <MenuItem value="">{m.anySubject}</MenuItem>
        {AUDIT_SUBJECTS.map((one) => (
          <MenuItem key={one} value={one}>
            {m.subjects[one]}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        label={m.outcome}
        value={address.outcome ?? ''}
        onChange={({ target }) => address.choose('outcome', target.value)}
        slotProps={slotProps}
        sx={{ width: 150 }}
      >
        <MenuItem value="">{m.anyOutcome}</MenuItem>
        {AUDIT_OUTCOMES.map((one) => (
          <MenuItem key={one} value={one}>
            {m.outcomes[one]}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        type="search"
        label={m.find}
        value={address.q}
        onChange={(event) => address.find(event.target.value)}
        sx={{ width: 240 }}
      />
    </Stack>
  );
}

/** What has to be kept elsewhere for a cut-off end to be found. */
function Head({ head }: { head: string }) {
  const { auditLog: m } = useAdminMessages();
  return (
    <Typography
      variant="caption"
      color="textSecondary"
      component="p"
      sx={{ mt: 1, overflowWrap: 'anywhere' }}
    >
      {m.head}: <code>{head}</code> <CopyButton text={head} /> {m.headHint}
    </Typography>
  );
}
