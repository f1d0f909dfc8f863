import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import type { Attention } from '@scenedock/ui-kit';
import { useAdminMessages } from '../../i18n/useAdminMessages';

interface AttentionChipProps {
  attention: Attention;
  onLift: () => void;
}

/** Why only these orders are here: the first page led to them. */
export function AttentionChip({ attention, onLift }: AttentionChipProps) {
  const { dashboard: m } = useAdminMessages();
  return (
    <Box sx={{ mb: 1 }}>
      <Chip label={m.attention[attention] ?? attention} onDelete={onLift} />
    </Box>
  );
}
