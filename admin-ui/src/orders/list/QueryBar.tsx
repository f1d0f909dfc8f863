import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonGroup from '@mui/material/ButtonGroup';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import {
  isPeriodReversed,
  type OrderFilter,
  periodShortcuts,
  useMessages,
} from '@scenedock/ui-kit';
import { OrderFilterFields } from '@scenedock/ui-kit/OrderFilterFields';
import { type FormEvent, useId, useState } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { AttentionChip } from './AttentionChip';
import { FigureChip } from './FigureChip';
import { FoldButton } from './FoldButton';
import { type ListFilter, tidy, withoutFigure } from './listFilter';

interface QueryBarProps {
  values: ListFilter;
  /** Only the list of all orders asks for the state. */
  withStatus: boolean;
  onQuery: (values: ListFilter) => void;
}

/** The conditions of a list with 查询 and 重置; on narrow screens folded behind a button. */
export function QueryBar({ values, withStatus, onQuery }: QueryBarProps) {
  const { list } = useAdminMessages();
  const { common, orders } = useMessages();
  const id = useId();
  const [draft, setDraft] = useState<ListFilter>(values);
  const [unfolded, setUnfolded] = useState(false);
  const badRange = isPeriodReversed(draft);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!badRange) {
      onQuery(tidy(draft));
    }
  };
  return (
    <>
      {values.attention && (
        <AttentionChip
          attention={values.attention}
          onLift={() => onQuery(tidy({ ...values, attention: undefined }))}
        />
      )}
      {values.counted && (
        <FigureChip figure={values} onLift={() => onQuery(withoutFigure(values))} />
      )}
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
        <Box sx={GRID}>
          <OrderFilterFields
            value={draft}
            withStatus={withStatus}
            all={{ status: list.anyStatus, type: common.all }}
            problem={badRange ? orders.timeOrder : undefined}
            onChange={(changes) => setDraft((now) => ({ ...now, ...changes }))}
          />
        </Box>
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

/** All eight fill two rows of a wide screen. */
const GRID = {
  display: 'grid',
  gap: 1.25,
  width: '100%',
  gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: 'repeat(4, 1fr)' },
  alignItems: 'start',
} as const;

interface PeriodShortcutsProps {
  draft: OrderFilter;
  /** A shortcut queries at once. */
  onPick: (period: OrderFilter) => void;
}

function PeriodShortcuts({ draft, onPick }: PeriodShortcutsProps) {
  const { list } = useAdminMessages();
  const { orders } = useMessages();
  return (
    <ButtonGroup size="medium" aria-label={list.shortcuts}>
      {periodShortcuts(draft).map(({ days, period, on }) => (
        <Button
          key={days}
          aria-pressed={on}
          variant={on ? 'contained' : 'outlined'}
          onClick={() => onPick(period)}
          sx={{ whiteSpace: 'nowrap' }}
        >
          {orders.last(days)}
        </Button>
      ))}
    </ButtonGroup>
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
