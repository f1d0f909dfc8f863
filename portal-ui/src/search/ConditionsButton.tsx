import Tune from '@mui/icons-material/Tune';
import Badge from '@mui/material/Badge';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useMessages } from '@scenedock/ui-kit';

type Props = { count: number; onOpen: () => void };

/** Opens the conditions where they have no room beside the results. */
export function ConditionsButton({ count, onOpen }: Props) {
  const m = useMessages();
  const name = m.find.openConditions(count);
  return (
    <Tooltip title={name}>
      <IconButton
        aria-label={name}
        onClick={onOpen}
        sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 0.5 }}
      >
        <Badge badgeContent={count} color="secondary">
          <Tune fontSize="small" />
        </Badge>
      </IconButton>
    </Tooltip>
  );
}
