import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { csvText } from './csvText';
import { saveFile } from './saveFile';

interface SaveTableProps {
  /** Of the table, and of the file. */
  name: string;
  heads: readonly string[];
  rows: readonly (readonly string[])[];
}

/** Saves a table as it stands on the page. */
export function SaveTable({ name, heads, rows }: SaveTableProps) {
  const { statistics: m } = useAdminMessages();
  const save = () =>
    saveFile(
      new Blob([csvText([heads, ...rows])], { type: 'text/csv;charset=utf-8' }),
      `${name}.csv`,
    );
  return (
    <Button
      startIcon={<FileDownloadOutlined />}
      onClick={save}
      aria-label={`${m.saveTable} ${name}`}
      sx={{ displayPrint: 'none' }}
    >
      {m.saveTable}
    </Button>
  );
}
