import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined';
import UploadFile from '@mui/icons-material/UploadFile';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type AreaAccuracy, formatBytes, useConfig } from '@scenedock/ui-kit';
import { useRef } from 'react';
import { useToolMessages } from '../messages/useToolMessages';
import { useFocusBack } from '../overlay/useFocusBack';
import { type AreaUpload, ENDINGS } from './useAreaUpload';

type Props = { upload: AreaUpload; onRemove: () => void };

/** Uploads a file with the area to search. */
export function UploadPanel({ upload, onRemove }: Props) {
  const m = useToolMessages();
  const { uploadMaxBytes } = useConfig();
  const input = useRef<HTMLInputElement>(null);
  const { sending, uploaded, fault } = upload;
  const button = useFocusBack(sending !== null);
  return (
    <Stack spacing={1.25}>
      <Button
        ref={button}
        data-autofocus
        variant="contained"
        startIcon={<UploadFile />}
        loading={sending !== null}
        loadingPosition="start"
        onClick={() => input.current?.click()}
      >
        {m.areaUpload.click}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        aria-label={m.areaUpload.click}
        accept={ENDINGS.join(',')}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) void upload.upload(file, 'panel');
        }}
      />
      <div>
        <Typography variant="body2">{m.areaUpload.onlyZip}</Typography>
        <Typography variant="caption" color="textSecondary" component="p">
          {m.areaUpload.more}
        </Typography>
        <Typography variant="caption" color="textSecondary" component="p">
          {m.areaUpload.limit(formatBytes(uploadMaxBytes), (20_000).toLocaleString())}
        </Typography>
      </div>
      {sending === null ? null : <Sending sending={sending} />}
      {fault === null ? null : <Alert severity="error">{fault}</Alert>}
      {uploaded === null ? null : <Uploaded uploaded={uploaded} onRemove={onRemove} />}
    </Stack>
  );
}

function Sending({ sending }: { sending: NonNullable<AreaUpload['sending']> }) {
  const m = useToolMessages();
  return (
    <div role="status">
      <Typography variant="caption" noWrap component="p">
        {sending.name}
      </Typography>
      <LinearProgress
        aria-label={m.areaUpload.sending(sending.percent)}
        {...(sending.percent < 100
          ? { variant: 'determinate' as const, value: sending.percent }
          : {})}
      />
      <Typography variant="caption" color="textSecondary">
        {sending.percent < 100 ? m.areaUpload.sending(sending.percent) : m.areaUpload.reading}
      </Typography>
    </div>
  );
}

type UploadedProps = Pick<Props, 'onRemove'> & { uploaded: NonNullable<AreaUpload['uploaded']> };

function Uploaded({ uploaded, onRemove }: UploadedProps) {
  const m = useToolMessages();
  const accuracyText = ({ datum, metres }: AreaAccuracy) => {
    const name = m.areaUpload.datums[datum];
    return metres === null
      ? m.areaUpload.accuracyUnknown(name)
      : m.areaUpload.accuracy(name, metres);
  };
  return (
    <Stack component="ul" aria-label={m.areaUpload.list} sx={{ m: 0, p: 0 }}>
      <li style={{ listStyle: 'none' }}>
        <Chip
          icon={<DescriptionOutlined />}
          label={uploaded.name}
          onDelete={onRemove}
          sx={{ maxWidth: '100%' }}
          title={m.areaUpload.remove(uploaded.name)}
        />
        {uploaded.accuracy === null ? null : (
          <Typography variant="caption" color="textSecondary" component="p" sx={{ mt: 0.5 }}>
            {accuracyText(uploaded.accuracy)}
          </Typography>
        )}
      </li>
    </Stack>
  );
}
