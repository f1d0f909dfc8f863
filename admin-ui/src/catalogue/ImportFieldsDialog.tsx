import Download from '@mui/icons-material/Download';
import UploadFile from '@mui/icons-material/UploadFile';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogContentText from '@mui/material/DialogContentText';
import Stack from '@mui/material/Stack';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { directory, type FieldTableReport, FormDialog, useText } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useCall } from '../parts/useCall';
import { saveWorkbook } from '../parts/workbookFile';

/** What file pickers offer. */
const ACCEPTED = '.xlsx,.csv';
/** Faults that the screen shows; the workbook has more. */
const SHOWN = 100;

/** Takes over a table of field lists: it is looked through first, and imported when nothing is wrong with it. */
export function ImportFieldsDialog({ onClose }: { onClose: () => void }) {
  const { fields } = useAdminMessages();
  const m = fields.import;
  const { run, busy } = useCall(['fieldLists']);
  const [file, setFile] = useState<File | null>(null);
  const [report, setReport] = useState<FieldTableReport | null>(null);
  const look = async (chosen: File) => {
    const call = async () => setReport(await directory.importFields(chosen, true));
    await run(call, { failed: m.failed });
  };
  const send = async (chosen: File) => {
    const call = async () => {
      const done = await directory.importFields(chosen, false);
      // Something may have changed since it was looked through.
      if (!done.imported) setReport(done);
      return done.imported ? onClose() : Promise.reject(new Error(''));
    };
    await run(call, { ok: m.done, failed: m.failed });
  };
  const choose = (chosen: File | undefined) => {
    if (chosen === undefined) return;
    setFile(chosen);
    setReport(null);
    void look(chosen);
  };
  const ready = file !== null && report !== null && report.faultCount === 0;
  return (
    <FormDialog
      title={m.title}
      wide
      busy={busy}
      confirm={m.start}
      blocked={ready ? undefined : m.blocked}
      onSubmit={() => file !== null && void send(file)}
      onClose={onClose}
    >
      <DialogContentText color="textPrimary" sx={{ mb: 2 }}>
        {m.hint}
      </DialogContentText>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Button component="label" variant="outlined" startIcon={<UploadFile />} disabled={busy}>
          {m.choose}
          <input
            type="file"
            hidden
            accept={ACCEPTED}
            aria-label={m.choose}
            onChange={({ target }) => {
              choose(target.files?.[0]);
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
      </Stack>
      <Stack spacing={2} sx={{ mt: 2 }} aria-live="polite">
        {busy && <Typography variant="body2">{m.checking}</Typography>}
        {!busy && ready && (
          <Alert severity="success">
            {m.clean(report.rows, report.lists.join(', '), report.nodes)}
          </Alert>
        )}
        {!busy && report !== null && report.faultCount > 0 && <Faults report={report} />}
      </Stack>
    </FormDialog>
  );
}

/** What is wrong with the file, row by row. */
function Faults({ report }: { report: FieldTableReport }) {
  const { fields } = useAdminMessages();
  const m = fields.import;
  const textOf = useText();
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
              <TableCell sx={{ width: 140 }}>{m.column}</TableCell>
              <TableCell>{m.fault}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {report.faults.slice(0, SHOWN).map((fault, at) => (
              <TableRow key={at}>
                <TableCell>{fault.row}</TableCell>
                <TableCell>{fault.column}</TableCell>
                <TableCell>{textOf(fault, fault.detail)}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </>
  );
}
