import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ClientSystem } from '@scenedock/ui-kit';
import type { RaRecord } from 'ra-core';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { TextInput } from '../parts/forms/inputs';
import { RecordDialog } from '../parts/forms/RecordDialog';
import { draftOf, formOf, isAmount, isCount, type SystemDraft } from './clientSystemModel';

interface SystemDialogProps {
  /** None: a new one. */
  system: ClientSystem | undefined;
  onSaved?: (record: RaRecord) => void;
  onClose: () => void;
}

/** What a client system may take, and what is said about it; of a new one the account, too. */
export function SystemDialog({ system, onSaved, onClose }: SystemDialogProps) {
  const { clientSystems: m } = useAdminMessages();
  const isNew = system === undefined;
  return (
    <RecordDialog<SystemDraft>
      resource="dataSyncDb"
      title={isNew ? m.add : m.changeTitle(system.name)}
      record={system}
      draft={draftOf(system)}
      toSend={(draft) => formOf(draft, isNew)}
      texts={{ ok: m.done, failed: m.failed }}
      {...(onSaved === undefined ? {} : { onSaved })}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2, pt: 1 }}>
        {isNew && (
          <TextInput
            source="loginName"
            label={m.loginName}
            hint={m.loginNameHint}
            maxLength={100}
            needed={m.loginNameMissing}
            autoFocus
          />
        )}
        <TextInput source="note" label={m.note} maxLength={200} autoFocus={!isNew} />
        <TextInput
          source="calls"
          label={m.callsADay}
          maxLength={9}
          check={(text) => (isCount(text) ? undefined : m.notWhole)}
        />
        <TextInput
          source="gigabytes"
          label={m.gigabytesADay}
          maxLength={12}
          check={(text) => (isAmount(text) ? undefined : m.notNumber)}
        />
        <Typography variant="body2" color="textSecondary">
          {m.quotaHint}
        </Typography>
      </Stack>
    </RecordDialog>
  );
}
