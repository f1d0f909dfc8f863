import UploadFile from '@mui/icons-material/UploadFile';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';

/** What file pickers offer. */
const ACCEPTED = '.xlsx,.csv';

interface TableFileFieldProps {
  label: string;
  file: File | null;
  busy: boolean;
  onChoose: (file: File) => void;
}

/** Chooses a workbook or a table of comma-separated values. */
export function TableFileField({ label, file, busy, onChoose }: TableFileFieldProps) {
  return (
    <>
      <Button component="label" variant="outlined" startIcon={<UploadFile />} disabled={busy}>
        {label}
        <input
          type="file"
          hidden
          accept={ACCEPTED}
          aria-label={label}
          onChange={({ target }) => {
            const chosen = target.files?.[0];
            if (chosen !== undefined) onChoose(chosen);
            // The same file, mended, may be chosen again.
            target.value = '';
          }}
        />
      </Button>
      {file !== null && (
        <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {file.name}
        </Typography>
      )}
    </>
  );
}
