import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { catalogue, useMessages } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { unknownCloudRequest } from '../searchRequest';
import type { Criteria } from '../searchState';

type Props = { criteria: Criteria; onChange: (part: Partial<Criteria>) => void };

/** How many scenes a limit of cloud leaves out only because nobody knows their clouds, and the way to have them too. */
export function UnknownCloud({ criteria, onChange }: Props) {
  const m = useMessages();
  const limited = criteria.cloudMax !== null && !criteria.unknownCloud;
  const body = unknownCloudRequest(criteria);
  const { data } = useQuery({
    queryKey: ['search', body],
    queryFn: ({ signal }) => catalogue.search(body, { signal }),
    enabled: limited,
    staleTime: 60_000,
  });
  if (!limited || !data?.total) return null;
  return (
    <Alert
      severity="info"
      role="status"
      sx={{ borderRadius: 0, py: 0, alignItems: 'center' }}
      action={
        <Button onClick={() => onChange({ unknownCloud: true })} sx={{ whiteSpace: 'nowrap' }}>
          {m.find.includeUnknown}
        </Button>
      }
    >
      {m.find.unknownLeftOut(data.total)}
    </Alert>
  );
}
