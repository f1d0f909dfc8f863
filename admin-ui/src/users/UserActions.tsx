import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { api, ConfirmDialog, type User } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { ReasonDialog } from '../parts/ReasonDialog';
import { useCall } from '../parts/useCall';
import { useMay } from '../providers/useMe';
import { EditUserDialog } from './EditUserDialog';
import { GrantRolesDialog } from './GrantRolesDialog';
import { ResetPasswordDialog } from './ResetPasswordDialog';
import { USERS_TOPIC } from './useUsers';

type UserDialog = 'edit' | 'roles' | 'refuse' | 'disable' | 'reset' | 'sessions' | 'secondFactor';

interface UserActionsProps {
  user: User;
  /** Whether it is the account of who looks at it. */
  own: boolean;
}

/** What may be done to an account now; what the rules refuse is not offered. */
export function UserActions({ user, own }: UserActionsProps) {
  const { users: m, roles: r } = useAdminMessages();
  const { run, busy } = useCall(USERS_TOPIC);
  const mayGrant = useMay('/role/grant');
  const mayManage = useMay('/user/save');
  const [dialog, setDialog] = useState<UserDialog | null>(null);
  const seen = user.status === 'waiting' || user.status === 'refused' ? user.status : null;
  const isOthers = !own && !user.demo;
  const act = (call: () => Promise<unknown>, ok: string) =>
    void run(call, { ok, failed: m.failed });
  const button = (what: UserDialog, label: string, danger = false) => (
    <Button
      variant="outlined"
      color={danger ? 'error' : 'primary'}
      disabled={busy}
      onClick={() => setDialog(what)}
    >
      {label}
    </Button>
  );
  return (
    <>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        {seen !== null && mayManage && (
          <Button
            variant="contained"
            disabled={busy}
            onClick={() => act(() => api.users.approve(user.id, seen), m.done.approve)}
          >
            {m.approve}
          </Button>
        )}
        {user.status === 'waiting' && mayManage && button('refuse', m.refuse, true)}
        {mayManage && button('edit', m.edit)}
        {isOthers && mayGrant && button('roles', r.grant)}
        {isOthers && mayManage && button('reset', m.resetPassword)}
        {user.secondFactor && !own && mayManage && button('secondFactor', m.removeSecondFactor)}
        {user.validUntil !== null && !own && mayManage && (
          <Button
            variant="outlined"
            disabled={busy}
            onClick={() => act(() => api.users.extend(user.id), m.extended)}
          >
            {m.extend}
          </Button>
        )}
        {user.sessions > 0 && !own && mayManage && button('sessions', m.endSessions)}
        {user.status === 'disabled' && !user.demo && mayManage && (
          <Button
            variant="outlined"
            disabled={busy}
            onClick={() => act(() => api.users.enable(user.id), m.done.enable)}
          >
            {m.enable}
          </Button>
        )}
        {user.status === 'active' && isOthers && mayManage && button('disable', m.disable, true)}
      </Stack>
      {dialog !== null && <Question dialog={dialog} user={user} onClose={() => setDialog(null)} />}
    </>
  );
}

interface QuestionProps {
  user: User;
  dialog: UserDialog;
  onClose: () => void;
}

function Question({ dialog, user, onClose }: QuestionProps) {
  const { users: m } = useAdminMessages();
  const { run, busy, refusal } = useCall(USERS_TOPIC);
  const act = async (call: () => Promise<unknown>, ok: string) => {
    if ((await run(call, { ok, failed: m.failed })) !== 'failed') onClose();
  };
  /** What was written stays until the server has it. */
  const refuse = async (reason: string) => {
    const texts = { ok: m.done.refuse, failed: m.failed, inPlace: true };
    if ((await run(() => api.users.refuse(user.id, reason), texts)) === 'accepted') onClose();
  };
  switch (dialog) {
    case 'edit':
      return <EditUserDialog user={user} onClose={onClose} />;
    case 'roles':
      return <GrantRolesDialog user={user} onClose={onClose} />;
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
          refusal={refusal}
          onConfirm={(reason) => void refuse(reason)}
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
    case 'secondFactor':
      return (
        <ConfirmDialog
          text={m.removeSecondFactorConfirm(user.loginName)}
          danger
          busy={busy}
          onConfirm={() =>
            void act(() => api.users.removeSecondFactor(user.id), m.secondFactorRemoved)
          }
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
