import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { ORDER_TYPES, useDictionary, useInstrumentNames, useMessages } from '@scenedock/ui-kit';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { useRegionName } from '../../statistics/useProvinces';
import type { FigureFilter } from './listFilter';

interface FigureChipProps {
  figure: FigureFilter;
  onLift: () => void;
}

/** Why just these orders are here, deleted ones too: a figure of the statistics counts them. */
export function FigureChip({ figure, onLift }: FigureChipProps) {
  const { statistics: m } = useAdminMessages();
  const parts = useFigureWords(figure);
  return (
    <Box sx={{ mb: 1 }}>
      <Chip label={m.countedOrders(parts)} onDelete={onLift} sx={{ maxWidth: 1 }} />
    </Box>
  );
}

/** Of what the figure is: the unit, the satellite …, and how the orders are handed out. */
function useFigureWords({ counted, value = '', getMethod }: FigureFilter): string[] {
  const messages = useMessages();
  const { statistics: m } = useAdminMessages();
  const { satellite } = useInstrumentNames();
  const { usages } = useDictionary();
  const regionName = useRegionName(counted === 'region');
  const type = ORDER_TYPES.find((code) => String(code) === value);
  const nameOf: Readonly<Record<string, () => string>> = {
    unit: () => value,
    usage: () => usages.text(value),
    kind: () => (type === undefined ? value : messages.orderType[type]),
    satellite: () => satellite(value),
    node: () => m.nodeNumber(value),
    region: () => regionName(value),
  };
  const name = counted === undefined ? undefined : nameOf[counted]?.();
  const method = getMethod === '0' ? m.online : getMethod === '2' ? m.offline : undefined;
  return [...(name === undefined ? [] : [name || m.unnamed]), ...(method ? [method] : [])];
}
