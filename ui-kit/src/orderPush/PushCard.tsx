import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import type { OrderPush, OrderPushTarget } from '../api/types';
import { formatBytes, formatTime } from '../format';
import { useText } from '../messages/useText';
import { ToneChip } from '../parts/StateChip';
import { PushFiles } from './PushFiles';
import { countFiles, folderOf, type PushCounts } from './pushCounts';
import { usePushTexts } from './pushTexts';

/** So few files stand there at once. */
const FEW = 5;

type Props = {
  push: OrderPush;
  /** Where it goes; undefined: it was removed since. */
  target: OrderPushTarget | undefined;
  /** Whether the order can be pushed now. */
  isOpen: boolean;
  onAgain: () => void;
};

/** One push: where, when and by whom, how far it is, and what became of every file. */
export function PushCard({ push, target, isOpen, onAgain }: Props) {
  const m = usePushTexts();
  const id = useId();
  const counts = countFiles(push);
  const { all, delivered, waiting, missed } = counts;
  const [choice, setChoice] = useState<boolean | null>(null);
  const isShown = choice ?? (all.files <= FEW || missed.files > 0);
  const folder = folderOf(push.files);
  const failure = target?.failure ?? null;
  const mayAgain = isOpen && push.isCurrent && target !== undefined;
  return (
    <Box
      component="li"
      sx={{ '& + &': { borderTop: 1, borderColor: 'divider', pt: 2 }, minWidth: 0 }}
    >
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography component="h3" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
          {push.targetName}
        </Typography>
        <Standing counts={counts} isResting={failure !== null} />
        <Box sx={{ flex: 1 }} />
        {missed.files > 0 && mayAgain ? (
          <Button variant="outlined" onClick={onAgain}>
            {m.again}
          </Button>
        ) : null}
      </Stack>
      <Typography variant="body2" color="textSecondary">
        {m.by(formatTime(push.createdAt), push.pushedBy)}
      </Typography>
      {folder === null ? null : (
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {m.folder(folder)}
        </Typography>
      )}
      <Typography variant="body2">
        {m.counts(all.files, formatBytes(all.bytes), delivered.files, waiting.files, missed.files)}
      </Typography>
      {waiting.files > 0 ? <Progress counts={counts} name={push.targetName} /> : null}
      <Notes {...{ counts, push, target, mayAgain }} />
      {all.files > FEW ? (
        <Button
          aria-expanded={isShown}
          aria-controls={id}
          onClick={() => setChoice(!isShown)}
          // In line with the texts above.
          sx={{ ml: -0.75 }}
        >
          {isShown ? m.hide : m.show(all.files)}
        </Button>
      ) : null}
      <Box id={id} hidden={!isShown}>
        {isShown ? (
          <PushFiles
            files={push.files}
            name={m.filesOf(push.targetName)}
            hasFolder={folder !== null}
            targetFailure={failure}
          />
        ) : null}
      </Box>
    </Box>
  );
}

function Standing({ counts, isResting }: { counts: PushCounts; isResting: boolean }) {
  const { standings } = usePushTexts();
  const { waiting, missed } = counts;
  const running = isResting ? (
    <ToneChip tone="warning" label={standings.resting} />
  ) : (
    <ToneChip tone="progress" label={standings.running} />
  );
  return (
    <>
      {waiting.files > 0 ? running : null}
      {missed.files > 0 ? <ToneChip tone="danger" label={standings.missed(missed.files)} /> : null}
      {waiting.files + missed.files === 0 ? (
        <ToneChip tone="success" label={standings.delivered} />
      ) : null}
    </>
  );
}

/** By bytes: one file may be as large as all others. */
function Progress({ counts, name }: { counts: PushCounts; name: string }) {
  const m = usePushTexts();
  const { all, delivered } = counts;
  const line = m.arrived(formatBytes(delivered.bytes), formatBytes(all.bytes));
  return (
    <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center', my: 0.5 }}>
      <LinearProgress
        variant="determinate"
        value={all.bytes === 0 ? 0 : (delivered.bytes / all.bytes) * 100}
        aria-label={m.progress(name)}
        aria-valuetext={line}
        sx={{ flex: 1, height: 8, borderRadius: 1 }}
      />
      <Typography variant="caption" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {line}
      </Typography>
    </Stack>
  );
}

type NotesProps = Pick<Props, 'push' | 'target'> & { counts: PushCounts; mayAgain: boolean };

/** Why it does not go on, and why it cannot be pushed again. */
function Notes({ counts, push, target, mayAgain }: NotesProps) {
  const m = usePushTexts();
  const text = useText();
  const { waiting, missed } = counts;
  if (waiting.files > 0 && target !== undefined && target.failure !== null) {
    return (
      <Alert severity="warning" sx={{ my: 0.5 }}>
        {m.fails(text(target.failureMessage, target.failure))}
      </Alert>
    );
  }
  if (missed.files === 0 || mayAgain) return null;
  const isGone = push.targetId === null || target === undefined;
  return (
    <Typography variant="body2" color="textSecondary">
      {isGone ? m.targetGone : m.notCurrent}
    </Typography>
  );
}
