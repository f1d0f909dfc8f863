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
            {!locked && <PictureBar busy={busy} size={value} onFiles={take} />}
          </Box>
        )}
        {(beside || tab === 'preview') && <Preview text={value} />}
      </Box>
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

function Preview({ text }: { text: string }) {
  const { editor: m } = useAdminMessages();
  const settled = useDeferredValue(text);
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-label={m.preview}
      tabIndex={0}
      sx={{ p: 2, maxHeight: { md: 760 }, minHeight: { md: 300 }, overflow: 'auto' }}
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
}
