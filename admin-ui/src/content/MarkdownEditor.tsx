import AddPhotoAlternateOutlined from '@mui/icons-material/AddPhotoAlternateOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import type { Theme } from '@mui/material/styles';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Loading, textSize } from '@scenedock/ui-kit';
import { lazy, Suspense, useDeferredValue, useRef, useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { PICTURE_TYPES, usePictureUpload } from './usePictureUpload';

const Markdown = lazy(() => import('@scenedock/ui-kit/Markdown'));

const LINES = 18;

interface MarkdownEditorProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  fault?: string | undefined;
  /** Whether it can only be read. */
  locked?: boolean;
}

/** A text with its preview beside it; on phones behind a tab. Pictures come by the button, the clipboard or a drop. */
export function MarkdownEditor({ label, value, onChange, fault, locked }: MarkdownEditorProps) {
  const { editor: m } = useAdminMessages();
  const beside = useMediaQuery((theme: Theme) => theme.breakpoints.up('md'));
  const [tab, setTab] = useState<'write' | 'preview'>('write');
  const area = useRef<HTMLTextAreaElement>(null);
  // Typing goes on while pictures arrive: they go into the text as it is then.
  const latest = useRef(value);
  latest.current = value;
  const { busy, upload } = usePictureUpload((markdown) => {
    const text = latest.current;
    const at = area.current?.selectionStart ?? text.length;
    const gap = at === 0 || text[at - 1] === '\n' ? '' : '\n';
    latest.current = text.slice(0, at) + gap + markdown + text.slice(at);
    onChange(latest.current);
  });
  const take = (files: FileList) => {
    const pictures = locked || busy ? [] : [...files];
    if (pictures.length > 0) void upload(pictures);
    return pictures.length > 0;
  };
  return (
    <Box>
      {!beside && (
        <Tabs value={tab} onChange={(_, next) => setTab(next)} aria-label={label} sx={{ mb: 1 }}>
          <Tab value="write" label={m.write} />
          <Tab value="preview" label={m.preview} />
        </Tabs>
      )}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' },
        }}
      >
        {(beside || tab === 'write') && (
          <Box>
            <TextField
              label={label}
              value={value}
              onChange={(event) => onChange(event.target.value)}
              inputRef={area}
              multiline
              fullWidth
              minRows={LINES}
              maxRows={LINES * 2}
              error={fault !== undefined}
              helperText={fault}
              disabled={locked ?? false}
              slotProps={{
                htmlInput: { sx: { fontFamily: 'monospace', fontSize: textSize.body } },
              }}
              onPaste={(event) => {
                if (take(event.clipboardData.files)) event.preventDefault();
              }}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => {
                if (take(event.dataTransfer.files)) event.preventDefault();
              }}
            />
          </Box>
        )}
        {(beside || tab === 'preview') && <Preview text={value} beside={beside} />}
      </Box>
      {!locked && (beside || tab === 'write') && (
        <PictureBar busy={busy} size={value} onFiles={take} />
      )}
    </Box>
  );
}

interface PictureBarProps {
  busy: boolean;
  size: string;
  onFiles: (files: FileList) => void;
}

function PictureBar({ busy, size, onFiles }: PictureBarProps) {
  const { editor: m } = useAdminMessages();
  const kilobytes = (new Blob([size]).size / 1024).toFixed(1);
  return (
    <Stack direction="row" sx={{ mt: 1, gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
      <Button
        component="label"
        size="small"
        variant="outlined"
        loading={busy}
        startIcon={<AddPhotoAlternateOutlined />}
      >
        {busy ? m.uploading : m.picture}
        <input
          type="file"
          hidden
          multiple
          accept={PICTURE_TYPES}
          onChange={({ target }) => {
            if (target.files) onFiles(target.files);
            target.value = '';
          }}
        />
      </Button>
      <Typography variant="caption" color="textSecondary" sx={{ flex: 1, minWidth: 180 }}>
        {m.pictureHint}
      </Typography>
      <Typography variant="caption" color="textSecondary">
        {m.size(kilobytes)}
      </Typography>
    </Stack>
  );
}

/** Beside the text it is as high as that, and bears its name as a field does. */
function Preview({ text, beside }: { text: string; beside: boolean }) {
  const { editor: m } = useAdminMessages();
  const settled = useDeferredValue(text);
  const paper = (
    <Paper
      component="section"
      variant="outlined"
      aria-label={m.preview}
      tabIndex={0}
      sx={{ p: 2, overflow: 'auto', ...(beside ? { position: 'absolute', inset: 0 } : {}) }}
    >
      {settled.trim() === '' ? (
        <Typography variant="body2" color="textSecondary">
          {m.nothing}
        </Typography>
      ) : (
        <Suspense fallback={<Loading />}>
          <Markdown text={settled} />
        </Suspense>
      )}
    </Paper>
  );
  if (!beside) return paper;
  return (
    <Box sx={{ position: 'relative' }}>
      {paper}
      <Typography aria-hidden variant="caption" color="textSecondary" sx={ON_THE_EDGE}>
        {m.preview}
      </Typography>
    </Box>
  );
}

const ON_THE_EDGE = {
  position: 'absolute',
  top: -8,
  left: 9,
  px: 0.5,
  lineHeight: '16px',
  bgcolor: 'background.paper',
} as const;
