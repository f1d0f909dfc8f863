import MenuItem from '@mui/material/MenuItem';
import Pagination from '@mui/material/Pagination';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { textSize, useMessages } from '@scenedock/ui-kit';

/** Page sizes to choose besides the one that fits the window. */
export const PAGE_SIZES: readonly number[] = [20, 50, 100, 200];

type Props = {
  total: number;
  page: number;
  pages: number;
  /** Null for the one that fits the window. */
  size: number | null;
  fitting: number;
  onPage: (page: number) => void;
  onSize: (size: number | null) => void;
};

/** Paging of the scenes, with the number of pages. */
export function ScenePager({ total, page, pages, size, fitting, onPage, onSize }: Props) {
  const m = useMessages();
  return (
    <Stack
      direction="row"
      sx={{ mt: 1.5, gap: 1.5, alignItems: 'center', flexWrap: 'wrap', justifyContent: 'flex-end' }}
    >
      <Typography variant="body2" color="textSecondary">
        {m.common.total(total)} · {m.common.totalPages(pages)}
      </Typography>
      <TextField
        select
        value={size ?? 0}
        onChange={(event) => onSize(Number(event.target.value) || null)}
        slotProps={{
          htmlInput: { 'aria-label': m.detail.pageSize },
          select: { SelectDisplayProps: { 'aria-label': m.detail.pageSize } },
        }}
        sx={{ '& .MuiSelect-select': { py: 0.5, fontSize: textSize.body } }}
      >
        <MenuItem value={0}>{m.detail.pageSizeAuto(fitting)}</MenuItem>
        {PAGE_SIZES.map((one) => (
          <MenuItem key={one} value={one}>
            {m.detail.pageSizeOf(one)}
          </MenuItem>
        ))}
      </TextField>
      {pages > 1 ? (
        <Pagination
          size="small"
          count={pages}
          page={page}
          siblingCount={1}
          onChange={(_, next) => onPage(next)}
        />
      ) : null}
    </Stack>
  );
}
