import Download from '@mui/icons-material/Download';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TablePagination from '@mui/material/TablePagination';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { DeliveryFile } from '../api/types';
import { formatBytes, urlPath } from '../format';
import { useMessages } from '../messages/LocaleProvider';
import { blockRows } from '../parts/blockRows';
import { Clamped } from '../parts/Clamped';
import { CopyButton } from '../parts/CopyButton';

const PAGE_SIZE = 25;

/** On phones the name has a line of its own: in a column beside a label its words would be broken. */
const FILE_ROWS = {
  ...blockRows(0),
  '& td:not([data-label])::before': { content: 'none' },
} as const;

type Props = {
  files: DeliveryFile[];
  /** Where they can be downloaded; an offline copy has no such place. */
  base: string | null;
  /** How the person who has them checks them. */
  verify: string;
};

/** Every file of a delivery with its size and checksum, and its link where it can be downloaded. */
export function DeliveryFiles({ files, base, verify }: Props) {
  const m = useMessages();
  const [page, setPage] = useState(0);
  const pageFiles = files.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE);
  return (
    <section aria-label={m.delivery.files}>
      <Typography variant="h3" sx={{ mb: 0.75 }}>
        {m.delivery.files}
      </Typography>
      <TableContainer>
        <Table aria-label={m.delivery.files} sx={FILE_ROWS}>
          <TableHead>
            <TableRow>
              <TableCell>{m.delivery.fileName}</TableCell>
              <TableCell align="right">{m.delivery.size}</TableCell>
              <TableCell>SHA-256</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {pageFiles.map(({ name, size, sha256 }) => (
              <TableRow key={name} hover>
                <TableCell>
                  <FileName name={name} base={base} />
                </TableCell>
                <TableCell align="right" data-label={m.delivery.size} sx={{ whiteSpace: 'nowrap' }}>
                  {formatBytes(size)}
                </TableCell>
                <TableCell data-label="SHA-256" sx={{ whiteSpace: 'nowrap' }}>
                  <span>
                    <Box component="code" title={sha256}>
                      {sha256.slice(0, 12)}…
                    </Box>
                    <CopyButton text={sha256} name={`SHA-256 ${name}`} />
                  </span>
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
      {files.length > PAGE_SIZE ? (
        <TablePagination
          component="div"
          count={files.length}
          page={page}
          rowsPerPage={PAGE_SIZE}
          rowsPerPageOptions={[PAGE_SIZE]}
          onPageChange={(_, next) => setPage(next)}
        />
      ) : null}
      <Typography variant="caption" color="textSecondary">
        {verify}
      </Typography>
    </section>
  );
}

function FileName({ name, base }: { name: string; base: string | null }) {
  const m = useMessages();
  if (base === null) return <Clamped text={name} />;
  return (
    <Link
      href={base + urlPath(name)}
      download
      title={m.delivery.https}
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}
    >
      <Download fontSize="inherit" />
      <Clamped text={name} inert />
    </Link>
  );
}
