import Download from '@mui/icons-material/Download';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { saveWorkbook } from './workbookFile';

/** Faults that the screen shows; the workbook has more. */
const MAX_LISTED = 100;

/** A fault as a line shows it. */
interface RowFault {
  row: number;
  column: string;
  text: string;
}

interface RowFaultsProps {
  /** What is wrong in all. */
  summary: string;
  faults: RowFault[];
  /** The file with every fault beside its row, in base64. */
  workbook: string;
  words: {
    report: string;
    reportFile: string;
    table: string;
    row: string;
    column: string;
    fault: string;
  };
}

/** What is wrong with a table that was to be imported, row by row, and a workbook that says so. */
export function RowFaults({ summary, faults, workbook, words }: RowFaultsProps) {
  return (
    <>
      <Alert
        severity="warning"
        action={
          <Button
            color="inherit"
            startIcon={<Download />}
            onClick={() => saveWorkbook(workbook, words.reportFile)}
          >
            {words.report}
          </Button>
        }
      >
        {summary}
      </Alert>
      <TableContainer tabIndex={0} role="group" aria-label={words.table} sx={{ maxHeight: 320 }}>
        <Table aria-label={words.table} stickyHeader>
          <TableHead>
            <TableRow>
              <TableCell sx={{ width: 64 }}>{words.row}</TableCell>
              <TableCell sx={{ width: 140 }}>{words.column}</TableCell>
              <TableCell>{words.fault}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {faults.slice(0, MAX_LISTED).map(({ row, column, text }, at) => (
              <TableRow key={at}>
                <TableCell>{row}</TableCell>
                <TableCell>{column}</TableCell>
                <TableCell>{text}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </>
  );
}
