import Typography from '@mui/material/Typography';
import { formatDate, type ReceiveTask, useMessages } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';

/** Which part of another installation's catalogue a task copies. */
export function SyncPart({ definition }: Pick<ReceiveTask, 'definition'>) {
  const { common } = useMessages();
  const { synchronisation: m } = useAdminMessages();
  const { withFiles, area, collections } = definition;
  const [west = 0, south = 0, east = 0, north = 0] = area ?? [];
  const parts = [
    withFiles ? m.withFiles : m.catalogueAlone,
    area === null ? '' : m.part.area(west, south, east, north),
    useAcquisitionText(definition),
    collections.length === 0 ? '' : m.part.collections(collections.join(common.listComma)),
  ];
  return (
    <Typography variant="caption" component="div">
      {parts.filter((part) => part !== '').join(' · ')}
    </Typography>
  );
}

function useAcquisitionText({ takenFrom, takenUntil }: ReceiveTask['definition']): string {
  const { part } = useAdminMessages().synchronisation;
  if (takenFrom !== null && takenUntil !== null) {
    return part.between(formatDate(takenFrom), formatDate(takenUntil));
  }
  if (takenFrom !== null) return part.since(formatDate(takenFrom));
  return takenUntil === null ? '' : part.until(formatDate(takenUntil));
}
