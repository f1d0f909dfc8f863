import Typography from '@mui/material/Typography';
import {
  Facts,
  formatTime,
  QueryResult,
  singleSignOn,
  useConfig,
  useSingleSignOnTexts,
} from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { Panel } from '../parts/Panel';

/** The accounts at identity providers that somebody can sign in with, where there is a provider. */
export function ProviderLinks({ id }: { id: string }) {
  const config = useConfig().singleSignOn;
  const t = useSingleSignOnTexts();
  const query = useQuery({
    queryKey: ['users', id, 'providerLinks'],
    queryFn: ({ signal }) => singleSignOn.linksOf(id, { signal }),
    enabled: Boolean(config),
  });
  if (!config) return null;
  return (
    <Panel title={t.title}>
      <QueryResult query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Typography variant="body2" color="textSecondary">
              {t.none}
            </Typography>
          ) : (
            <Facts
              facts={items.flatMap((link) => [
                [t.subject, link.subject],
                [link.issuer, t.linkedSince(formatTime(link.linkedAt))],
              ])}
            />
          )
        }
      </QueryResult>
    </Panel>
  );
}
