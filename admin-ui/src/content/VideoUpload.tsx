import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { contentDesk, errorText, formatBytes } from '@scenedock/ui-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { LeaveQuestion } from '../parts/LeaveQuestion';
import { CONTENT } from './contentTopic';

const TYPES = ['video/mp4', 'video/webm'];

interface VideoUploadProps {
  maxBytes: number;
  /** Whether there is no video yet. */
  isFirst: boolean;
}

/** Takes a video by the button or a drop, and shows how far it is. */
export function VideoUpload({ maxBytes, isFirst }: VideoUploadProps) {
  const { guideVideo: m, content } = useAdminMessages();
  const { part, send, cancel } = useVideoUpload(maxBytes);
  return (
    <Paper
      variant="outlined"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void send(event.dataTransfer.files[0]);
      }}
      sx={{ p: 2, borderStyle: 'dashed' }}
    >
      {part === null ? (
        <Stack direction="row" sx={{ gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
          <Button component="label" variant="contained" startIcon={<UploadFileOutlined />}>
            {isFirst ? m.choose : m.replace}
            <input
              type="file"
              hidden
              accept={TYPES.join(',')}
              onChange={({ target }) => {
                void send(target.files?.[0]);
                target.value = '';
              }}
            />
          </Button>
          <Typography variant="body2" color="textSecondary">
            {m.drop}
          </Typography>
        </Stack>
      ) : (
        <Stack spacing={1}>
          <Typography variant="body2" role="status">
            {part < 1 ? m.sending(Math.floor(part * 100)) : m.checking}
          </Typography>
          <LinearProgress
            aria-label={m.sending(Math.floor(part * 100))}
            variant={part < 1 ? 'determinate' : 'indeterminate'}
            value={part * 100}
          />
          <div>
            <Button onClick={cancel}>{m.cancel}</Button>
          </div>
        </Stack>
      )}
      <LeaveQuestion unsaved={part !== null} text={content.leave} />
    </Paper>
  );
}

function useVideoUpload(maxBytes: number) {
  const { guideVideo: m } = useAdminMessages();
  const notify = useNotify();
  const queries = useQueryClient();
  const running = useRef<AbortController | null>(null);
  const [part, setPart] = useState<number | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const send = async (file: File | undefined) => {
    if (file === undefined || running.current !== null) return;
    if (!TYPES.includes(file.type)) return notify(m.type, { type: 'warning' });
    if (file.size > maxBytes) return notify(m.large(formatBytes(maxBytes)), { type: 'warning' });
    running.current = new AbortController();
    setPart(0);
    try {
      await contentDesk.video.replace(file, setPart, running.current.signal);
      notify(m.done, { type: 'success' });
    } catch (error) {
      if (!(error instanceof DOMException))
        notify(`${m.failed} ${errorText(error, '')}`.trim(), { type: 'error' });
    } finally {
      running.current = null;
      setPart(null);
      void queries.invalidateQueries({ queryKey: [CONTENT] });
    }
  };
  return { part, send, cancel: () => running.current?.abort() };
}
