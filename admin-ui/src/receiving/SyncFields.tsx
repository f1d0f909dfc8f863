import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { DayField } from '@scenedock/ui-kit/DayField';
import { useId } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { SIDES } from '../parts/area/boxCorners';
import { Choice } from './Choice';
import { areaOf, type FieldsProps } from './receiveForm';

const COPIES = ['catalogue', 'files'] as const;

/** Another installation, what it is asked with, and which part of its catalogue is copied. */
export function SyncFields({ fields, set, isNew }: FieldsProps) {
  const { receiving, synchronisation: m } = useAdminMessages();
  return (
    <>
      <TextField
        required
        type="url"
        label={receiving.locations.scenedock}
        helperText={`${receiving.locationHints.scenedock} ${m.addressHint}`}
        value={fields.location}
        onChange={(event) => set({ location: event.target.value })}
      />
      <TextField
        type="password"
        required={isNew}
        label={m.token}
        helperText={isNew ? m.tokenHint : m.tokenKept}
        value={fields.secret}
        onChange={(event) => set({ secret: event.target.value })}
        slotProps={{ htmlInput: { autoComplete: 'new-password' } }}
      />
      <Choice
        label={m.copies}
        value={fields.withFiles ? 'files' : 'catalogue'}
        words={{ catalogue: m.catalogueAlone, files: m.withFiles }}
        offered={COPIES}
        hint={m.copiesHint}
        onChange={(copied) => set({ withFiles: copied === 'files' })}
      />
      <TextField
        label={m.collections}
        value={fields.collections}
        helperText={m.collectionsHint}
        onChange={(event) => set({ collections: event.target.value })}
      />
      <AreaFields fields={fields} set={set} />
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: { sm: '1fr 1fr' } }}>
        <DayField
          fullWidth
          label={m.takenFrom}
          value={fields.takenFrom}
          onChange={(takenFrom) => set({ takenFrom })}
        />
        <DayField
          fullWidth
          label={m.takenUntil}
          value={fields.takenUntil}
          onChange={(takenUntil) => set({ takenUntil })}
        />
      </Box>
      {!isNew && (
        <Typography variant="body2" color="textSecondary">
          {m.restarts}
        </Typography>
      )}
    </>
  );
}

function AreaFields({ fields: { area }, set }: Omit<FieldsProps, 'isNew'>) {
  const { scopes, synchronisation: m } = useAdminMessages();
  const isWrong = areaOf(area) === null;
  const hintId = useId();
  return (
    <Box component="fieldset" aria-describedby={hintId} sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
      <Typography component="legend" variant="body2" color="textSecondary" sx={{ p: 0, mb: 1 }}>
        {m.area}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gap: 1,
          gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(4, 1fr)' },
        }}
      >
        {SIDES.map((side) => (
          <TextField
            key={side}
            label={scopes.sides[side]}
            value={area[side]}
            onChange={({ target }) => set({ area: { ...area, [side]: target.value } })}
            slotProps={{ htmlInput: { inputMode: 'decimal' } }}
          />
        ))}
      </Box>
      <FormHelperText id={hintId} error={isWrong}>
        {isWrong ? m.areaWrong : m.areaHint}
      </FormHelperText>
    </Box>
  );
}
