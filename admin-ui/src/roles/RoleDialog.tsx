import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import {
  api,
  type Faults,
  FormDialog,
  fieldFaults,
  type GrantablePermission,
  type Permission,
  QueryResult,
  type StoredRole,
  useRoleName,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useCall } from '../parts/useCall';
import { PermissionFields } from './PermissionFields';
import { RolePreview } from './RolePreview';
import { closed, ROLES_TOPIC, usePermissions } from './useRoles';

interface RoleDialogProps {
  /** The role to change; none: a new one. */
  role?: StoredRole;
  onClose: () => void;
}

/** Makes a role, or changes what one is called and allows. */
export function RoleDialog({ role, onClose }: RoleDialogProps) {
  const { roles: m } = useAdminMessages();
  const nameOf = useRoleName();
  const query = usePermissions();
  const { run, busy } = useCall(ROLES_TOPIC);
  const [name, setName] = useState(role?.name ?? '');
  const [note, setNote] = useState(role?.note ?? '');
  const [ticked, setTicked] = useState<ReadonlySet<Permission>>(new Set(role?.permissions));
  const [secondFactor, setSecondFactor] = useState(role?.secondFactor ?? false);
  const [faults, setFaults] = useState<Faults>({});
  const submit = async () => {
    const draft = {
      name: name.trim(),
      note: note.trim(),
      permissions: [...ticked],
      secondFactor,
    };
    const save = () =>
      (role === undefined ? api.roles.create(draft) : api.roles.change(role.id, draft)).catch(
        (error) => {
          setFaults(fieldFaults(error));
          throw error;
        },
      );
    if ((await run(save, { ok: m.saved, failed: m.failed })) === 'accepted') onClose();
  };
  return (
    <FormDialog
      title={role === undefined ? m.add : m.editTitle(nameOf(role))}
      wide
      busy={busy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Stack spacing={2} sx={{ mt: 1 }}>
        {role?.builtIn ? (
          <Alert severity="info">{m.builtInNote}</Alert>
        ) : (
          <>
            <TextField
              label={m.name}
              value={name}
              onChange={(event) => setName(event.target.value)}
              error={faults.name !== undefined}
              helperText={faults.name}
              slotProps={{ htmlInput: { maxLength: 40 } }}
              required
              autoFocus
              fullWidth
            />
            <TextField
              label={m.note}
              value={note}
              onChange={(event) => setNote(event.target.value)}
              error={faults.note !== undefined}
              helperText={faults.note}
              slotProps={{ htmlInput: { maxLength: 200 } }}
              fullWidth
            />
          </>
        )}
        <div>
          <FormControlLabel
            label={m.secondFactor}
            control={
              <Switch
                checked={secondFactor}
                onChange={(_, on) => setSecondFactor(on)}
                slotProps={{ input: { 'aria-describedby': 'role-second-factor' } }}
              />
            }
          />
          <FormHelperText id="role-second-factor">{m.secondFactorHint}</FormHelperText>
        </div>
        <QueryResult query={query}>
          {({ items }) => <Allowed permissions={items} ticked={ticked} onChange={setTicked} />}
        </QueryResult>
      </Stack>
    </FormDialog>
  );
}

interface AllowedProps {
  permissions: readonly GrantablePermission[];
  ticked: ReadonlySet<Permission>;
  onChange: (ticked: Set<Permission>) => void;
}

function Allowed({ permissions, ticked, onChange }: AllowedProps) {
  const { roles: m } = useAdminMessages();
  const implies = (code: Permission) =>
    permissions.find((one) => one.code === code)?.implies ?? null;
  return (
    <>
      <PermissionFields permissions={permissions} ticked={ticked} onChange={onChange} />
      <Box
        component="section"
        aria-label={m.preview}
        sx={{ p: 1.5, bgcolor: 'background.default', borderRadius: 1 }}
      >
        <Typography variant="subtitle2" component="h3" sx={{ mb: 1 }}>
          {m.preview}
        </Typography>
        <RolePreview permissions={[...closed(ticked, implies)]} />
      </Box>
    </>
  );
}
