import DialogContentText from '@mui/material/DialogContentText';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  type AdministratorKind,
  FormDialog,
  oversight,
  type Separation,
  useRoleName,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { type Named, PersonField } from '../parts/SubjectFields';
import { useCall } from '../parts/useCall';
import { ROLES_TOPIC } from './useRoles';

const KINDS: AdministratorKind[] = ['system', 'security', 'audit'];

type Appointments = Record<AdministratorKind, Named | null>;

/** Asks who is to be which administrator, and keeps them apart from then on. */
export function SeparationDialog(props: { separation: Separation; onClose: () => void }) {
  const { separation, onClose } = props;
  const { roles } = useAdminMessages();
  const m = roles.separation;
  const nameOf = useRoleName();
  const [chosen, setChosen] = useState<Appointments>({ system: null, security: null, audit: null });
  const [tried, setTried] = useState(false);
  const { run, busy } = useCall(ROLES_TOPIC);
  const submit = async () => {
    setTried(true);
    const { system, security, audit } = chosen;
    if (system === null || security === null || audit === null) return;
    const body = { system: [system.id], security: [security.id], audit: [audit.id] };
    const begun = await run(() => oversight.separate(body), { ok: m.began, failed: roles.failed });
    if (begun === 'accepted') onClose();
  };
  return (
    <FormDialog title={m.beginTitle} busy={busy} onSubmit={() => void submit()} onClose={onClose}>
      <Stack sx={{ gap: 2 }}>
        <DialogContentText>{m.consequence}</DialogContentText>
        {separation.combinedRoles.map((role) => (
          <Typography key={role.id} variant="body2">
            {nameOf(role)}: {role.kinds.map((kind) => m.kinds[kind]).join(' · ')} · {roles.members}{' '}
            {role.members}
          </Typography>
        ))}
        {KINDS.map((kind) => (
          <PersonField
            key={kind}
            label={m.kinds[kind]}
            hint={m.duties[kind]}
            person={chosen[kind]}
            fault={tried && chosen[kind] === null ? m.choose : undefined}
            onChange={(person) => setChosen((now) => ({ ...now, [kind]: person }))}
          />
        ))}
      </Stack>
    </FormDialog>
  );
}
