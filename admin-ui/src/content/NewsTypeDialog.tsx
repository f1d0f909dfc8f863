import Box from '@mui/material/Box';
import type { NewsType } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { TextInput } from '../parts/forms/inputs';
import { RecordDialog } from '../parts/forms/RecordDialog';

interface NewsTypeDialogProps {
  /** Null: a new one. */
  type: NewsType | null;
  onClose: () => void;
}

/** Names a type of news. */
export function NewsTypeDialog({ type, onClose }: NewsTypeDialogProps) {
  const { newsTypes: m, content } = useAdminMessages();
  return (
    <RecordDialog
      resource="newsTypes"
      title={type === null ? m.add : m.rename}
      record={type ?? undefined}
      draft={{ name: type?.name ?? '' }}
      toSend={({ name }) => ({ name: name.trim() })}
      texts={{ ok: content.saved, failed: content.failed }}
      touched={['news']}
      onClose={onClose}
    >
      <Box sx={{ mt: 1 }}>
        <TextInput
          source="name"
          label={m.name}
          maxLength={30}
          needed={content.needed}
          hint=" "
          autoFocus
        />
      </Box>
    </RecordDialog>
  );
}
