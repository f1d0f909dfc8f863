import Alert from '@mui/material/Alert';
import DialogContentText from '@mui/material/DialogContentText';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { directory, type FieldTableReport, FormDialog, useText } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { RowFaults } from '../parts/RowFaults';
import { TableFileField } from '../parts/TableFileField';
import { useCall } from '../parts/useCall';

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
  const choose = (chosen: File) => {
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
        <TableFileField label={m.choose} file={file} busy={busy} onChoose={choose} />
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
  const textOf = useText();
  return (
    <RowFaults
      summary={fields.import.faults(report.rows, report.faultCount)}
      faults={report.faults.map((fault) => ({
        row: fault.row,
        column: fault.column,
        text: textOf(fault, fault.detail),
      }))}
      workbook={report.workbook ?? ''}
      words={fields.import}
    />
  );
}
