import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { api, useMessages } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';

interface UnitFieldProps {
  value: string;
  onChange: (unit: string) => void;
}

/** The applying unit; known units are offered, any text may be asked for. */
export function UnitField({ value, onChange }: UnitFieldProps) {
  const { order } = useMessages();
  const { data } = useQuery({
    queryKey: ['units'],
    queryFn: ({ signal }) => api.system.units({ signal }),
    staleTime: 300_000,
    retry: false,
  });
  const names = [...new Set((data?.items ?? []).map((unit) => unit.name))];
  return (
    <Autocomplete
      freeSolo
      options={names}
      inputValue={value}
      onInputChange={(_, text) => onChange(text)}
      sx={{ width: 210 }}
      renderInput={(params) => <TextField {...params} label={order.applyUserUnit} />}
    />
  );
}
