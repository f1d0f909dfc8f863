import TextField from '@mui/material/TextField';
import { api, type Faults, FormDialog, type UnitNode, useMessages } from '@scenedock/ui-kit';
import { useDataProvider } from 'ra-core';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useCall } from '../parts/useCall';
import { SCOPES_TOPIC } from '../parts/useUnitTree';
import { faultsOf } from '../providers/errors';
import { LONGEST } from './UnitDialogs';

interface NameFormProps {
  title: string;
  initial: string;
  topic: readonly string[];
  /** Makes the unit. */
  make: (name: string) => Promise<unknown>;
  onClose: () => void;
}

/** Adds a unit; one that exists already stays as it is. */
export function AddUnitDialog({ initial, onClose }: { initial: string; onClose: () => void }) {
  const { units: m } = useAdminMessages();
  return (
    <NameForm
      title={m.add}
      initial={initial}
      topic={['units']}
      make={(name) => api.system.addUnit(name)}
      onClose={onClose}
    />
  );
}

interface AddNodeDialogProps {
  /** The unit above the new one; null: it stands at the top. */
  parent: UnitNode | null;
  initial: string;
  onClose: () => void;
  onMade: (unit: UnitNode) => void;
}

/** Adds a unit below another one, or at the top of the tree. */
export function AddNodeDialog({ parent, initial, onClose, onMade }: AddNodeDialogProps) {
  const provider = useDataProvider();
  const { units: m } = useAdminMessages();
  return (
    <NameForm
      title={parent === null ? m.add : m.addTitle(parent.name)}
      initial={initial}
      topic={SCOPES_TOPIC}
      make={async (name) => {
        const data = { name, parentId: parent?.id ?? null };
        onMade((await provider.create<UnitNode>('units', { data })).data);
      }}
      onClose={onClose}
    />
  );
}

function NameForm({ title, initial, topic, make, onClose }: NameFormProps) {
  const { form } = useMessages();
  const { units: m } = useAdminMessages();
  const { run, busy } = useCall(topic);
  const [name, setName] = useState(initial);
  const [tried, setTried] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const trimmed = name.trim();
  const fault = faults.name ?? (tried && trimmed === '' ? m.nameNeeded : undefined);
  const onSubmit = async () => {
    setTried(true);
    if (trimmed === '') {
      return;
    }
    const texts = { ok: form.unitAdded(trimmed), failed: form.unitFailed };
    const call = () =>
      make(trimmed).catch((error) => {
        setFaults(faultsOf(error) ?? {});
        throw error;
      });
    if ((await run(call, texts)) === 'accepted') onClose();
  };
  return (
    <FormDialog title={title} busy={busy} onSubmit={() => void onSubmit()} onClose={onClose}>
      <TextField
        label={m.name}
        value={name}
        onChange={(event) => {
          setFaults({});
          setName(event.target.value);
        }}
        error={fault !== undefined}
        helperText={fault ?? ' '}
        slotProps={{ htmlInput: { maxLength: LONGEST } }}
        required
        fullWidth
        autoFocus
        sx={{ mt: 1 }}
      />
    </FormDialog>
  );
}
