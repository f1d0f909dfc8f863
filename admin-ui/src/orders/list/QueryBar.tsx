import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import { useMessages } from '@scenedock/ui-kit';
import { type FormEvent, useId, useState } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import type { OrderFilter } from '../../providers/dataProvider';
import { FoldButton } from './FoldButton';
import { PeriodShortcuts, QueryFields } from './QueryFields';

const KEYS = [
  'ordername',
  'unit',
  'applicant',
  'loginName',
  'status',
  'type',
  'from',
  'to',
] as const;

/** Drops what is empty, so that the address bar holds only real conditions. */
export function tidy(values: OrderFilter): OrderFilter {
  return Object.fromEntries(
    KEYS.flatMap((key) => {
      const text = values[key]?.trim();
      return text ? [[key, text]] : [];
    }),
  );
}

interface QueryBarProps {
  values: OrderFilter;
  /** Only the list of all orders asks for the state. */
  withStatus: boolean;
  onQuery: (values: OrderFilter) => void;
}

/** The conditions of a list with 查询 and 重置; on narrow screens folded behind a button. */
export function QueryBar({ values, withStatus, onQuery }: QueryBarProps) {
  const { list } = useAdminMessages();
  const { orders } = useMessages();
  const id = useId();
  const [draft, setDraft] = useState<OrderFilter>(values);
  const [unfolded, setUnfolded] = useState(false);
  const badRange = Boolean(draft.from && draft.to && draft.to < draft.from);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!badRange) {
      onQuery(tidy(draft));
    }
  };
  return (
    <>
      <FoldButton
        active={Object.keys(tidy(values)).length}
        open={unfolded}
        controls={id}
        onClick={() => setUnfolded(!unfolded)}
      />
      <Paper
        id={id}
        component="form"
        variant="outlined"
        role="search"
        aria-label={list.conditions}
        onSubmit={onSubmit}
        noValidate
        sx={{
          p: 1.5,
          display: { xs: unfolded ? 'flex' : 'none', md: 'flex' },
          flexWrap: 'wrap',
          gap: 1.25,
          alignItems: 'flex-start',
        }}
      >
        <QueryFields
          draft={draft}
          withStatus={withStatus}
          problem={badRange ? orders.timeOrder : undefined}
          onChange={(changes) => setDraft((now) => ({ ...now, ...changes }))}
        />
        <PeriodShortcuts draft={draft} onPick={(range) => onQuery(tidy({ ...draft, ...range }))} />
        <Buttons
          onReset={() => {
            setDraft({});
            onQuery({});
          }}
        />
      </Paper>
    </>
  );
}

function Buttons({ onReset }: { onReset: () => void }) {
  const { common } = useMessages();
  return (
    <Stack direction="row" spacing={1} sx={{ ml: 'auto' }}>
      <Button type="submit" variant="contained" size="medium">
        {common.query}
      </Button>
      <Button variant="outlined" size="medium" onClick={onReset}>
        {common.reset}
      </Button>
    </Stack>
  );
}
