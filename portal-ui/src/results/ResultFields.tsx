import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import {
  type ProvidedOrder,
  QueryResult,
  RESULT_KINDS,
  type ResultKind,
  researchResults,
  useResultWords,
} from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { ResultDraft } from './resultDraft';
import { RESULTS } from './resultKeys';
import { usePageWords } from './usePageWords';

interface ResultFieldsProps {
  draft: ResultDraft;
  /** What is wrong with a field, by its name. */
  faults: Readonly<Record<string, string>>;
  onChange: (part: Partial<ResultDraft>) => void;
}

type TextName = 'title' | 'authors' | 'month' | 'venue' | 'doi' | 'link' | 'note';

/** What is asked of a result. */
export function ResultFields({ draft, faults, onChange }: ResultFieldsProps) {
  const m = usePageWords();
  const w = useResultWords();
  const text = (name: TextName, label: string, hint?: string) => ({
    name,
    label,
    value: draft[name],
    error: faults[name] !== undefined,
    helperText: faults[name] ?? hint,
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  });
  return (
    <Stack sx={{ gap: 2, mt: 1.5 }}>
      <TextField
        select
        required
        label={w.kind}
        value={draft.kind}
        onChange={({ target }) => onChange({ kind: target.value as ResultKind })}
      >
        {RESULT_KINDS.map((kind) => (
          <MenuItem key={kind} value={kind}>
            {w.kinds[kind]}
          </MenuItem>
        ))}
      </TextField>
      <TextField required {...text('title', w.name)} />
      <TextField required {...text('authors', w.authors)} />
      <TextField required {...text('month', w.month, m.monthHint)} />
      <TextField {...text('venue', w.venue)} />
      <TextField {...text('doi', w.doi, m.doiHint)} />
      <TextField {...text('link', w.link, m.linkHint)} />
      <OrderField
        chosen={draft.orderIds}
        fault={faults.orderIds}
        onChange={(orderIds) => onChange({ orderIds })}
      />
      <TextField multiline minRows={2} {...text('note', w.note)} />
    </Stack>
  );
}

interface OrderFieldProps {
  chosen: readonly string[];
  fault: string | undefined;
  onChange: (orderIds: string[]) => void;
}

function OrderField({ chosen, fault, onChange }: OrderFieldProps) {
  const m = usePageWords();
  const w = useResultWords();
  const id = useId();
  const query = useQuery({
    queryKey: [...RESULTS, 'orders'],
    queryFn: ({ signal }) => researchResults.orders({ signal }),
  });
  const turn = (order: ProvidedOrder) =>
    onChange(
      chosen.includes(order.id) ? chosen.filter((one) => one !== order.id) : [...chosen, order.id],
    );
  return (
    <Box component="fieldset" aria-labelledby={id} sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
      <FormLabel id={id} required error={fault !== undefined}>
        {w.orders}
      </FormLabel>
      <QueryResult query={query} empty={<FormHelperText>{m.noOrders}</FormHelperText>}>
        {({ items }) => (
          <FormGroup sx={{ maxHeight: 200, overflowY: 'auto', flexWrap: 'nowrap', pl: 0.5 }}>
            {items.map((order) => (
              <FormControlLabel
                key={order.id}
                control={
                  <Checkbox checked={chosen.includes(order.id)} onChange={() => turn(order)} />
                }
                label={[order.ordername, order.project].filter(Boolean).join(' · ')}
              />
            ))}
          </FormGroup>
        )}
      </QueryResult>
      {fault === undefined ? null : <FormHelperText error>{fault}</FormHelperText>}
    </Box>
  );
}
