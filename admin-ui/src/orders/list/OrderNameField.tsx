import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { api, useMessages } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';

/** Numbers offered below the field, and how much must be typed before the server is asked. */
const OFFERED = 8;
const LEAST = 4;

interface OrderNameFieldProps {
  value: string;
  onChange: (ordername: string) => void;
}

/** The order number; matching numbers are offered while typing. */
export function OrderNameField({ value, onChange }: OrderNameFieldProps) {
  const { order } = useMessages();
  const typed = useDeferredValue(value.trim());
  const { data } = useQuery({
    queryKey: ['orders', 'names', typed],
    queryFn: ({ signal }) => api.orders.list({ ordername: typed, pageSize: OFFERED }, { signal }),
    enabled: typed.length >= LEAST,
    staleTime: 30_000,
    retry: false,
  });
  return (
    <Autocomplete
      freeSolo
      options={(data?.items ?? []).map((one) => one.ordername)}
      filterOptions={(options) => options}
      inputValue={value}
      onInputChange={(_, text) => onChange(text)}
      sx={{ width: 200 }}
      renderInput={(params) => <TextField {...params} label={order.ordername} />}
    />
  );
}
