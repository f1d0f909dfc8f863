import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  EmptyState,
  type FailureGroup,
  formatTime,
  operations,
  QueryResult,
  type TaskFilter,
  ToneChip,
  useText,
} from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { TASKS } from '../layout/menuPages';
import { orderPath } from '../parts/orderPath';
import { TaskActDialog } from '../parts/taskActs/TaskActDialog';
import { useMay } from '../providers/useMe';

/** What failed within a week, by what it failed of. */
export function FailureList() {
  const { tasks: m } = useAdminMessages();
  const query = useQuery({
    queryKey: ['failures'],
    queryFn: ({ signal }) => operations.failures({ signal }),
  });
  const [retried, setRetried] = useState<TaskFilter | null>(null);
  return (
    <Paper variant="outlined" sx={{ overflow: 'hidden' }}>
      <QueryResult query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={m.noFailures} hint={m.noFailuresHint} />
          ) : (
            <Box component="ul" aria-label={m.failures} sx={{ m: 0, p: 0, listStyle: 'none' }}>
              {items.map((group) => (
                <Failure
                  key={[group.kind, group.error.class, group.code, group.source].join(' ')}
                  group={group}
                  onRetry={() => setRetried({ ...fingerprint(group), unresolved: true })}
                />
              ))}
            </Box>
          )
        }
      </QueryResult>
      {retried !== null && (
        <TaskActDialog
          act="retry"
          filter={retried}
          topic="failures"
          onClose={() => setRetried(null)}
        />
      )}
    </Paper>
  );
}

/** The tasks of a group. */
function fingerprint({ kind, error, code, source }: FailureGroup): TaskFilter {
  return {
    ...(kind === 'newer' ? {} : { kind }),
    errorClass: error.class,
    ...(code === null ? {} : { errorCode: code }),
    ...(source === null ? {} : { source }),
  };
}

function Failure({ group, onRetry }: { group: FailureGroup; onRetry: () => void }) {
  const { tasks: m, monitor } = useAdminMessages();
  const text = useText();
  const maySteer = useMay('/order/audit');
  const { error, failed, retried, unresolved, orders, source, examples } = group;
  const rows = new URLSearchParams(fingerprint(group) as Record<string, string>);
  return (
    <Box component="li" sx={{ p: 2, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <ToneChip
          tone={unresolved > 0 ? 'danger' : 'neutral'}
          label={m.classes[error.class] ?? error.class}
        />
        <Typography variant="subtitle2" component="h2">
          {[monitor.kind[group.kind], source].filter(Boolean).join(' · ')}
        </Typography>
        <Box sx={{ flex: 1 }} />
        <Button size="small" component={RouterLink} to={`${TASKS}?${rows}`}>
          {m.showTasks}
        </Button>
        {maySteer && (
          <Button size="small" variant="outlined" disabled={unresolved === 0} onClick={onRetry}>
            {m.retryAll(unresolved)}
          </Button>
        )}
      </Stack>
      <Typography variant="body2" sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>
        {text(error.message, error.text)}
      </Typography>
      <Typography variant="caption" color="textSecondary" component="p" sx={{ m: 0, mt: 0.5 }}>
        {m.failureCounts({ failed, retried, orders })} · {formatTime(group.first)} –{' '}
        {formatTime(group.last)}
      </Typography>
      {examples.length > 0 && (
        <Stack direction="row" sx={{ columnGap: 1.5, flexWrap: 'wrap', typography: 'body2' }}>
          {m.examples}
          {examples.map(({ id, ordername }) => (
            <Link key={id} component={RouterLink} to={orderPath(id)}>
              {ordername}
            </Link>
          ))}
        </Stack>
      )}
    </Box>
  );
}
