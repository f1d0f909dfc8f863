import Box from '@mui/material/Box';
import type { ReactElement } from 'react';
import { ResponsiveContainer } from 'recharts';
import { useAdminMessages } from '../../i18n/useAdminMessages';

interface ChartFrameProps {
  name: string;
  /** Pixels. */
  height: number;
  /** Holds handles that the keyboard moves, which a picture must not. */
  interactive?: boolean;
  children: ReactElement;
}

/** A chart as wide as its place. Screen readers hear its name and where the same numbers stand as a table. */
export function ChartFrame({ name, height, interactive, children }: ChartFrameProps) {
  const { statistics: m } = useAdminMessages();
  return (
    <Box
      role={interactive ? 'group' : 'img'}
      aria-label={m.chartOf(name)}
      sx={{ width: '100%', height, minWidth: 0 }}
    >
      <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 640, height }}>
        {children}
      </ResponsiveContainer>
    </Box>
  );
}
