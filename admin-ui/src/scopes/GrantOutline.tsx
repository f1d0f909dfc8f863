import Box from '@mui/material/Box';
import { catalogue, QueryResult, type ScopeGrant } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { useWholeRecord } from '../parts/forms/useWholeRecord';
import { OutlineMap } from '../parts/map/OutlineMap';

/** Room for a map. */
export function MapBox({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        height: 260,
        display: 'grid',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        overflow: 'hidden',
        '& > *': { minHeight: 0 },
      }}
    >
      {children}
    </Box>
  );
}

/** The outline of a region on a map. */
export function RegionOutline({ code, name }: { code: string; name: string }) {
  const { scopes: m } = useAdminMessages();
  const query = useQuery({
    queryKey: ['regions', 'outline', code],
    queryFn: ({ signal }) => catalogue.regionWkt(code, { signal }),
  });
  return (
    <MapBox>
      <QueryResult query={query}>
        {({ wkt }) => <OutlineMap wkt={wkt} label={m.mapOf(name)} />}
      </QueryResult>
    </MapBox>
  );
}

/** A grant with the text of its area; null: it is not needed. */
export function useStoredGrant(id: string | null) {
  return useWholeRecord<ScopeGrant>('scopes', id);
}
