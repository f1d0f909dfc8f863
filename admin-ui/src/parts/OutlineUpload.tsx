import UploadFile from '@mui/icons-material/UploadFile';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { catalogue, regionDesk } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useCall } from './useCall';

const ACCEPTED = '.zip,.geojson,.json,.kml,.kmz,.wkt,.txt';
/** Files that hold what could be pasted as well. */
const WKT_FILE = /\.(wkt|txt)$/i;

async function outlineOf(file: File) {
  return WKT_FILE.test(file.name)
    ? catalogue.checkArea((await file.text()).trim())
    : regionDesk.readFile(file);
}

/** The outline of a file, and what the file was. */
interface ReadOutline {
  wkt: string;
  fileName: string;
  note: string;
}

interface OutlineUploadProps {
  /** What was read last; empty: nothing, and what can be read is said. */
  note: string;
  onRead: (outline: ReadOutline) => void;
}

/** Reads an outline out of a file. */
export function OutlineUpload({ note, onRead }: OutlineUploadProps) {
  const { regions: m } = useAdminMessages();
  const { run, busy } = useCall(['checkedOutline']);
  const read = (file: File) =>
    run(
      async () => {
        const { wkt, vertices } = await outlineOf(file);
        onRead({ wkt, fileName: file.name, note: m.uploaded(file.name, vertices) });
      },
      { failed: m.uploadFailed },
    );
  return (
    <>
      <Button component="label" variant="outlined" startIcon={<UploadFile />} loading={busy}>
        {m.upload}
        <input
          type="file"
          hidden
          accept={ACCEPTED}
          aria-label={m.upload}
          onChange={({ target }) => {
            const chosen = target.files?.[0];
            if (chosen !== undefined) void read(chosen);
            // The same file, mended, may be chosen again.
            target.value = '';
          }}
        />
      </Button>
      <Typography role="status" variant="caption" color="textSecondary">
        {note || m.uploadHint}
      </Typography>
    </>
  );
}
