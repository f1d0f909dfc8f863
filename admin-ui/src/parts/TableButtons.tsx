import Download from '@mui/icons-material/Download';
import UploadFile from '@mui/icons-material/UploadFile';
import Button from '@mui/material/Button';

interface TableButtonsProps {
  /** Address of the table as a file. */
  table: string;
  names: { export: string; import: string };
  onImport: () => void;
}

/** The ways of a list into a table and back out of one. */
export function TableButtons({ table, names, onImport }: TableButtonsProps) {
  return (
    <>
      <Button size="medium" variant="outlined" startIcon={<Download />} href={table} download>
        {names.export}
      </Button>
      <Button size="medium" variant="outlined" startIcon={<UploadFile />} onClick={onImport}>
        {names.import}
      </Button>
    </>
  );
}
