import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { SysInfo } from '@scenedock/ui-kit';
import { tokens } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { LeaveQuestion } from '../parts/LeaveQuestion';
import { Panel } from '../parts/Panel';
import { ChoiceEntry } from './ChoiceEntry';
import { LayerEntry } from './LayerEntry';
import { LayerListEntry } from './LayerListEntry';
import { SwitchEntry } from './SwitchEntry';
import { type EntryKind, GROUPS, type SysKey } from './sysKeys';
import { useSystemForm } from './useSystemForm';

type Form = ReturnType<typeof useSystemForm>;

interface EntryProps {
  form: Form;
  name: SysKey;
  content: EntryKind;
}

const WIDE: readonly SysKey[] = ['contactAddress', 'maskURL', 'serviceToken'];

function Entry({ form, name, content }: EntryProps) {
  const m = useAdminMessages().system;
  const value = form.values[name] ?? '';
  const label = m.keys[name];
  const fault = form.faultOf(name);
  const common = { label, value, onChange: (next: string) => form.change(name, next) };
  if (content.kind === 'layer' || content.kind === 'layers') {
    const Kind = content.kind === 'layer' ? LayerEntry : LayerListEntry;
    return (
      <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
        <Kind {...common} token={form.values.serviceToken ?? ''} />
        {fault === null ? null : (
          <Typography role="alert" variant="caption" color="error">
            {fault}
          </Typography>
        )}
      </Box>
    );
  }
  if (content.kind === 'tools') return <SwitchEntry {...common} on="legend" />;
  if (content.kind === 'switch') return <SwitchEntry {...common} on="on" />;
  const hints: Partial<Record<SysKey, string>> = m.hints;
  if (content.kind === 'choice') {
    return <ChoiceEntry {...common} words={content.words} hint={hints[name] ?? ''} />;
  }
  return (
    <TextField
      label={label}
      value={value}
      required={content.kind === 'text' && content.needed === true}
      error={fault !== null}
      helperText={fault ?? hints[name]}
      slotProps={{
        htmlInput: {
          spellCheck: false,
          ...(content.kind === 'number' ? { inputMode: 'numeric' } : {}),
          ...(content.kind === 'degrees' ? { inputMode: 'decimal' } : {}),
        },
      }}
      sx={{ gridColumn: WIDE.includes(name) ? '1 / -1' : undefined }}
      onChange={(event) => common.onChange(event.target.value)}
    />
  );
}

function SaveBar({ form }: { form: Form }) {
  const m = useAdminMessages().system;
  const still = form.dirty === 0 || form.wrong;
  const why = form.wrong ? m.wrong : m.allSaved;
  return (
    <Paper
      variant="outlined"
      sx={{
        position: 'sticky',
        bottom: 0,
        zIndex: 2,
        p: 1.5,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1.5,
        boxShadow: tokens.lift.bar,
      }}
    >
      <Typography role="status" variant="body2" sx={{ flex: 1 }}>
        {form.wrong ? m.wrong : form.dirty === 0 ? m.allSaved : m.unsaved(form.dirty)}
      </Typography>
      <Button
        disabled={form.dirty === 0 || form.busy}
        title={form.dirty === 0 ? m.allSaved : undefined}
        onClick={form.undo}
      >
        {m.undo}
      </Button>
      <Button
        variant="contained"
        size="medium"
        loading={form.busy}
        disabled={still}
        title={still ? why : undefined}
        onClick={() => void form.save()}
      >
        {m.save}
      </Button>
    </Paper>
  );
}

/** Every entry of the configuration, in groups. */
export function SystemForm({ saved }: { saved: readonly SysInfo[] }) {
  const { system: m, content } = useAdminMessages();
  const form = useSystemForm(saved);
  return (
    <Stack spacing={2}>
      {GROUPS.map(({ name, entries }) => (
        <Panel key={name} title={m.groups[name]}>
          {name === 'extent' ? (
            <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
              {m.hints.extent}
            </Typography>
          ) : null}
          <Box
            sx={{
              display: 'grid',
              gap: 2,
              gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
            }}
          >
            {entries.map(([key, content]) => (
              <Entry key={key} form={form} name={key} content={content} />
            ))}
          </Box>
        </Panel>
      ))}
      <SaveBar form={form} />
      <LeaveQuestion unsaved={form.dirty > 0} text={content.leave} />
    </Stack>
  );
}
