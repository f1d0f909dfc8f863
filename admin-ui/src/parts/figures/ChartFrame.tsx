import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactElement, useContext, useRef } from 'react';
import { ResponsiveContainer } from 'recharts';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { ChartTime } from './ChartTime';
import { chartPicture } from './chartPicture';
import { PictureMenu } from './PictureMenu';

interface ChartFrameProps {
  name: string;
  /** Pixels. */
  height: number;
  /** Holds handles that the keyboard moves, which a picture must not. */
  interactive?: boolean;
  /** A press on a point or bar opens the rows that it counts. */
  leadsOn?: boolean;
  children: ReactElement;
}

/**
 * A chart as wide as what it stands in, and a menu that saves it as a picture. Screen readers hear its name and where the same numbers stand
 * as a table.
 */
export function ChartFrame(props: ChartFrameProps) {
  const { name, height, interactive, leadsOn = false, children } = props;
  const { statistics: m } = useAdminMessages();
  const time = useContext(ChartTime);
  const frame = useRef<HTMLDivElement>(null);
  const draw = () => frame.current && chartPicture(frame.current, { title: name, time });
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box
        ref={frame}
        role={interactive ? 'group' : 'img'}
        aria-label={m.chartOf(name)}
        sx={{ width: '100%', height, minWidth: 0 }}
      >
        <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 640, height }}>
          {children}
        </ResponsiveContainer>
      </Box>
      <Box sx={FOOT}>
        {leadsOn && (
          <Typography variant="caption" color="textSecondary">
            {m.pressHint}
          </Typography>
        )}
        <Box sx={{ ml: 'auto' }}>
          <PictureMenu name={name} draw={draw} />
        </Box>
      </Box>
    </Box>
  );
}

const FOOT = {
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  columnGap: 1,
  displayPrint: 'none',
} as const;
