import Typography from '@mui/material/Typography';
import { api, QueryResult, SessionList, useMessages } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useCall } from '../parts/useCall';
import { USERS_TOPIC, useUserSessions } from './useUsers';

interface UserSessionsProps {
  id: string;
  /** Whether it is the account of who looks at it: nobody is offered to end the session at hand. */
  own: boolean;
}

/** Where somebody is signed in, and the end of one sign-in. */
export function UserSessions({ id, own }: UserSessionsProps) {
  const { users: m } = useAdminMessages();
  const { sessions: s } = useMessages();
  const { run, busy } = useCall(USERS_TOPIC);
  const query = useUserSessions(id);
  const end = (session: string) =>
    void run(() => api.users.endSession(id, session), { ok: s.ended, failed: s.failed });
  return (
    <QueryResult query={query}>
      {({ items }) =>
        items.length === 0 ? (
          <Typography variant="body2" color="textSecondary">
            {m.noSessions}
          </Typography>
        ) : (
          <SessionList
            sessions={items}
            busy={busy}
            {...(own ? {} : { onEnd: (session) => end(session.id) })}
          />
        )
      }
    </QueryResult>
  );
}
