import Tooltip from '@mui/material/Tooltip';
import { formatDate } from '../format';
import { useMessages } from '../messages/LocaleProvider';
import { expiryOf } from '../orders/expiry';
import { ToneChip } from './StateChip';
import { useNow } from './useNow';

type Props = {
  expiresAt: string;
  /** Under a head that says what it is: only the day, as long as there is no hurry. */
  dense?: boolean;
};

/** Until when a delivery is open: red on its last day, amber on its last three. */
export function ExpiryChip({ expiresAt, dense = false }: Props) {
  const { tone, label, sentence } = expiryOf(expiresAt, useNow(), useMessages());
  if (!dense) return <ToneChip tone={tone} label={sentence} />;
  return (
    <Tooltip title={sentence}>
      <span style={{ whiteSpace: 'nowrap' }}>
        {tone === 'neutral' ? formatDate(expiresAt) : <ToneChip tone={tone} label={label} />}
      </span>
    </Tooltip>
  );
}
