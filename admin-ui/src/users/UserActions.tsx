import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { api, ConfirmDialog, type User } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { ReasonDialog } from '../parts/ReasonDialog';
import { useCall } from '../parts/useCall';
import { EditUserDialog } from './EditUserDialog';
import { ResetPasswordDialog } from './ResetPasswordDialog';
import { USERS_TOPIC } from './useUsers';

type Asking = 'edit' | 'refuse' | 'disable' | 'reset' | 'sessions';

interface UserActionsProps {
  user: User;
  /** Whether it is the account of who looks at it. */
  own: boolean;
}

/** What may be done to an account now; what the rules refuse is not offered. */
export function UserActions({ user, own }: UserActionsProps) {
  const { users: m } = useAdminMessages();
  const { run, busy } = useCall(USERS_TOPIC);
  const [asking, setAsking] = useState<Asking | null>(null);
  const decides = user.status === 'waiting' || user.status === 'refused';
  const isOthers = !own && !user.demo;
  const act = (call: () => Promise<unknown>, ok: string) =>
    void run(call, { ok, failed: m.failed });
  const button = (what: Asking, label: string, danger = false) => (
    <Button
      variant="outlined"
      color={danger ? 'error' : 'primary'}
      disabled={busy}
      onClick={() => setAsking(what)}
    >
      {label}
    </Button>
  );
  return (
    <>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        {decides && (
          <Button
            variant="contained"
            disabled={busy}
            onClick={() => act(() => api.users.approve(user.id), m.done.approve)}
          >
            {m.approve}
          </Button>
        )}
        {user.status === 'waiting' && button('refuse', m.refuse, true)}
        {button('edit', m.edit)}
        {isOthers && button('reset', m.resetPassword)}
        {user.sessions > 0 && !own && button('sessions', m.endSessions)}
        {user.status === 'disabled' && (
          <Button
            variant="outlined"
            disabled={busy}
            onClick={() => act(() => api.users.enable(user.id), m.done.enable)}
          >
            {m.enable}
          </Button>
        )}
        {user.status === 'active' && isOthers && button('disable', m.disable, true)}
      </Stack>
      {asking !== null && (
        <Question asking={asking} user={user} own={own} onClose={() => setAsking(null)} />
      )}
    </>
  );
}

interface QuestionProps extends UserActionsProps {
  asking: Asking;
  onClose: () => void;
}

function Question({ asking, user, own, onClose }: QuestionProps) {
  const { users: m } = useAdminMessages();
  const { run, busy } = useCall(USERS_TOPIC);
  const act = async (call: () => Promise<unknown>, ok: string) => {
    if ((await run(call, { ok, failed: m.failed })) !== 'failed') onClose();
  };
  switch (asking) {
    case 'edit':
      return (
        <EditUserDialog
          user={user}
          locked={own ? m.own : user.demo ? m.demo : undefined}
          onClose={onClose}
        />
      );
    case 'reset':
      return <ResetPasswordDialog user={user} onClose={onClose} />;
    case 'refuse':
      return (
        <ReasonDialog
          title={m.refuseTitle(user.loginName)}
          label={m.refuseReason}
          needed={m.refuseNeeded}
          hint={m.refuseHint}
          busy={busy}
          onConfirm={(reason) => void act(() => api.users.refuse(user.id, reason), m.done.refuse)}
          onCancel={onClose}
        />
      );
    case 'disable':
      return (
        <ConfirmDialog
          text={m.disableConfirm(user.loginName)}
          danger
          busy={busy}
          onConfirm={() => void act(() => api.users.disable(user.id), m.done.disable)}
          onCancel={onClose}
        />
      );
    case 'sessions':
      return (
        <ConfirmDialog
          text={m.endSessionsConfirm(user.loginName)}
          danger
          busy={busy}
          onConfirm={() => void act(() => api.users.endSessions(user.id), m.ended)}
          onCancel={onClose}
        />
      );
  }
}
