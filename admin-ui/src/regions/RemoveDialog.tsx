import DialogContentText from '@mui/material/DialogContentText';
import {
  FormDialog,
  type ManagedRegion,
  QueryResult,
  type RegionUses,
  regionDesk,
} from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useCall } from '../parts/useCall';
import { REGIONS_TOPIC } from './useRegions';

const SORTS = ['grants', 'bookmarks', 'searches'] as const satisfies (keyof RegionUses)[];

/** What names the region, each in a line. */
function useUseLines(): (uses: RegionUses) => string[] {
  const { regions: m } = useAdminMessages();
  return (uses) => [
    ...(uses.children > 0 ? [m.uses.children(uses.children)] : []),
    ...SORTS.filter((sort) => uses[sort].length > 0).map((sort) =>
      m.uses[sort](
        uses[sort].map(({ who, count }) => m.times(who || m.everybody, count)).join(m.between),
      ),
    ),
  ];
}

interface RemoveDialogProps {
  region: ManagedRegion;
  onClose: () => void;
}

/** Removes a region that nothing names, and says who names it otherwise. */
export function RemoveDialog({ region, onClose }: RemoveDialogProps) {
  const { regions: m } = useAdminMessages();
  const { run, busy } = useCall(REGIONS_TOPIC);
  const linesOf = useUseLines();
  const { areaCode, areaName, version } = region;
  const query = useQuery({
    queryKey: [...REGIONS_TOPIC, 'uses', areaCode],
    queryFn: ({ signal }) => regionDesk.uses(areaCode, { signal }),
    gcTime: 0,
  });
  const lines = query.data && linesOf(query.data);
  const submit = async () => {
    const call = () => regionDesk.remove(areaCode, version);
    if ((await run(call, { ok: m.deleted, failed: m.failed })) !== 'failed') onClose();
  };
  return (
    <FormDialog
      title={m.removeTitle}
      destructive
      busy={busy}
      blocked={lines?.length === 0 ? undefined : m.inUse}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <QueryResult query={{ ...query, data: lines }}>
        {(named) =>
          named.length === 0 ? (
            <DialogContentText>{m.confirmRemove(areaName)}</DialogContentText>
          ) : (
            <>
              <DialogContentText>{m.inUse}</DialogContentText>
              <ul>
                {named.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </>
          )
        }
      </QueryResult>
    </FormDialog>
  );
}
