import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/endpoints';
import { useMessages } from '../messages/LocaleProvider';
import { textSize } from '../tokens';
import { useSettled } from './useSettled';

/** What may be meant, and what tells it from the others. */
type Suggestion = { text: string; hint?: string };

type ReadSuggestions = (q: string, signal: AbortSignal) => Promise<Suggestion[]>;

type Props = {
  label: string;
  value: string;
  /** Name of the suggestions among everything that is read. */
  about: string;
  read: ReadSuggestions;
  onChange: (value: string) => void;
};

/** A text that may be anything, with suggestions of the server while it is typed. Without suggestions it is a plain text. */
function Suggested({ label, value, about, read, onChange }: Props) {
  const m = useMessages();
  const [open, setOpen] = useState(false);
  const q = useSettled(value.trim());
  const { data = [], isFetching } = useQuery({
    queryKey: [about, q],
    queryFn: ({ signal }) => read(q, signal),
    enabled: open,
    // What is on the list stays there, under the pointer, until the new answer is here.
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 60_000,
  });
  return (
    <Autocomplete
      freeSolo
      disablePortal
      // Answers of the server are shown as they are: it looked for the text already.
      filterOptions={(options) => options}
      options={data}
      loading={isFetching}
      loadingText={m.common.loading}
      getOptionLabel={(option) => (typeof option === 'string' ? option : option.text)}
      getOptionKey={(option) => (typeof option === 'string' ? option : option.text)}
      inputValue={value}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      onInputChange={(_, text) => onChange(text)}
      renderOption={({ key, ...props }, option) => (
        <Box component="li" key={key} {...props} sx={{ gap: 1 }}>
          <Box component="span" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
            {option.text}
          </Box>
          {option.hint === undefined ? null : (
            <Box component="span" sx={{ color: 'text.secondary', fontSize: textSize.note }}>
              {option.hint}
            </Box>
          )}
        </Box>
      )}
      renderInput={(field) => <TextField {...field} label={label} />}
      slotProps={{ popper: { placement: 'bottom-start', sx: { minWidth: 260 } } }}
    />
  );
}

type FieldProps = { value: string; onChange: (value: string) => void };

const readNames: ReadSuggestions = async (q, signal) =>
  (await api.orders.names(q, { signal })).items.map((text) => ({ text }));

/** An order number, completed from the orders that the person may see. */
export function OrderNameField(props: FieldProps) {
  const m = useMessages();
  return <Suggested {...props} label={m.order.ordername} about="orderNames" read={readNames} />;
}

const readGroups: ReadSuggestions = async (q, signal) =>
  (await api.orders.groups(q, { signal })).items.map(({ name, ordername }) => ({
    text: name,
    hint: ordername,
  }));

/** An applying unit, completed from the units of orders; beside each stands its newest order. */
export function OrderUnitField(props: FieldProps) {
  const m = useMessages();
  return (
    <Suggested {...props} label={m.order.applyUserUnit} about="orderGroups" read={readGroups} />
  );
}
