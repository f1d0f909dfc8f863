import DeleteOutline from '@mui/icons-material/DeleteOutlined';
import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  api,
  attachmentUrl,
  formatBytes,
  type OnUpload,
  type Paper,
  PaperUploadButton,
  useConfig,
  useMessages,
} from '@scenedock/ui-kit';
import { useUpload } from '../application/useUpload';
import { useAsk } from '../parts/confirm';
import { useNotice } from '../parts/notice';

type Props = {
  document: Paper | null;
  onChange: (document: Paper | null) => void;
  onUpload: OnUpload;
};

/** The template of a feedback, and the one document that may be added to it. */
export function FeedbackDocument({ document, onChange, onUpload }: Props) {
  const m = useMessages();
  const ask = useAsk();
  const notice = useNotice();
  const { uploadMaxBytes } = useConfig();
  const { busy, upload } = useUpload(8, onChange, onUpload);
  const remove = async (name: string) => {
    if ((await ask({ text: m.form.confirmRemove(name) })) === null) return;
    onChange(null);
    notice(m.form.removed);
  };
  return (
    <Box role="group" aria-label={m.detail.feedbackDocument}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 0.5 }}>
        {m.detail.feedbackDocument} · {m.detail.feedbackDocumentHint(formatBytes(uploadMaxBytes))}
      </Typography>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Button
          component="a"
          href={api.system.feedbackTemplateUrl}
          download
          startIcon={<DescriptionOutlined />}
        >
          {m.detail.feedbackTemplate}
        </Button>
        <PaperUploadButton
          name={m.detail.feedbackDocument}
          filled={document !== null}
          busy={busy}
          otherEndings=".docx"
          onFiles={(files) => void upload(files)}
        />
        {document === null ? null : (
          <Stack direction="row" sx={{ alignItems: 'center', minWidth: 0 }}>
            <Link
              href={attachmentUrl(document.attachmentId)}
              target="_blank"
              rel="noopener"
              sx={{ overflowWrap: 'anywhere' }}
            >
              {document.fileName}
            </Link>
            <IconButton
              aria-label={`${m.common.remove} ${document.fileName}`}
              onClick={() => void remove(document.fileName)}
            >
              <DeleteOutline fontSize="small" />
            </IconButton>
          </Stack>
        )}
      </Stack>
    </Box>
  );
}
