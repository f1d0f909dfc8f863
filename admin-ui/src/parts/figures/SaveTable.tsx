import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import { statistics } from '@scenedock/ui-kit';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { useCall } from '../useCall';
import { csvText } from './csvText';
import type { SavedNumber } from './savedFigures';
import { saveFile } from './saveFile';

interface SaveTableProps {
  /** Of the table, and of the file. */
  name: string;
  heads: readonly string[];
  /** Texts as the page writes them, or all of the numbers that it rounds. */
  rows: readonly (readonly (string | SavedNumber)[])[];
}

/** Saves a table of a page, its numbers unrounded: as comma-separated values, and as a workbook, which the server makes. */
export function SaveTable({ name, heads, rows }: SaveTableProps) {
  const { statistics: m } = useAdminMessages();
  const { run, busy } = useCall(['table workbook']);
  const saveText = () =>
    saveFile(
      new Blob([csvText([heads, ...rows])], { type: 'text/csv;charset=utf-8' }),
      `${name}.csv`,
    );
  const saveWorkbook = async () => {
    const body = { name, heads: [...heads], rows: rows.map((row) => [...row]) };
    saveFile(await statistics.tableWorkbook(body), `${name}.xlsx`);
  };
  return (
    <>
      <Button
        startIcon={<FileDownloadOutlined />}
        onClick={saveText}
        aria-label={`${m.saveTable} ${name}`}
        sx={{ displayPrint: 'none' }}
      >
        {m.saveTable}
      </Button>
      <Button
        startIcon={<FileDownloadOutlined />}
        onClick={() => void run(saveWorkbook, { failed: m.saveFailed })}
        loading={busy}
        aria-label={`${m.saveWorkbook} ${name}`}
        sx={{ displayPrint: 'none' }}
      >
        {m.saveWorkbook}
      </Button>
    </>
  );
}
