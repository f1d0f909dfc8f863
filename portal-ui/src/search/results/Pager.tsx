import MenuItem from '@mui/material/MenuItem';
import Pagination from '@mui/material/Pagination';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { textSize, useMessages } from '@scenedock/ui-kit';
import { type FormEvent, useState } from 'react';
import { PAGE_SIZES } from '../searchState';

type Props = {
  total: number;
  page: number;
  pageSize: number;
  onPage: (page: number) => void;
  onPageSize: (size: number) => void;
};

function Jump({ pages, onPage }: { pages: number; onPage: (page: number) => void }) {
  const m = useMessages();
  const [text, setText] = useState('');
  const jump = (event: FormEvent) => {
    event.preventDefault();
    const page = Math.trunc(Number(text));
    setText('');
    if (text.trim() !== '' && page >= 1) onPage(Math.min(page, pages));
  };
  return (
    <Stack
      component="form"
      direction="row"
      onSubmit={jump}
      sx={{ alignItems: 'center', gap: 0.5, whiteSpace: 'nowrap' }}
    >
      <Typography variant="caption">{m.find.jump}</Typography>
      <TextField
        variant="outlined"
        value={text}
        onChange={(event) => setText(event.target.value.replace(/\D/g, ''))}
        slotProps={{
          htmlInput: { 'aria-label': m.find.jumpTo, inputMode: 'numeric', enterKeyHint: 'go' },
        }}
        sx={{
          width: 44,
          '& input': { p: '3px 6px', fontSize: textSize.note, textAlign: 'center' },
        }}
      />
      <Typography variant="caption">{m.find.jumpPage}</Typography>
    </Stack>
  );
}

/** Size of a page, the pages, and a field to jump to one. */
export default function Pager({ total, page, pageSize, onPage, onPageSize }: Props) {
  const m = useMessages();
  const pages = Math.max(1, Math.ceil(total / pageSize));
  return (
    <Stack
      direction="row"
      sx={{
        px: 1,
        minHeight: 40,
        borderTop: 1,
        borderColor: 'divider',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 0.5,
      }}
    >
      <TextField
        select
        variant="standard"
        value={pageSize}
        onChange={(event) => onPageSize(Number(event.target.value))}
        slotProps={{
          select: {
            disableUnderline: true,
            SelectDisplayProps: { 'aria-label': m.find.pageSize },
            renderValue: (size) => String(size),
          },
        }}
        sx={{ '& .MuiSelect-select': { fontSize: textSize.note } }}
      >
        {PAGE_SIZES.map((size) => (
          <MenuItem key={size} value={size}>
            {m.find.perPage(size)}
          </MenuItem>
        ))}
      </TextField>
      <Pagination
        size="small"
        siblingCount={0}
        count={pages}
        page={Math.min(page, pages)}
        onChange={(_, next) => onPage(next)}
        sx={{
          '& ul': { flexWrap: 'nowrap' },
          '& .MuiPaginationItem-root': { minWidth: 22, px: 0.5, mx: 0, fontSize: textSize.note },
        }}
      />
      <Jump pages={pages} onPage={onPage} />
    </Stack>
  );
}
