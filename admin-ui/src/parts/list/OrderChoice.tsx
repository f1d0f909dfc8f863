import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useListContext } from 'ra-core';
import { use } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { ListOrders, sortOf, wordOf } from './listOrder';

interface OrderChoiceProps {
  /** What people call what the list may be ordered by. */
  names: readonly { source: string; name: string }[];
}

/** In which order the list comes, where no heads say it: on phones, and where the rows are no table. */
export function OrderChoice({ names }: OrderChoiceProps) {
  const { columns: m } = useAdminMessages();
  const { sort, setSort } = useListContext();
  const orders = use(ListOrders);
  const choices = orders.flatMap((word) => {
    const { field, order } = sortOf(word);
    const name = names.find(({ source }) => source === field)?.name;
    const both = order === 'DESC' ? [`-${field}`, field] : [field, `-${field}`];
    return name === undefined
      ? []
      : both.map((one) => ({ word: one, name: m.by(name, one.startsWith('-')) }));
  });
  if (choices.length === 0) return null;
  return (
    <TextField
      select
      size="small"
      label={m.order}
      value={wordOf(sort) ?? ''}
      onChange={({ target }) => setSort(sortOf(target.value))}
      sx={{ minWidth: 180 }}
    >
      {choices.map(({ word, name }) => (
        <MenuItem key={word} value={word}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}
