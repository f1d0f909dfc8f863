import Typography from '@mui/material/Typography';
import { formatSecond, type Monitor, ToneChip } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';

/** How the audit log's chain and its head outside the database stand, as far as they can be compared. */
export function AuditHeadLine({ head }: { head: Monitor['auditHead'] }) {
  const { monitor } = useAdminMessages();
  const m = monitor.auditHead;
  const { state, comparedAt, failingSince, obstacle } = head;
  if (state === 'held')
    return m.held(comparedAt === null ? '' : formatSecond(comparedAt).slice(11));
  if (state === 'not_begun') return m.not_begun;
  if (state !== 'unknown') return <ToneChip tone="danger" label={monitor.wrong.audit_head ?? ''} />;
  const notes = [
    ...(failingSince === null || obstacle === null
      ? []
      : [m.since(formatSecond(failingSince), m.obstacles[obstacle])]),
    ...(comparedAt === null ? [] : [m.last(formatSecond(comparedAt))]),
  ];
  return (
    <>
      <ToneChip tone="warning" label={m.unknown} />
      {notes.map((note) => (
        <Typography key={note} variant="caption" color="textSecondary" component="div">
          {note}
        </Typography>
      ))}
    </>
  );
}
