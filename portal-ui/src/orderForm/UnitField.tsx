import Add from '@mui/icons-material/Add';
import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import { api, errorText, useMessages } from '@scenedock/ui-kit';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNotice } from '../parts/notice';

/** A unit of the list, or the typed one that the list does not have. */
type Option = { name: string; isNew: boolean };

const filter = createFilterOptions<Option>({ stringify: ({ name }) => name });

function useUnits() {
  const { data } = useQuery({
    queryKey: ['units'],
    queryFn: ({ signal }) => api.system.units({ signal }),
    staleTime: 300_000,
  });
  return [...new Set(data?.items.map((unit) => unit.name))];
}

function useAddUnit() {
  const m = useMessages();
  const notice = useNotice();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => api.system.addUnit(name),
    onSuccess: ({ name }) => {
      notice(m.form.unitAdded(name));
      void client.invalidateQueries({ queryKey: ['units'] });
    },
    onError: (error) => notice(errorText(error, m.form.unitFailed), 'error'),
  });
}

type Props = {
  value: string;
  fault: string | undefined;
  onChange: (unit: string) => void;
};

/** The applying unit: chosen, typed, or added to the list of units. */
export function UnitField({ value, fault, onChange }: Props) {
  const m = useMessages();
  const names = useUnits();
  const { mutate, isPending } = useAddUnit();
  return (
    <Autocomplete<Option, false, false, true>
      freeSolo
      fullWidth
      options={names.map((name) => ({ name, isNew: false }))}
      getOptionLabel={(option) => (typeof option === 'string' ? option : option.name)}
      filterOptions={(options, state) => {
        const typed = state.inputValue.trim();
        const found = filter(options, state);
        if (typed === '' || names.includes(typed)) return found;
        return [...found, { name: typed, isNew: true }];
      }}
      inputValue={value}
      onInputChange={(_, text) => onChange(text)}
      onChange={(_, option) => {
        if (option !== null && typeof option !== 'string' && option.isNew) mutate(option.name);
      }}
      renderOption={({ key, ...props }, { name, isNew }) => (
        <Box component="li" key={key} {...props} sx={{ gap: 0.75 }}>
          {isNew ? <Add fontSize="small" color="secondary" /> : null}
          {isNew ? m.form.addUnit(name) : name}
        </Box>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          required
          label={m.order.applyUserUnit}
          error={fault !== undefined}
          helperText={isPending ? m.form.addingUnit : fault}
        />
      )}
    />
  );
}
