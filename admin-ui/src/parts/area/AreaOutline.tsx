import Box from '@mui/material/Box';
import { catalogue, QueryResult } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useAdminMessages } from '../../i18n/useAdminMessages';
import { OutlineMap } from '../map/OutlineMap';

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

/** A region by its code, with its outline; an empty code is none. */
export function useRegion(code: string) {
  return useQuery({
    queryKey: ['regions', 'outline', code],
    queryFn: ({ signal }) => catalogue.regionWkt(code, { signal }),
    enabled: code !== '',
  });
}

/** The outline of a region on a map. */
export function RegionOutline({ code, name }: { code: string; name: string }) {
  const { scopes: m } = useAdminMessages();
  const query = useRegion(code);
  return (
    <MapBox>
      <QueryResult query={query}>
        {({ wkt }) => <OutlineMap wkt={wkt} label={m.mapOf(name)} />}
      </QueryResult>
    </MapBox>
  );
}
