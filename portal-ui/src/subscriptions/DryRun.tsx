import Alert from '@mui/material/Alert';
import { type CatalogueSearch, errorText, formatBytes, subscriptions } from '@scenedock/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { usePageWords } from './usePageWords';

/** What a subscription to a search would have brought lately. */
export function DryRun({ search }: { search: CatalogueSearch }) {
  const m = usePageWords();
  const { data, error } = useQuery({
    queryKey: ['subscriptionPreview', search],
    queryFn: ({ signal }) => subscriptions.preview(search, { signal }),
  });
  const text =
    data === undefined
      ? m.dryRunning
      : m.dryRun(data.scenes.toLocaleString('en'), formatBytes(data.bytes), data.days);
  const { to } = search;
  const isPast = typeof to === 'string' && Date.parse(to) <= Date.now();
  return (
    <Alert
      severity={error !== null || isPast ? 'warning' : 'info'}
      role="status"
      sx={{ mt: 1, mb: 1 }}
    >
      {error === null ? text : errorText(error, m.dryRunFailed)} {isPast ? m.timesPast : m.toCome}
    </Alert>
  );
}
