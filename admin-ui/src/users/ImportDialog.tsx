import Download from '@mui/icons-material/Download';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogContentText from '@mui/material/DialogContentText';
import Stack from '@mui/material/Stack';
import { api, FormDialog, type ImportReport } from '@scenedock/ui-kit';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { TableImportForm } from '../parts/TableImportForm';
import { useCall } from '../parts/useCall';
import { saveWorkbook } from '../parts/workbookFile';
import { ImportFaults } from './ImportFaults';
import { USERS_TOPIC } from './useUsers';

/** Makes many users: a file is chosen and looked through, and when nothing is wrong with it, imported. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { users } = useAdminMessages();
  const m = users.import;
  const { run, busy } = useCall(USERS_TOPIC);
  const [file, setFile] = useState<File | null>(null);
  const [report, setReport] = useState<ImportReport | null>(null);
  const send = async (chosen: File, dryRun: boolean) => {
    const call = async () => setReport(await api.users.import(chosen, dryRun));
    if ((await run(call, { failed: m.failed })) !== 'accepted') setReport(null);
  };
  const choose = (chosen: File) => {
    setFile(chosen);
    setReport(null);
    void send(chosen, true);
  };
  if (report !== null && report.imported > 0) return <Imported report={report} onClose={onClose} />;
  const ready = file !== null && report !== null && report.faultCount === 0;
  return (
    <TableImportForm
      words={m}
      confirm={ready ? m.confirm(report.rows) : m.start}
      file={file}
      busy={busy}
      onChoose={choose}
      aside={
        <Button
          variant="outlined"
          startIcon={<Download />}
          href={api.users.importTemplateUrl()}
          download
        >
          {m.template}
        </Button>
      }
      clean={ready ? m.clean(report.rows) : null}
      faults={report !== null && report.faultCount > 0 && <ImportFaults report={report} />}
      onSubmit={(chosen) => void send(chosen, false)}
      onClose={onClose}
    />
  );
}

/** The passwords are told only here: the dialog is left when they were saved. */
function Imported({ report, onClose }: { report: ImportReport; onClose: () => void }) {
  const { users } = useAdminMessages();
  const m = users.import;
  const [saved, setSaved] = useState(false);
  const save = () => {
    saveWorkbook(report.workbook ?? '', m.passwordsFile);
    setSaved(true);
  };
  return (
    <FormDialog
      title={m.doneTitle}
      wide
      confirm={m.told}
      blocked={saved ? undefined : m.saveFirst}
      onSubmit={onClose}
      onClose={() => saved && onClose()}
    >
      <Stack spacing={2}>
        <Alert severity="success">{m.done(report.imported)}</Alert>
        <DialogContentText color="textPrimary">{m.passwordsHint}</DialogContentText>
        <Button variant="contained" startIcon={<Download />} onClick={save}>
          {m.passwords}
        </Button>
      </Stack>
    </FormDialog>
  );
}
