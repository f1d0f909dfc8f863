import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import { tokens } from '@scenedock/ui-kit';
import { COLOURS } from '../../map/styles';
import { useToolMessages } from '../messages/useToolMessages';
import { COLORS } from '../toolStyles';

/** What can be switched off for a while. */
export type LegendParts = { area: boolean; uploaded: boolean; measured: boolean };

type Entry = {
  name: string;
  edge: string;
  fill: string;
  line?: 'solid' | 'dashed';
  /** A place, not an area. */
  round?: boolean;
  part?: keyof LegendParts;
};

type Props = { parts: LegendParts; onShown: (parts: LegendParts) => void };

/** What the colours on the map mean; what stands there by the tools can be hidden. */
export function LegendPanel({ parts, onShown }: Props) {
  const m = useToolMessages();
  const l = m.legend;
  const { footprint, hover, selected, area } = COLOURS;
  const entries: Entry[] = [
    { name: l.results, ...footprint },
    { name: l.pointed, ...hover },
    { name: l.chosen, ...selected },
    { name: l.area, ...area, line: 'dashed', part: 'area' },
    { name: l.uploaded, edge: COLORS.upload, fill: tokens.map.uploadFill, part: 'uploaded' },
    { name: l.measured, edge: COLORS.measure, fill: tokens.map.measureFill, part: 'measured' },
    { name: l.query, edge: COLORS.query, fill: tokens.map.white, round: true },
    { name: l.checked, edge: COLORS.checked, fill: tokens.map.checkedFill },
  ];
  return (
    <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none', gap: 0.25 }}>
      {entries.map(({ name, edge, fill, line = 'solid', round = false, part }) => (
        <Box
          component="li"
          key={name}
          sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 28, typography: 'body2' }}
        >
          <Box
            component="span"
            sx={{
              width: round ? 14 : 22,
              height: 14,
              mx: round ? '4px' : 0,
              borderRadius: round ? '50%' : 0,
              flex: 'none',
              bgcolor: fill,
              border: `2px ${line} ${edge}`,
            }}
          />
          <Box component="span" sx={{ flex: 1 }}>
            {name}
          </Box>
          {part === undefined ? null : (
            <Switch
              checked={parts[part]}
              onChange={(_, on) => onShown({ ...parts, [part]: on })}
              slotProps={{ input: { 'aria-label': l.show(name) } }}
            />
          )}
        </Box>
      ))}
    </Stack>
  );
}
