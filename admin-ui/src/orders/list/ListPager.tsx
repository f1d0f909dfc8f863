import MenuItem from '@mui/material/MenuItem';
import Pagination from '@mui/material/Pagination';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { rowsFor, useMessages, useWindowRows } from '@scenedock/ui-kit';
import { useListContext } from 'ra-core';
import { useAdminMessages } from '../../i18n/useAdminMessages';

const PAGE_SIZES = [10, 20, 50, 100];

/** Total, page size and pages below the table. */
export function ListPager() {
  const { common } = useMessages();
  const { list } = useAdminMessages();
  const { total = 0, page, perPage, setPage, setPerPage } = useListContext();
  return (
    <Stack
      direction="row"
      sx={{
        alignItems: 'center',
        justifyContent: 'flex-end',
        flexWrap: 'wrap',
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
      <PageSize value={perPage} onChange={setPerPage} />
      <Pagination
        count={Math.max(1, Math.ceil(total / perPage))}
        page={page}
        onChange={(_, next) => setPage(next)}
        color="primary"
        shape="rounded"
        siblingCount={0}
        aria-label={list.pages}
        showFirstButton
        showLastButton
      />
    </Stack>
  );
}

function PageSize({ value, onChange }: { value: number; onChange: (size: number) => void }) {
  const { list } = useAdminMessages();
  const fitting = useWindowRows(rowsFor);
  const sizes = [...new Set([...PAGE_SIZES, fitting, value])].sort((a, b) => a - b);
  return (
    <TextField
      select
      variant="outlined"
      label={list.pageSize}
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
      sx={{ width: 96 }}
    >
      {sizes.map((size) => (
        <MenuItem key={size} value={size}>
          {size}
        </MenuItem>
      ))}
    </TextField>
  );
}
