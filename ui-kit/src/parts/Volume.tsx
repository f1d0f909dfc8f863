import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { formatBytes, formatVolume } from '../format';
import { useMessages } from '../messages/LocaleProvider';

type Props = { order: { dataSize: number; unsizedCount: number } };

/** The volume of an order on one line: "≥" where scenes of unknown size add to it, and how many as a hint. */
export function Volume({ order }: Props) {
  const m = useMessages();
  const whole = formatVolume(order, m.scene);
  const partly = order.unsizedCount > 0 && order.dataSize > 0;
  return (
    <Tooltip title={partly ? whole : ''} describeChild>
      <Box component="span" tabIndex={partly ? 0 : undefined} sx={{ whiteSpace: 'nowrap' }}>
        {partly ? `≥ ${formatBytes(order.dataSize)}` : whole}
      </Box>
    </Tooltip>
  );
}
