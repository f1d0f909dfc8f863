import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { DataPercent } from '../api/types';
import { useMessages } from '../messages/LocaleProvider';
import type { Messages } from '../messages/zh-CN';
import { TONES } from '../theme';
import { easeIn, ink } from '../tokens';

/** Share of `part` in `all`, in per cent between 0 and 100. */
function share(part: number, all: number): number {
  return all <= 0 ? 0 : Math.min(100, Math.max(0, (part / all) * 100));
}

const STAGES = ['extract', 'package', 'verify'] as const;

type Stage = (typeof STAGES)[number];

/** How much of a stage is done: all of those before the current one, nothing of those behind it. */
function stageShare(stage: Stage, { stage: now, stagePercent, percentStr }: DataPercent): number {
  if (now === null) return percentStr === '100%' ? 100 : 0;
  const [at, current] = [STAGES.indexOf(stage), STAGES.indexOf(now)];
  if (at !== current) return at < current ? 100 : 0;
  return stagePercent ?? 0;
}

function StageBar({ stage, value }: { stage: Stage; value: DataPercent }) {
  const m = useMessages();
  const done = stageShare(stage, value);
  const failed = stage === 'extract' ? share(value.failed, value.allSize) : 0;
  return (
    <Box
      sx={{
        flex: 1,
        display: 'flex',
        height: '100%',
        overflow: 'hidden',
        borderRadius: 5,
        bgcolor: ink.line,
      }}
      title={m.stages[stage]}
    >
      <Box sx={{ width: `${done}%`, bgcolor: TONES.progress.dot, transition: easeIn('width') }} />
      <Box
        sx={{ ml: 'auto', width: `${Math.min(failed, 100 - done)}%`, bgcolor: TONES.danger.dot }}
      />
    </Box>
  );
}

/** The stage at work and how much of it is done; a check has no percentage. */
function nowText({ stage, stagePercent, percentStr }: DataPercent, m: Messages): string {
  if (stage === null) return percentStr;
  const name = m.stages[stage];
  return stagePercent === null ? name : `${name} ${stagePercent}%`;
}

function StageNames({ value }: { value: DataPercent }) {
  const m = useMessages();
  const mark = (stage: Stage) => {
    const done = stageShare(stage, value);
    if (value.stage === stage) return value.stagePercent === null ? '…' : `${done}%`;
    return done === 100 ? '✓' : '';
  };
  return (
    <Box sx={{ display: 'flex', gap: 0.5 }}>
      {STAGES.map((stage) => (
        <Typography
          key={stage}
          variant="caption"
          sx={{
            flex: 1,
            fontVariantNumeric: 'tabular-nums',
            fontWeight: value.stage === stage ? 600 : 400,
            color: value.stage === stage ? 'text.primary' : 'text.secondary',
          }}
        >
          {m.stages[stage]} {mark(stage)}
        </Typography>
      ))}
    </Box>
  );
}

/** Preparation of an order: its stages one after the other, what failed in red, the counts below. */
export function PreparationBar({ value, dense = false }: { value: DataPercent; dense?: boolean }) {
  const m = useMessages();
  const percent = Number.parseFloat(value.percentStr) || 0;
  const line = m.order.progressLine(value);
  const now = nowText(value, m);
  return (
    <Box sx={{ minWidth: 140 }}>
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
        <Box
          role="progressbar"
          aria-label={m.order.progress}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(percent)}
          aria-valuetext={`${now} ${line}`}
          sx={{ flex: 1, display: 'flex', gap: 0.5, height: dense ? 6 : 10 }}
        >
          {STAGES.map((stage) => (
            <StageBar key={stage} stage={stage} value={value} />
          ))}
        </Box>
        {dense ? (
          <Typography
            variant="body2"
            sx={{
              fontVariantNumeric: 'tabular-nums',
              fontWeight: 600,
              lineHeight: '16px',
              whiteSpace: 'nowrap',
            }}
          >
            {now}
          </Typography>
        ) : null}
      </Box>
      {dense ? null : <StageNames value={value} />}
      <Typography
        variant="caption"
        color="textSecondary"
        component="div"
        noWrap={dense}
        sx={{ lineHeight: dense ? '16px' : undefined }}
      >
        {line}
      </Typography>
    </Box>
  );
}
