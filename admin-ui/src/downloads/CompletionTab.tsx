import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import { EmptyState, QueryResult } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { FigureCards } from '../parts/figures/FigureCards';
import { percent, whole } from '../parts/figures/numbers';
import type { Period } from '../parts/figures/period';
import { Panel } from '../parts/Panel';
import { CompletionBars } from './CompletionBars';
import { CompletionTable } from './CompletionTable';
import { useCompletion } from './useDownloads';
import { entriesOf, type FetchState } from './useDownloadsAddress';

/** Units that the chart shows; the table below has all. */
const MOST_BARS = 12;

interface CompletionTabProps {
  period: Period;
  /** Figures lead to the registry. */
  withRows: boolean;
}

/** How far units fetched what was delivered to them: who left most untouched first. */
export function CompletionTab({ period, withRows }: CompletionTabProps) {
  const { downloads: m, statistics } = useAdminMessages();
  const query = useCompletion(period);
  return (
    <QueryResult query={query}>
      {({ total, items }) => {
        if (items.length === 0) {
          return <EmptyState title={statistics.noData} hint={statistics.noDataHint} />;
        }
        const entriesWith = (state: FetchState | '', count: number) =>
          withRows && count > 0 ? entriesOf(period, '', state) : undefined;
        const dormant = items.filter(({ deliveries, untouched }) => deliveries === untouched);
        return (
          <Stack spacing={2}>
            <FigureCards
              cards={[
                {
                  name: m.deliveries,
                  unit: m.perTransfers,
                  value: whole(total.deliveries),
                  to: entriesWith('', total.deliveries),
                },
                { name: m.rate, value: percent(total.fetched, total.deliveries) },
                {
                  name: m.untouched,
                  unit: m.perTransfers,
                  value: whole(total.untouched),
                  to: entriesWith('untouched', total.untouched),
                },
                { name: m.repeated, unit: m.perRepeated, value: whole(total.repeated) },
              ]}
            />
            <Panel
              title={m.tabs.completion}
              aside={
                <Chip
                  size="small"
                  variant="outlined"
                  label={`${m.dormant} ${whole(dormant.length)}`}
                />
              }
            >
              <CompletionBars
                units={items.slice(0, MOST_BARS)}
                period={period}
                withRows={withRows}
              />
            </Panel>
            <CompletionTable units={items} period={period} withRows={withRows} />
          </Stack>
        );
      }}
    </QueryResult>
  );
}
