import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import type { components } from '../api/schema';
import { formatTime } from '../format';
import { useMessages } from '../messages/LocaleProvider';
import { useText } from '../messages/useText';
import { TONES } from '../theme';
import type { Tone } from './tables';

/** A reason for which something waits. */
export type Wait = components['schemas']['Wait'];
/** What removes a wait. */
export type WaitRemedy = Wait['remedies'][number];

/** Somebody has to do something about these; the others end by themselves. */
const BUCKET_TONES: Readonly<Record<Wait['bucket'], Tone>> = {
  earlier: 'info',
  turn: 'info',
  capacity: 'info',
  moment: 'info',
  held: 'warning',
  administrator: 'warning',
  outage: 'danger',
};

interface WaitListProps {
  waits: readonly Wait[];
  /** The buttons of a reason. */
  buttons?: (wait: Wait) => ReactNode;
}

/** All reasons for which something waits, each with its rule. */
export function WaitList({ waits, buttons }: WaitListProps) {
  const { waits: m } = useMessages();
  return (
    <Box component="ul" aria-label={m.title} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {waits.map((wait) => (
        <WaitLine key={`${wait.reason} ${wait.text}`} wait={wait}>
          {buttons?.(wait)}
        </WaitLine>
      ))}
    </Box>
  );
}

function WaitLine({ wait, children }: { wait: Wait; children: ReactNode }) {
  const { waits: m } = useMessages();
  const text = useText();
  const { bucket, message, rule, ruleMessage, since, tasks } = wait;
  const notes = [
    since === null ? '' : m.since(formatTime(since)),
    tasks > 1 ? m.tasks(tasks) : '',
  ].filter((note) => note !== '');
  return (
    <Box component="li" sx={{ ...LINE, borderLeftColor: TONES[BUCKET_TONES[bucket]].dot }}>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography variant="body2" sx={{ fontWeight: 600, flex: '1 1 200px' }}>
          {text(message, wait.text)}
        </Typography>
        {children}
      </Stack>
      <Typography variant="caption" color="textSecondary" component="p" sx={{ m: 0 }}>
        {text(ruleMessage, rule)}
      </Typography>
      {notes.length > 0 && (
        <Typography variant="caption" color="textSecondary" component="p" sx={{ m: 0 }}>
          {notes.join(' · ')}
        </Typography>
      )}
    </Box>
  );
}

const LINE = {
  borderLeft: 3,
  pl: 1.5,
  '&:not(:first-of-type)': { mt: 1.5 },
} as const;
