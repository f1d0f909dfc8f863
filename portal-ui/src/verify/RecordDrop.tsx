import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type DragEvent, useRef, useState } from 'react';
import { useVerifyTexts } from './verifyTexts';

/** Bytes that the server takes. */
const LARGEST = 16 * 1024 * 1024;

interface RecordDropProps {
  /** Whether a file was checked before. */
  isAnother: boolean;
  onFile: (file: File) => void;
  /** A file is not even sent. */
  onRefuse: () => void;
}

/** Where a file is dropped, or chosen. */
export function RecordDrop({ isAnother, onFile, onRefuse }: RecordDropProps) {
  const m = useVerifyTexts();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [isTooLarge, setTooLarge] = useState(false);
  const take = (file: File | undefined) => {
    if (file === undefined) return;
    setTooLarge(file.size > LARGEST);
    if (file.size > LARGEST) onRefuse();
    else onFile(file);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  return (
    <>
      <Box
        data-testid="drop"
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'center',
          gap: 1.5,
          minHeight: 128,
          p: 2,
          border: 2,
          borderStyle: 'dashed',
          borderColor: isOver ? 'primary.main' : 'divider',
          borderRadius: 2,
        }}
      >
        <UploadFileOutlined aria-hidden color={isOver ? 'primary' : 'action'} />
        <Typography>{m.drop}</Typography>
        <Button variant="contained" onClick={() => input.current?.click()}>
          {isAnother ? m.another : m.choose}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".json,.pdf,.docx,.xlsx"
          aria-label={m.choose}
          hidden
          onChange={({ target }) => {
            take(target.files?.[0]);
            // The same file once more is a change again.
            target.value = '';
          }}
        />
      </Box>
      {isTooLarge && <Alert severity="error">{m.tooLarge}</Alert>}
    </>
  );
}
