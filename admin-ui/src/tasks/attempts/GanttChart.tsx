import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { formatSecond, type TaskLane, TONES } from '@scenedock/ui-kit';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { type Segment, type SegmentKind, segmentsOf, spanOf } from './attemptModel';

interface GanttChartProps {
  lanes: readonly TaskLane[];
  now: number;
  onOpen: (task: string) => void;
}

/** Waits are outlines, work is filled; what went wrong is hatched, too, so that nothing hangs on colour alone. */
const LOOKS: Readonly<Record<SegmentKind, { fill: string; line: string; height: number }>> = {
  turn: { fill: TONES.info.bg, line: TONES.info.dot, height: 8 },
  slot: { fill: TONES.progress.bg, line: TONES.progress.dot, height: 8 },
  backOff: { fill: 'transparent', line: TONES.neutral.dot, height: 2 },
  working: { fill: TONES.progress.dot, line: TONES.progress.dot, height: 16 },
  done: { fill: TONES.success.dot, line: TONES.success.dot, height: 16 },
  failed: { fill: hatched(TONES.danger), line: TONES.danger.dot, height: 16 },
  lost: { fill: hatched(TONES.warning), line: TONES.warning.dot, height: 16 },
  handed_back: { fill: TONES.warning.bg, line: TONES.warning.dot, height: 16 },
  cancelled: { fill: TONES.neutral.bg, line: TONES.neutral.dot, height: 16 },
};

function hatched({ bg, dot }: { bg: string; dot: string }) {
  return `repeating-linear-gradient(45deg, ${dot} 0 3px, ${bg} 3px 6px)`;
}

/** A row a task, a bar a wait or an attempt; the table beside it says the same in words. */
export function GanttChart({ lanes, now, onOpen }: GanttChartProps) {
  const { attempts: m, monitor } = useAdminMessages();
  const rows = lanes.map((lane) => ({ lane, segments: segmentsOf(lane, now) }));
  const span = spanOf(rows.map(({ segments }) => segments));
  const [from, to] = [span.from, span.to].map((at) => formatSecond(new Date(at).toISOString()));
  const kinds = new Set(rows.flatMap(({ segments }) => segments.map(({ kind }) => kind)));
  return (
    <Box sx={{ p: 1.5 }}>
      <Box sx={GRID} role="group" aria-label={m.chartOf(lanes.length, from ?? '', to ?? '')}>
        {rows.map(({ lane, segments }) => (
          <Box key={lane.task} sx={{ display: 'contents' }}>
            <Link
              component="button"
              type="button"
              onClick={() => onOpen(lane.task)}
              variant="body2"
              sx={{ textAlign: 'left', overflowWrap: 'anywhere' }}
            >
              {m.lane(monitor.kind[lane.kind], lane.scene)}
            </Link>
            <Box sx={LANE} aria-hidden>
              {segments.map((segment) => (
                <Bar
                  key={`${segment.kind} ${segment.attempt.attempt}`}
                  segment={segment}
                  span={span}
                />
              ))}
            </Box>
          </Box>
        ))}
        <span />
        <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 1 }}>
          {[from, to].map((at) => (
            <Typography key={at} variant="caption" color="textSecondary">
              {at}
            </Typography>
          ))}
        </Stack>
      </Box>
      <Stack component="ul" direction="row" sx={LEGEND} aria-label={m.chart}>
        {(Object.keys(LOOKS) as SegmentKind[])
          .filter((kind) => kinds.has(kind))
          .map((kind) => (
            <Stack
              component="li"
              key={kind}
              direction="row"
              sx={{ gap: 0.75, alignItems: 'center' }}
            >
              <Box
                aria-hidden
                sx={{ width: 20, ...barLook(kind), position: 'static', transform: 'none' }}
              />
              <Typography variant="caption">{m.segments[kind]}</Typography>
            </Stack>
          ))}
      </Stack>
    </Box>
  );
}

const barLook = (kind: SegmentKind) => {
  const { fill, line, height } = LOOKS[kind];
  return {
    position: 'absolute',
    top: '50%',
    transform: 'translateY(-50%)',
    height,
    background: fill,
    border: `1px solid ${line}`,
    borderRadius: '2px',
    boxSizing: 'border-box',
  } as const;
};

function Bar({ segment, span }: { segment: Segment; span: { from: number; to: number } }) {
  const { attempts: m } = useAdminMessages();
  const { kind, attempt } = segment;
  const share = (at: number) => (100 * (at - span.from)) / (span.to - span.from);
  const [left, width] = [share(segment.from), share(segment.to) - share(segment.from)];
  const seconds = (segment.to - segment.from) / 1000;
  return (
    <Box
      title={`${m.segments[kind]} · ${m.number} ${attempt.attempt} · ${m.duration(seconds)}`}
      data-segment={kind}
      style={{ left: `${left}%`, width: `max(2px, ${width}%)` }}
      sx={barLook(kind)}
    />
  );
}

const GRID = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(140px, 260px) minmax(0, 1fr)' },
  columnGap: 1.5,
  rowGap: 0.5,
  alignItems: 'center',
} as const;

const LANE = {
  position: 'relative',
  height: 24,
  borderBottom: 1,
  borderColor: 'divider',
} as const;

const LEGEND = { m: 0, mt: 1.5, p: 0, gap: 2, flexWrap: 'wrap', listStyle: 'none' } as const;
