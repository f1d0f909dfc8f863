import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import {
  type ClientSystem,
  type CreatedAccessToken,
  clientSystems,
  FormDialog,
  type Permission,
  useMessages,
} from '@scenedock/ui-kit';
import { useId, useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useCall } from '../parts/useCall';

const USUAL_DAYS = '90';
const MAX_DAYS = 1096;

const isValidity = (text: string) =>
  /^\d{1,4}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= MAX_DAYS;

interface IssueTokenDialogProps {
  system: ClientSystem;
  onMade: (token: CreatedAccessToken) => void;
  onClose: () => void;
}

/** Asks what a token is for, how long it is valid, and what it is to allow beside reading the catalogue as its account sees it. */
export function IssueTokenDialog({ system, onMade, onClose }: IssueTokenDialogProps) {
  const { clientSystems: all } = useAdminMessages();
  const m = all.token;
  const { run, busy, refusal } = useCall(['accessTokens', 'dataSyncDb']);
  const [name, setName] = useState('');
  const [days, setDays] = useState(USUAL_DAYS);
  const [chosen, setChosen] = useState<readonly Permission[]>(system.permissions);
  const [tried, setTried] = useState(false);
  const nameFault = tried && name.trim() === '' ? m.nameMissing : undefined;
  const daysFault = tried && !isValidity(days) ? m.daysWrong : undefined;
  const submit = () => {
    setTried(true);
    if (name.trim() === '' || !isValidity(days)) return;
    const permissions = system.permissions.filter((code) => chosen.includes(code));
    const form = { name: name.trim(), validDays: Number(days), permissions };
    const issue = async () => onMade(await clientSystems.issue(system.id, form));
    void run(issue, { failed: all.failed, inPlace: true });
  };
  return (
    <FormDialog
      wide
      title={m.issueTitle(system.name || system.loginName)}
      confirm={m.issue}
      busy={busy}
      refusal={refusal}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2, pt: 1 }}>
        <TextField
          autoFocus
          required
          label={m.name}
          value={name}
          error={nameFault !== undefined}
          helperText={nameFault ?? m.nameHint}
          onChange={(event) => setName(event.target.value)}
          slotProps={{ htmlInput: { maxLength: 50 } }}
        />
        <TextField
          required
          label={m.days}
          value={days}
          error={daysFault !== undefined}
          helperText={daysFault ?? m.daysHint}
          onChange={(event) => setDays(event.target.value)}
          slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 4 } }}
        />
        <PermissionChoice offered={system.permissions} chosen={chosen} onChange={setChosen} />
      </Stack>
    </FormDialog>
  );
}

interface PermissionChoiceProps {
  offered: readonly Permission[];
  chosen: readonly Permission[];
  onChange: (chosen: readonly Permission[]) => void;
}

function PermissionChoice({ offered, chosen, onChange }: PermissionChoiceProps) {
  const { permission } = useMessages();
  const m = useAdminMessages().clientSystems.token;
  const hintId = useId();
  return (
    <Box component="fieldset" aria-describedby={hintId} sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
      <Typography component="legend" variant="body2" sx={{ p: 0, mb: 0.5 }}>
        {m.permissions}
      </Typography>
      <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, columnGap: 2 }}>
        {offered.map((code) => (
          <FormControlLabel
            key={code}
            label={permission[code] ?? code}
            control={
              <Checkbox
                size="small"
                checked={chosen.includes(code)}
                onChange={(_, on) =>
                  onChange(on ? [...chosen, code] : chosen.filter((one) => one !== code))
                }
              />
            }
            slotProps={{ typography: { variant: 'body2' } }}
          />
        ))}
      </Box>
      <FormHelperText id={hintId}>
        {offered.length === 0 ? m.noPermissions : m.permissionsHint}
      </FormHelperText>
    </Box>
  );
}
