import Typography from '@mui/material/Typography';
import { api, QueryResult, SessionList, useMessages } from '@scenedock/ui-kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { failureText } from '../parts/failureText';
import { useNotice } from '../parts/notice';
import { Panel } from '../parts/Panel';

const SESSIONS = ['sessions'];

/** Where one is signed in, and the end of what one does not know. */
export function SessionsPanel() {
  const { sessions: m } = useMessages();
  const notice = useNotice();
  const client = useQueryClient();
  const query = useQuery({
    queryKey: SESSIONS,
    queryFn: ({ signal }) => api.auth.sessions({ signal }),
  });
  const { mutate, isPending } = useMutation({
    mutationFn: (id: string) => api.auth.endSession(id),
    onSuccess: () => notice(m.ended),
    onError: (failure) => notice(failureText(m.failed, failure), 'error'),
    onSettled: () => client.invalidateQueries({ queryKey: SESSIONS }),
  });
  return (
    <Panel title={m.title}>
      <Typography variant="body2" color="textSecondary">
        {m.hint}
      </Typography>
      <QueryResult query={query}>
        {({ items }) => (
          <SessionList sessions={items} busy={isPending} onEnd={({ id }) => mutate(id)} />
        )}
      </QueryResult>
    </Panel>
  );
}
