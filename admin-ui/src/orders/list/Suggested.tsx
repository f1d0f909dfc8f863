import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { api, useMessages } from '@scenedock/ui-kit';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';

/** A text that may be meant, and what tells it from the others. */
interface Suggestion {
  text: string;
  hint?: string;
}

type Read = (q: string, signal: AbortSignal) => Promise<Suggestion[]>;

interface SuggestedProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** Name of the suggestions among everything that is asked for. */
  about: string;
  read: Read;
}

/** A text that may be anything, with the server's suggestions while it is typed. */
function Suggested({ label, value, onChange, about, read }: SuggestedProps) {
  const { common } = useMessages();
  const [open, setOpen] = useState(false);
  const q = useDeferredValue(value.trim());
  const { data = [], isFetching } = useQuery({
    queryKey: ['suggested', about, q],
    queryFn: ({ signal }) => read(q, signal),
    enabled: open,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
  return (
    <Autocomplete
      freeSolo
      options={data}
      // The server looked for the text already.
      filterOptions={(options) => options}
      loading={isFetching}
      loadingText={common.loading}
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
          <Box component="span" sx={{ color: 'text.secondary', fontSize: 12 }}>
            {option.hint}
          </Box>
        </Box>
      )}
      slotProps={{ popper: { sx: { minWidth: 280 } } }}
      renderInput={(params) => <TextField {...params} label={label} />}
    />
  );
}

interface FieldProps {
  value: string;
  onChange: (text: string) => void;
}

const readNames: Read = async (q, signal) =>
  (await api.orders.names(q, { signal })).items.map((text) => ({ text }));

/** An order number, completed from all orders. */
export function OrderNameField(props: FieldProps) {
  const { order } = useMessages();
  return <Suggested {...props} label={order.ordername} about="names" read={readNames} />;
}

const readGroups: Read = async (q, signal) =>
  (await api.orders.groups(q, { signal })).items.map(({ name, ordername }) => ({
    text: name,
    hint: ordername,
  }));

/** An applying unit, completed from the units of orders; beside each stands its newest order. */
export function UnitField(props: FieldProps) {
  const { order } = useMessages();
  return <Suggested {...props} label={order.applyUserUnit} about="groups" read={readGroups} />;
}
