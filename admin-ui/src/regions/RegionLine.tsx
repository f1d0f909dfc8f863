import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { type ManagedRegion, ToneChip } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';

/** How each state is coloured; what is as it ships needs no mark. */
export const ORIGIN_TONES = { changed: 'info', added: 'success', removed: 'neutral' } as const;

interface RegionLineProps {
  region: ManagedRegion;
  /** What it is part of, where the list does not show that. */
  note?: string;
  chosen: boolean;
  onChoose: (code: string) => void;
}

/** One region of a list. */
export function RegionLine({ region, note = '', chosen, onChoose }: RegionLineProps) {
  const { regions: m } = useAdminMessages();
  const { areaCode, areaName, origin } = region;
  return (
    <ButtonBase
      aria-current={chosen ? 'true' : undefined}
      onClick={() => onChoose(areaCode)}
      sx={{
        flex: 1,
        minWidth: 0,
        minHeight: 32,
        px: 1,
        gap: 1,
        justifyContent: 'flex-start',
        textAlign: 'left',
        flexWrap: 'wrap',
        borderRadius: 1,
        bgcolor: chosen ? 'action.selected' : undefined,
        '&:hover, &:focus-visible': { bgcolor: 'action.hover' },
      }}
    >
      <Typography
        variant="body2"
        component="span"
        sx={origin === 'removed' ? { textDecoration: 'line-through' } : {}}
      >
        {areaName}
      </Typography>
      {note !== '' && (
        <Typography variant="caption" component="span" color="textSecondary">
          {note}
        </Typography>
      )}
      {origin !== 'shipped' && <ToneChip tone={ORIGIN_TONES[origin]} label={m.origins[origin]} />}
    </ButtonBase>
  );
}
