import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {
  type ExplainedPermission,
  QueryResult,
  type RoleName,
  type User,
  useMessages,
  useRoleName,
} from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useUserRights } from './useUsers';

/** What somebody may do and why, and what not and who could. */
export function UserRights({ user }: { user: User }) {
  const { roles: m } = useAdminMessages();
  const query = useUserRights(user.id);
  return (
    <QueryResult query={query}>
      {({ items }) => (
        <>
          {user.status !== 'active' && (
            <Alert severity="info" sx={{ mb: 1 }}>
              {m.asleep}
            </Alert>
          )}
          <RightsList title={m.held} rights={items.filter(({ held }) => held)} open />
          <RightsList title={m.notHeld} rights={items.filter(({ held }) => !held)} />
        </>
      )}
    </QueryResult>
  );
}

interface RightsListProps {
  title: string;
  rights: readonly ExplainedPermission[];
  open?: boolean;
}

function RightsList({ title, rights, open = false }: RightsListProps) {
  const { permission, common } = useMessages();
  const { roles: m } = useAdminMessages();
  const nameOf = useRoleName();
  const names = (roles: readonly RoleName[]) => roles.map(nameOf).join(common.listComma);
  const because = ({ held, through, offeredBy }: ExplainedPermission) => {
    if (held) return m.through(names(through));
    return offeredBy.length === 0 ? m.offeredByNone : m.offeredBy(names(offeredBy));
  };
  return (
    <Box component="details" open={open} sx={{ '& + &': { mt: 1 } }}>
      <Typography component="summary" variant="body2" sx={{ cursor: 'pointer', fontWeight: 600 }}>
        {title} ({rights.length})
      </Typography>
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
        {rights.map((right) => (
          <li key={right.code}>
            <Typography variant="body2" component="span">
              {permission[right.code]}
            </Typography>
            <Typography variant="caption" color="textSecondary" component="div">
              {because(right)}
            </Typography>
          </li>
        ))}
      </Box>
    </Box>
  );
}
