import EditOutlined from '@mui/icons-material/EditOutlined';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { Clamped, type Instrument, ToneChip, useMessages } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { blockRows } from '../parts/blockRows';
import { IconTool } from '../parts/IconTool';
import { codeOf } from './instrumentModel';

interface InstrumentTableProps {
  rows: readonly Instrument[];
  onName: (instrument: Instrument) => void;
}

/** Codes and what they are called. */
export function InstrumentTable({ rows, onName }: InstrumentTableProps) {
  const { common } = useMessages();
  const { instruments: m } = useAdminMessages();
  return (
    <TableContainer>
      <Table aria-label={m.title} sx={blockRows(760)}>
        <TableHead>
          <TableRow>
            <TableCell>{m.satellite}</TableCell>
            <TableCell>{m.sensor}</TableCell>
            <TableCell align="right">{m.scenes}</TableCell>
            <TableCell>{m.name}</TableCell>
            <TableCell>{m.nameEn}</TableCell>
            <TableCell align="right">{common.operations}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={`${row.satellite}\n${row.sensor}`} hover>
              <TableCell data-label={m.satellite}>
                <Code code={row.satellite} none={m.noSatellite} />
              </TableCell>
              <TableCell data-label={m.sensor}>
                <Code code={row.sensor} none={m.itself} />
              </TableCell>
              <TableCell data-label={m.scenes} align="right" sx={{ whiteSpace: 'nowrap' }}>
                {m.count(row.count)}
              </TableCell>
              <TableCell data-label={m.name}>
                {row.name === '' ? (
                  <ToneChip tone="warning" label={m.unnamed} />
                ) : (
                  <Clamped text={row.name} />
                )}
              </TableCell>
              <TableCell data-label={m.nameEn}>
                <Clamped text={row.nameEn === '' ? '-' : row.nameEn} />
              </TableCell>
              <TableCell align="right">
                <IconTool name={m.edit(codeOf(row))} onClick={() => onName(row)}>
                  <EditOutlined fontSize="small" />
                </IconTool>
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

function Code({ code, none }: { code: string; none: string }) {
  if (code !== '') return <Clamped text={code} />;
  return (
    <Typography variant="body2" component="span" color="textSecondary">
      {none}
    </Typography>
  );
}
