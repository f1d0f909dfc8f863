import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useMessages } from '@scenedock/ui-kit';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useHintPlace } from './hintPlace';

type Props = {
  /** What to do next. */
  text: string;
  /** What has come about so far, such as a length. */
  value?: string | undefined;
  fault?: string | null;
  keys?: readonly string[];
  busy?: boolean;
  /** Buttons other than the way out. */
  children?: ReactNode;
  exit: string;
  onExit: () => void;
};

const ROW = { display: 'flex', alignItems: 'center' } as const;

/** Says, under the tools, what the tool in use wants next and how to leave it. */
export function HintBar({ text, value, fault, keys = [], busy = false, ...rest }: Props) {
  const m = useMessages();
  const placement = useHintPlace();
  if (placement === null) return null;
  const bar = (
    <Paper
      elevation={3}
      role="status"
      sx={{
        pointerEvents: 'auto',
        display: 'flex',
        flexWrap: { xs: 'wrap', md: 'nowrap' },
        alignItems: 'center',
        columnGap: 1.25,
        maxWidth: '100%',
        pl: 1.5,
        pr: 0.5,
        py: 0.25,
        borderLeft: 3,
        borderColor: fault ? 'error.main' : 'secondary.light',
      }}
    >
      <Box sx={{ ...ROW, columnGap: 1.25, flexWrap: 'wrap', minWidth: 0 }}>
        {busy ? <CircularProgress size={14} aria-label={m.tools.checking} /> : null}
        <Typography variant="body2" color={fault ? 'error' : 'textPrimary'}>
          {busy ? m.tools.checking : (fault ?? text)}
        </Typography>
        {value === undefined ? null : (
          <Typography
            variant="body2"
            sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums', color: 'secondary.main' }}
          >
            {value}
          </Typography>
        )}
        {keys.length === 0 ? null : (
          <Typography
            variant="caption"
            color="textSecondary"
            sx={{ display: { xs: 'none', md: 'inline' } }}
          >
            {keys.join(' · ')}
          </Typography>
        )}
      </Box>
      <Box sx={{ ...ROW, gap: 0.5, flex: 'none' }}>
        {rest.children}
        <Button onClick={rest.onExit} sx={{ minWidth: 0 }}>
          {rest.exit}
        </Button>
      </Box>
    </Paper>
  );
  return createPortal(bar, placement);
}
