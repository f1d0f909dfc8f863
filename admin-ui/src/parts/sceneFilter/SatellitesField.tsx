import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { api, useInstrumentNames, useMessages } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useAdminMessages } from '../../i18n/useAdminMessages';

interface SatellitesFieldProps {
  chosen: readonly string[];
  onChange: (satellites: readonly string[]) => void;
}

/** Satellites that the catalogue has scenes of; none chosen is all. */
export function SatellitesField({ chosen, onChange }: SatellitesFieldProps) {
  const { common } = useMessages();
  const { sceneFilter: m } = useAdminMessages();
  const names = useInstrumentNames();
  const query = useQuery({
    queryKey: ['catalogue', 'satellites'],
    queryFn: ({ signal }) => api.scenes.satellites({ signal }),
  });
  const codes = (query.data?.items ?? []).map(({ satelite }) => satelite);
  return (
    <Autocomplete
      multiple
      options={codes}
      value={[...chosen]}
      onChange={(_, next) => onChange(next)}
      getOptionLabel={(code) => names.satellite(code)}
      getOptionKey={(code) => code}
      loading={query.isPending}
      loadingText={common.loading}
      noOptionsText={common.noMatch}
      closeText={common.close}
      clearText={common.clear}
      disableCloseOnSelect
      renderInput={(params) => (
        <TextField
          {...params}
          label={m.satellites}
          placeholder={chosen.length === 0 ? m.anySatellite : undefined}
          helperText={query.isError ? m.satellitesFailed : undefined}
        />
      )}
    />
  );
}
