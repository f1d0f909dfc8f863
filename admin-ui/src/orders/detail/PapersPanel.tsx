import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  ATTACHMENT_TYPES,
  type AttachmentType,
  type GetMethod,
  REQUIRED_TO_COMPLETE,
  requiredAttachments,
  useMessages,
} from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { ConfirmDialog } from '../dialogs/ConfirmDialog';
import type { PaperDraft } from '../papers';
import { Panel } from './Panel';
import { PaperSlot } from './PaperSlot';

interface PapersPanelProps {
  papers: PaperDraft;
  editable: boolean;
  method: GetMethod;
  /** Prepared orders need all four papers before they can be completed. */
  completing: boolean;
}

/** The five slots for papers under the notice about state secrets. */
export function PapersPanel({ papers, editable, method, completing }: PapersPanelProps) {
  const m = useMessages();
  const { detail } = useAdminMessages();
  const required: readonly AttachmentType[] = completing
    ? REQUIRED_TO_COMPLETE
    : requiredAttachments(method);
  return (
    <Panel title={m.detail.attachments}>
      <Alert severity="error" sx={{ mb: 1.5, fontWeight: 600 }}>
        {m.form.secretNotice}
      </Alert>
      {papers.dirty && <Unsaved note={detail.unsaved} onDiscard={papers.reset} />}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {ATTACHMENT_TYPES.map((type) => (
          <PaperSlot
            key={type}
            type={type}
            paper={papers.slots[type]}
            required={required.includes(type)}
            editable={editable}
            onPut={(uploaded, file) => papers.put(type, uploaded, file)}
            onRemove={() => papers.remove(type)}
          />
        ))}
      </Box>
      {editable && (
        <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 1 }}>
          {m.form.oneFile}
        </Typography>
      )}
    </Panel>
  );
}

function Unsaved({ note, onDiscard }: { note: string; onDiscard: () => void }) {
  const { detail } = useAdminMessages();
  const [asking, setAsking] = useState(false);
  return (
    <Stack sx={{ mb: 1.5 }}>
      <Alert
        severity="warning"
        action={
          <Button color="inherit" onClick={() => setAsking(true)}>
            {detail.discard}
          </Button>
        }
      >
        {note}
      </Alert>
      {asking && (
        <ConfirmDialog
          text={detail.leaveUploads}
          onConfirm={() => {
            setAsking(false);
            onDiscard();
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </Stack>
  );
}
