import Download from '@mui/icons-material/Download';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { type ImportReport, useMessages, useText } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useFieldName } from '../parts/fieldWords';
import { saveWorkbook } from '../parts/workbookFile';

/** Faults that the screen shows; the workbook has more. */
const SHOWN = 100;

/** What is wrong with a file, row by row. */
export function ImportFaults({ report }: { report: ImportReport }) {
  const { users } = useAdminMessages();
  const { person } = useMessages();
  const m = users.import;
  const fieldName = useFieldName();
  const textOf = useText();
  const nameOf = (field: string) => {
    if (field === 'loginName') return person.loginName;
    return field === 'roleIds' ? users.role : fieldName(field);
  };
  return (
    <>
      <Alert
        severity="warning"
        action={
          <Button
            color="inherit"
            startIcon={<Download />}
            onClick={() => saveWorkbook(report.workbook ?? '', m.reportFile)}
          >
            {m.report}
          </Button>
        }
      >
        {m.faults(report.rows, report.faultCount)}
      </Alert>
      <TableContainer tabIndex={0} role="group" aria-label={m.table} sx={{ maxHeight: 320 }}>
        <Table aria-label={m.table} stickyHeader>
          <TableHead>
            <TableRow>
              <TableCell sx={{ width: 64 }}>{m.row}</TableCell>
              <TableCell sx={{ width: 120 }}>{m.column}</TableCell>
              <TableCell>{m.fault}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {report.faults.slice(0, SHOWN).map((fault, at) => (
              <TableRow key={at}>
                <TableCell>{fault.row}</TableCell>
                <TableCell>{nameOf(fault.field)}</TableCell>
                <TableCell>{textOf(fault, fault.detail)}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </>
  );
}
