import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  api,
  ConfirmDialog,
  QueryResult,
  type StoredRole,
  ToneChip,
  useMessages,
  useRoleName,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { USERS } from '../layout/menuPages';
import { useWholeRecord } from '../parts/forms/useWholeRecord';
import { Panel } from '../parts/Panel';
import { SideDrawer } from '../parts/SideDrawer';
import { useCall } from '../parts/useCall';
import { WayBack } from '../parts/WayBack';
import { useMay } from '../providers/useMe';
import { RoleDialog } from './RoleDialog';
import { RoleHistory } from './RoleHistory';
import { RolePreview } from './RolePreview';
import { ROLES_TOPIC } from './useRoles';

/** One role: what it allows, who has it, and what happened to it. */
export function RoleDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { roles: m } = useAdminMessages();
  const nameOf = useRoleName();
  const query = useWholeRecord<StoredRole>('role', id);
  const { data } = query;
  const { notThere } = useMessages();
  return (
    <SideDrawer
      title={data ? nameOf(data) : query.error ? notThere.title : '…'}
      width={560}
      onClose={onClose}
      chips={
        <>
          {data?.secondFactor && <ToneChip tone="info" label={m.secondFactorShort} />}
          {data?.builtIn && <ToneChip tone="neutral" label={m.builtIn} />}
        </>
      }
    >
      <QueryResult query={query} back={<WayBack onClick={onClose} />}>
        {(role) => <Role role={role} onGone={onClose} />}
      </QueryResult>
    </SideDrawer>
  );
}

interface RoleProps {
  role: StoredRole;
  onGone: () => void;
}

function Role({ role, onGone }: RoleProps) {
  const { permission, common } = useMessages();
  const { roles: m } = useAdminMessages();
  const maySeeUsers = useMay('/user/list');
  return (
    <>
      <RoleButtons role={role} onGone={onGone} />
      {role.note !== '' && <Typography variant="body2">{role.note}</Typography>}
      <Typography variant="body2">
        {m.members}
        {common.colon}
        {maySeeUsers && role.members > 0 ? (
          <Link component={RouterLink} to={`${USERS}?role=${role.id}`}>
            {m.showMembers(role.members)}
          </Link>
        ) : (
          role.members
        )}
      </Typography>
      <Panel title={m.visible}>
        <RolePreview permissions={role.permissions} />
      </Panel>
      <Panel title={m.permissions} aside={<span>{role.permissions.length}</span>}>
        {role.permissions.length === 0 ? (
          <Typography variant="body2" color="textSecondary">
            {m.none}
          </Typography>
        ) : (
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {role.permissions.map((code) => (
              <li key={code}>{permission[code]}</li>
            ))}
          </Box>
        )}
      </Panel>
      <Panel title={m.history}>
        <RoleHistory id={role.id} />
      </Panel>
    </>
  );
}

function RoleButtons({ role, onGone }: RoleProps) {
  const { common } = useMessages();
  const { roles: m } = useAdminMessages();
  const nameOf = useRoleName();
  const { run, busy } = useCall(ROLES_TOPIC);
  const [asking, setAsking] = useState<'edit' | 'remove' | null>(null);
  const close = () => setAsking(null);
  const remove = async () => {
    const texts = { ok: m.removed, failed: m.failed };
    const outcome = await run(() => api.roles.remove(role.id), texts);
    close();
    if (outcome === 'accepted') onGone();
  };
  if (!useMay('/role/save')) return null;
  return (
    <>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" disabled={busy} onClick={() => setAsking('edit')}>
          {m.edit}
        </Button>
        {!role.builtIn && (
          <Button
            variant="outlined"
            color="error"
            disabled={busy || role.members > 0}
            title={role.members > 0 ? m.inUse : undefined}
            onClick={() => setAsking('remove')}
          >
            {common.delete}
          </Button>
        )}
      </Stack>
      {asking === 'edit' && <RoleDialog role={role} onClose={close} />}
      {asking === 'remove' && (
        <ConfirmDialog
          text={m.removeConfirm(nameOf(role))}
          danger
          busy={busy}
          onConfirm={() => void remove()}
          onCancel={close}
        />
      )}
    </>
  );
}
