import Pagination from '@mui/material/Pagination';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMessages } from '@scenedock/ui-kit';

interface PagesProps {
  total: number;
  pageSize: number;
  page: number;
  onPage: (page: number) => void;
}

/** Total and pages below a list. */
export function Pages({ total, pageSize, page, onPage }: PagesProps) {
  const { common } = useMessages();
  return (
    <Stack
      direction="row"
      sx={{
        alignItems: 'center',
        justifyContent: 'flex-end',
        gap: 2,
        px: 2,
        py: 1,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Typography variant="body2" color="textSecondary">
        {common.total(total)}
      </Typography>
      <Pagination
        count={Math.max(1, Math.ceil(total / pageSize))}
        page={page}
        onChange={(_, next) => onPage(next)}
        color="primary"
        shape="rounded"
        siblingCount={0}
      />
    </Stack>
  );
}
