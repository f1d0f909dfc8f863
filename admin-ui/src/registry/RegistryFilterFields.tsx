import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { registry, useDictionary, useInstrumentNames } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useAdminMessages } from '../i18n/useAdminMessages';
import type { RegistryFilter, useRegistryAddress } from './useRegistryAddress';

interface FieldsProps {
  address: ReturnType<typeof useRegistryAddress>;
}

/** What narrows the list. */
export function RegistryFilterFields({ address }: FieldsProps) {
  const { registry: m } = useAdminMessages();
  const names = useInstrumentNames();
  const { data } = useQuery({
    queryKey: ['registry', 'choices'],
    queryFn: ({ signal }) => registry.choices({ signal }),
  });
  const { usages } = useDictionary();
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', p: 1.5 }}>
      <Text address={address} name="q" label={m.find} width={220} />
      <Text address={address} name="ordername" label={m.ordername} width={170} />
      <Text address={address} name="person" label={m.person} width={140} />
      <Choice
        address={address}
        name="unit"
        label={m.unit}
        choices={(data?.units ?? []).map((unit) => [unit, unit])}
      />
      <Choice
        address={address}
        name="usage"
        label={m.usage}
        choices={(data?.usages ?? []).map((usage) => [usage, usages.text(usage)])}
      />
      <Choice
        address={address}
        name="satellite"
        label={m.satellite}
        choices={(data?.satellites ?? []).map((code) => [code, names.satellite(code)])}
      />
      <Choice
        address={address}
        name="getMethod"
        label={m.method}
        choices={([0, 2] as const).map((method) => [String(method), m.methods[method]])}
      />
    </Stack>
  );
}

interface FieldProps extends FieldsProps {
  name: RegistryFilter;
  label: string;
}

function Text({ address, name, label, width }: FieldProps & { width: number }) {
  return (
    <TextField
      type="search"
      label={label}
      value={address.filters[name]}
      onChange={({ target }) => address.choose(name, target.value)}
      sx={{ width: { xs: 1, sm: width } }}
    />
  );
}

function Choice({
  address,
  name,
  label,
  choices,
}: FieldProps & { choices: (readonly [string, string])[] }) {
  const { registry: m } = useAdminMessages();
  const value = address.filters[name];
  // One that the address names and no entry has is shown as it is written.
  const offered =
    value === '' || choices.some(([one]) => one === value)
      ? choices
      : [...choices, [value, value] as const];
  return (
    <TextField
      select
      label={label}
      value={value}
      onChange={({ target }) => address.choose(name, target.value)}
      slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
      sx={{ width: { xs: 'calc(50% - 4px)', sm: 150 } }}
    >
      <MenuItem value="">{m.any}</MenuItem>
      {offered.map(([one, text]) => (
        <MenuItem key={one} value={one}>
          {text}
        </MenuItem>
      ))}
    </TextField>
  );
}
