import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Card from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  ApiError,
  type AttachmentType,
  errorText,
  formatBytes,
  type Order,
  type OrderDraft,
  offlineForced,
  type Scene,
  useMessages,
} from '@scenedock/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { PaperSlots } from '../application/PaperSlots';
import { toDraft } from '../application/payload';
import {
  type Application,
  type FieldFaults,
  fieldFaults,
  firstObjection,
  type Paper,
} from '../application/rules';
import { useNotice } from '../parts/notice';
import { Panel } from '../parts/Panel';
import { useConfig } from '../parts/useConfig';
import { BasicFields } from './BasicFields';
import { OrderedScenes } from './OrderedScenes';

type Props = {
  application: Application;
  /** The application as it was rejected, when it was. */
  rejected: Application | null;
  scenes: Scene[];
  onChange: (change: (old: Application) => Application) => void;
  send: (draft: OrderDraft) => Promise<Order>;
  onSent: (order: Order) => void;
};

/** What the server said about single fields. */
function serverFaults(error: unknown): FieldFaults {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(error.errors.map(({ field, detail }) => [field, detail]));
}

/** Sending with the specification's checks and messages. */
function useSend({ application, rejected, scenes, send, onSent }: Omit<Props, 'onChange'>) {
  const m = useMessages();
  const notice = useNotice();
  const [tried, setTried] = useState<OrderDraft['action'] | null>(null);
  const [refused, setRefused] = useState<FieldFaults>({});
  const { mutate, isPending } = useMutation({
    mutationFn: (action: OrderDraft['action']) => send(toDraft(application, scenes, action)),
    onSuccess: (order, action) => {
      notice(action === 'submit' ? m.form.submitted : m.form.saved);
      onSent(order);
    },
    onError: (error, action) => {
      setRefused(serverFaults(error));
      notice(
        errorText(error, action === 'submit' ? m.form.submitFailed : m.form.saveFailed),
        'error',
      );
    },
  });
  const attempt = (action: OrderDraft['action']) => {
    setTried(action);
    setRefused({});
    const objection = firstObjection(application, action, rejected, m);
    if (objection === null) mutate(action);
    else notice(objection, 'warning');
  };
  return { attempt, tried, refused, isPending };
}

/** The application form: basic information, papers, scenes. */
export function ApplicationForm(props: Props) {
  const m = useMessages();
  const { offlineAboveBytes } = useConfig();
  const { scenes, onChange } = props;
  const ordered = new Set(props.application.dataIds);
  const kept = scenes.filter((scene) => ordered.has(scene.dataid));
  const bytes = kept.reduce((sum, scene) => sum + scene.datasize, 0);
  const { type, form } = props.application;
  const application: Application = offlineForced(type, bytes, offlineAboveBytes)
    ? { ...props.application, form: { ...form, getMethod: 2 } }
    : props.application;
  const { attempt, tried, refused, isPending } = useSend({ ...props, application });
  const faults = tried === null ? {} : { ...refused, ...fieldFaults(application, m) };
  const setPaper = (slot: AttachmentType, paper: Paper | undefined) =>
    onChange((old) => {
      const papers = { ...old.papers };
      if (paper === undefined) delete papers[slot];
      else papers[slot] = paper;
      return { ...old, papers };
    });
  return (
    <Stack spacing={2}>
      <Alert severity="error" variant="outlined" sx={{ bgcolor: '#fff', color: '#98231a' }}>
        <strong>{m.form.secretNotice}</strong>
      </Alert>
      <Panel title={m.form.basic}>
        <BasicFields
          application={application}
          faults={faults}
          bytes={bytes}
          onChange={(part) => onChange((old) => ({ ...old, form: { ...old.form, ...part } }))}
        />
      </Panel>
      <Panel title={m.form.attachments}>
        <PaperSlots application={application} tried={tried === 'submit'} onChange={setPaper} />
      </Panel>
      <Panel title={m.form.data}>
        <OrderedScenes
          scenes={kept}
          onRemove={(id) =>
            onChange((old) => ({ ...old, dataIds: old.dataIds.filter((one) => one !== id) }))
          }
        />
      </Panel>
      <Card
        variant="outlined"
        sx={{
          p: 1.5,
          position: 'sticky',
          bottom: 0,
          zIndex: 2,
          boxShadow: '0 -4px 12px #0b4a6f14',
        }}
      >
        <Stack direction="row" spacing={1.5} sx={{ alignItems: 'center' }}>
          <Typography sx={{ flex: 1, fontWeight: 600 }}>
            {m.cart.summary(kept.length, formatBytes(bytes))}
          </Typography>
          <Button
            size="large"
            variant="outlined"
            disabled={isPending}
            onClick={() => attempt('save')}
          >
            {m.form.save}
          </Button>
          <Button
            size="large"
            variant="contained"
            disabled={isPending}
            onClick={() => attempt('submit')}
          >
            {m.form.submit}
          </Button>
        </Stack>
      </Card>
    </Stack>
  );
}
