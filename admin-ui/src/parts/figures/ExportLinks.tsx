import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';

interface ExportLinksProps {
  workbook: { label: string; href: string };
  table: { label: string; href: string };
}

/** The figures of a page as a workbook, and as a table. */
export function ExportLinks({ workbook, table }: ExportLinksProps) {
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', ml: { sm: 'auto' } }}>
      {[workbook, table].map(({ label, href }) => (
        <Button
          key={label}
          href={href}
          variant="outlined"
          size="medium"
          startIcon={<FileDownloadOutlined />}
        >
          {label}
        </Button>
      ))}
    </Stack>
  );
}
