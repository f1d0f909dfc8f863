import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { FormDialog, type ReceiveTask, receiving } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useCall } from '../parts/useCall';
import { Choice } from './Choice';
import { DryRun } from './DryRun';
import {
  areaOf,
  CONTENTS,
  definitionOf,
  type FieldsProps,
  fieldsOf,
  hasCollections,
  isRemote,
  KINDS,
  type ReceiveFields,
  taskFormOf,
  VERIFICATIONS,
} from './receiveForm';
import { SyncFields } from './SyncFields';

type Props = {
  task?: ReceiveTask;
  /** Of a new one: whether it copies from another installation. */
  synchronises?: boolean;
  onClose: () => void;
};

/** A receive task, to be tried out and saved. */
export function ReceiveTaskDialog({ task, synchronises = false, onClose }: Props) {
  const { receiving: m, synchronisation: s } = useAdminMessages();
  const { run, busy } = useCall(['receiveTasks']);
  const [fields, setFields] = useState(() =>
    fieldsOf(task, synchronises ? 'scenedock' : 'item_folder'),
  );
  const set = (change: Partial<ReceiveFields>) => setFields((old) => ({ ...old, ...change }));
  const submit = () => {
    const form = taskFormOf(fields, task);
    const call = () =>
      task === undefined ? receiving.create(form) : receiving.change(task.id, form);
    void run(call, { ok: m.done, failed: m.failed }).then((outcome) => {
      if (outcome === 'accepted') onClose();
    });
  };
  const isSync = fields.kind === 'scenedock';
  const added = isSync ? s.add : m.add;
  const blocked = isSync && areaOf(fields.area) === null ? s.areaWrong : undefined;
  const Source = isSync ? SyncFields : SourceFields;
  return (
    <FormDialog
      wide
      title={task === undefined ? added : m.editTitle(task.name)}
      busy={busy}
      blocked={blocked}
      onSubmit={submit}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2, pt: 1 }}>
        <TextField
          autoFocus
          required
          label={m.name}
          value={fields.name}
          onChange={(event) => set({ name: event.target.value })}
        />
        <Source fields={fields} set={set} isNew={task === undefined} />
        <ScheduleFields fields={fields} set={set} />
        <DryRun
          definition={definitionOf(fields, task)}
          taskId={task?.id}
          disabled={blocked !== undefined}
        />
      </Stack>
    </FormDialog>
  );
}

function SourceFields({ fields, set, isNew }: FieldsProps) {
  const { receiving: m } = useAdminMessages();
  const remote = isRemote(fields.kind);
  return (
    <>
      <Choice
        label={m.kind}
        value={fields.kind}
        words={m.kinds}
        offered={KINDS}
        onChange={(kind) => set({ kind })}
      />
      <TextField
        required
        label={m.locations[fields.kind]}
        helperText={`${m.locationHints[fields.kind]} ${remote ? m.receiveDirHint : ''}`}
        value={fields.location}
        onChange={(event) => set({ location: event.target.value })}
      />
      {remote && <AccountFields fields={fields} set={set} isNew={isNew} />}
      {hasCollections(fields) && (
        <TextField
          label={fields.kind === 'stac_api' ? m.collections : m.collection}
          value={fields.collections}
          helperText={fields.kind === 'stac_api' ? m.collectionsHint : undefined}
          onChange={(event) => set({ collections: event.target.value })}
        />
      )}
      <Choice
        label={m.verification}
        value={fields.verification}
        words={m.verifications}
        offered={VERIFICATIONS}
        onChange={(verification) => set({ verification })}
      />
      {fields.kind !== 'stac_api' && (
        <TextField
          type="number"
          label={m.settle}
          helperText={m.settleHint}
          value={fields.settle}
          onChange={(event) => set({ settle: event.target.value })}
          slotProps={{ htmlInput: { min: 0, max: 86400 } }}
        />
      )}
    </>
  );
}

function AccountFields({ fields, set, isNew }: FieldsProps) {
  const { receiving: m } = useAdminMessages();
  const isBucket = fields.kind === 's3';
  return (
    <>
      {isBucket && (
        <TextField
          label={m.region}
          value={fields.region}
          onChange={(event) => set({ region: event.target.value })}
        />
      )}
      <TextField
        label={isBucket ? m.accessKey : m.loginName}
        value={fields.loginName}
        onChange={(event) => set({ loginName: event.target.value })}
        slotProps={{ htmlInput: { autoComplete: 'off' } }}
      />
      <TextField
        type="password"
        required={isNew}
        label={isBucket ? m.secretKey : m.password}
        helperText={isNew ? undefined : m.secretHint}
        value={fields.secret}
        onChange={(event) => set({ secret: event.target.value })}
        slotProps={{ htmlInput: { autoComplete: 'new-password' } }}
      />
      <Choice
        label={m.contents}
        value={fields.contents}
        words={m.contentKinds}
        offered={CONTENTS}
        onChange={(contents) => set({ contents })}
      />
    </>
  );
}

function ScheduleFields({ fields, set }: Omit<FieldsProps, 'isNew'>) {
  const { receiving: m } = useAdminMessages();
  return (
    <>
      <Choice
        label={m.scheduleKind}
        value={fields.by}
        words={{ interval: m.interval, cron: m.cronKind }}
        offered={['interval', 'cron']}
        onChange={(by) => set({ by })}
      />
      {fields.by === 'cron' ? (
        <TextField
          required
          label={m.cron}
          value={fields.cron}
          onChange={(event) => set({ cron: event.target.value })}
        />
      ) : (
        <TextField
          type="number"
          label={m.minutes}
          value={fields.minutes}
          onChange={(event) => set({ minutes: event.target.value })}
          slotProps={{ htmlInput: { min: 1, max: 44640 } }}
        />
      )}
    </>
  );
}
