import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import {
  EmptyState,
  ErrorState,
  type Fact,
  Facts,
  type Field,
  fieldText,
  Loading,
  type SceneDetail,
  ToneChip,
  useInstrumentNames,
  useLocale,
} from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { previewValue } from './previewValue';
import type { useExample } from './useExample';

interface ListPreviewProps {
  fields: readonly Field[];
  example: ReturnType<typeof useExample>;
}

function Details({ fields, scene }: { fields: readonly Field[]; scene: SceneDetail }) {
  const { locale, messages } = useLocale();
  const instruments = useInstrumentNames();
  const m = useAdminMessages().fields;
  return (
    <Paper variant="outlined" sx={{ p: 2 }}>
      <Typography
        component="h3"
        variant="h2"
        sx={{ mb: 1.5, display: 'flex', gap: 1, alignItems: 'center', overflowWrap: 'anywhere' }}
      >
        {messages.view.title(messages.view.caption, scene.dataname)}
        <ToneChip
          tone={scene.exists ? 'success' : 'neutral'}
          label={scene.exists ? messages.scene.online : messages.scene.offline}
        />
      </Typography>
      <Facts
        layout="fields"
        facts={fields.map((field): Fact => {
          const value = previewValue(scene, field);
          return [
            (locale === 'en' ? field.labelEn : field.label) || field.key,
            value === undefined
              ? m.derived
              : instruments.value(
                  field.key,
                  fieldText({ ...field, value }, messages),
                  scene.satelite,
                ),
          ];
        })}
      />
    </Paper>
  );
}

/** How the details of a real scene look with the fields as they stand. */
export function ListPreview({ fields, example }: ListPreviewProps) {
  const m = useAdminMessages().fields;
  const { scenes, scene, error, chosen, choose, retry } = example;
  if (error) return <ErrorState error={error} onRetry={retry} />;
  if (scenes?.length === 0) return <EmptyState title={m.noScene} />;
  if (scenes === undefined || scene === undefined) return <Loading />;
  return (
    <Box sx={{ p: 1.5 }}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
        {m.previewHint}
      </Typography>
      <TextField
        select
        label={m.scene}
        value={chosen}
        onChange={(event) => choose(event.target.value)}
        sx={{ mb: 1.5, width: '100%', maxWidth: 460 }}
      >
        {scenes.map(({ dataid, dataname }) => (
          <MenuItem key={dataid} value={dataid}>
            {dataname}
          </MenuItem>
        ))}
      </TextField>
      <Details fields={fields} scene={scene} />
    </Box>
  );
}
