import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import {
  type PushTarget,
  type TargetKind,
  useMessages,
  useSubscriptionWords,
} from '@scenedock/ui-kit';
import { usePageWords } from './usePageWords';
import { useTargets } from './useTargets';

const KINDS = ['ftp', 'ftps', 'sftp', 's3', 'shelf'] as const satisfies readonly TargetKind[];

/** Why it cannot be chosen is read, too. */
const BLOCKED = {
  whiteSpace: 'normal',
  '&.Mui-disabled': { opacity: 1, color: 'text.secondary' },
} as const;

type Props = {
  kind: TargetKind;
  /** The target that is changed; null: a new one. */
  target: PushTarget | null;
  onChange: (kind: TargetKind) => void;
};

/** What a target is spoken to with. A shelf is the only one of its person, and stays one. */
export function TargetKindField({ kind, target, onChange }: Props) {
  const m = usePageWords();
  const w = useSubscriptionWords();
  const { common } = useMessages();
  const hasShelf = useTargets().data?.items.some((one) => one.kind === 'shelf') ?? false;
  const isShelf = target?.kind === 'shelf';
  const whyNoShelf = hasShelf ? m.shelfOnce : target === null ? null : m.shelfApart;
  return (
    <TextField
      select
      label={m.targetKind}
      value={kind}
      disabled={isShelf}
      helperText={isShelf ? m.shelfStays : undefined}
      onChange={(event) => onChange(event.target.value as TargetKind)}
    >
      {KINDS.map((one) => {
        const name = one === 'shelf' ? m.ownShelf : w.kinds[one];
        const why = one === 'shelf' && !isShelf ? whyNoShelf : null;
        return (
          <MenuItem key={one} value={one} disabled={why !== null} sx={BLOCKED}>
            {why === null ? name : name + common.aside(why)}
          </MenuItem>
        );
      })}
    </TextField>
  );
}
