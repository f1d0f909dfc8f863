import { type ManagedRegion, type RegionUses, regionDesk } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { RemoveUnusedDialog } from '../parts/RemoveUnusedDialog';
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

/** Removes a region that nothing names. */
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
  const remove = async () => {
    const call = () => regionDesk.remove(areaCode, version);
    if ((await run(call, { ok: m.deleted, failed: m.failed })) !== 'failed') onClose();
  };
  return (
    <RemoveUnusedDialog
      uses={{ ...query, data: query.data && linesOf(query.data) }}
      words={{ title: m.removeTitle, inUse: m.inUse, confirm: m.confirmRemove(areaName) }}
      busy={busy}
      onRemove={() => void remove()}
      onClose={onClose}
    />
  );
}
