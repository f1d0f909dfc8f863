import Typography from '@mui/material/Typography';
import { ToneChip } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';

interface TakenTodayProps {
  taken: number;
  /** Null: no limit. */
  quota: number | null;
  write: (value: number) => string;
  /** Calls that were refused. */
  refused?: number;
}

/** What was taken today of what may be. */
export function TakenToday({ taken, quota, write, refused = 0 }: TakenTodayProps) {
  const { clientSystems: m } = useAdminMessages();
  return (
    <div>
      <span style={{ whiteSpace: 'nowrap' }}>
        {write(taken)} / {quota === null ? m.unlimited : write(quota)}
      </span>
      {quota !== null && taken >= quota && (
        <div>
          <ToneChip tone="warning" label={m.spent} />
        </div>
      )}
      {refused > 0 && (
        <Typography variant="caption" component="div" color="error">
          {m.refusedToday} {write(refused)}
        </Typography>
      )}
    </div>
  );
}
