import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import {
  Clamped,
  CopyButton,
  type DeliveryFile,
  formatBytes,
  useMessages,
} from '@scenedock/ui-kit';

/** Keeps the folders of a name while escaping everything else in it. */
function fileUrl(base: string, name: string): string {
  return base + name.split('/').map(encodeURIComponent).join('/');
}

interface DeliveryFilesProps {
  files: DeliveryFile[];
  /** Where they can be downloaded; an offline copy has no such place. */
  base: string | null;
}

/** The files of a delivery with their sizes and check sums. */
export function DeliveryFiles({ files, base }: DeliveryFilesProps) {
  const m = useMessages().delivery;
  return (
    <TableContainer
      tabIndex={0}
      role="group"
      aria-label={m.files}
      sx={{ maxHeight: 320, border: 1, borderColor: 'divider', borderRadius: 1 }}
    >
      <Table stickyHeader aria-label={m.files} sx={{ minWidth: 480 }}>
        <TableHead>
          <TableRow>
            <TableCell>{m.fileName}</TableCell>
            <TableCell align="right">{m.size}</TableCell>
            <TableCell>SHA-256</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {files.map((file) => (
            <FileRow key={file.name} file={file} base={base} />
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function FileRow({ file, base }: { file: DeliveryFile; base: string | null }) {
  return (
    <TableRow>
      <TableCell>
        {base === null ? (
          <Clamped text={file.name} />
        ) : (
          <Clamped text={file.name} link={{ href: fileUrl(base, file.name), download: true }} />
        )}
      </TableCell>
      <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
        {formatBytes(file.size)}
      </TableCell>
      <TableCell sx={{ fontFamily: 'monospace', whiteSpace: 'nowrap' }} title={file.sha256}>
        {file.sha256.slice(0, 12)}…
        <CopyButton text={file.sha256} name={file.name} />
      </TableCell>
    </TableRow>
  );
}
