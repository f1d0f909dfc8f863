import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import {
  type CompletionCounts,
  EmptyState,
  QueryResult,
  type UnitCompletion,
} from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { FigureCards } from '../parts/figures/FigureCards';
import { percent, whole } from '../parts/figures/numbers';
import type { Period } from '../parts/figures/period';
import { Panel } from '../parts/Panel';
import { CompletionBars } from './CompletionBars';
import { CompletionTable } from './CompletionTable';
import { useCompletion } from './useDownloads';
import { type CompletionFigure, entriesOf } from './useDownloadsAddress';

/** Units that the chart shows; the table below has all. */
const MAX_BARS = 12;

interface CompletionTabProps {
  period: Period;
  /** Of the units only those that fetched nothing. */
  onlyDormant: boolean;
  onNarrow: (onlyDormant: boolean) => void;
  /** Figures lead to the registry. */
  withRows: boolean;
}

const isDormant = ({ deliveries, untouched }: UnitCompletion) => deliveries === untouched;

/** How far units fetched what was delivered to them: who left most untouched first. */
export function CompletionTab(props: CompletionTabProps) {
  const { period, onlyDormant, withRows } = props;
  const { statistics } = useAdminMessages();
  const query = useCompletion(period);
  return (
    <QueryResult query={query}>
      {({ total, items }) => {
        if (items.length === 0) {
          return <EmptyState title={statistics.noData} hint={statistics.noDataHint} />;
        }
        const listed = onlyDormant ? items.filter(isDormant) : items;
        return (
          <Stack spacing={2}>
            <Totals total={total} period={period} withRows={withRows} />
            <UnitPanel {...props} units={items} />
            {listed.length === 0 ? (
              <EmptyState title={statistics.noData} hint={statistics.noDataHint} />
            ) : (
              <CompletionTable units={listed} period={period} withRows={withRows} />
            )}
          </Stack>
        );
      }}
    </QueryResult>
  );
}

interface TotalsProps {
  total: CompletionCounts;
  period: Period;
  withRows: boolean;
}

/** The share leads to what was fetched, and how often something was fetched again to the deliveries with such a file. */
function Totals({ total, period, withRows }: TotalsProps) {
  const { downloads: m } = useAdminMessages();
  const entriesBehind = (figure: CompletionFigure) =>
    withRows && total[figure] > 0 ? entriesOf(period, figure) : undefined;
  return (
    <FigureCards
      cards={[
        {
          name: m.deliveries,
          unit: m.perTransfers,
          value: whole(total.deliveries),
          to: entriesBehind('deliveries'),
        },
        {
          name: m.rate,
          value: percent(total.fetched, total.deliveries),
          to: entriesBehind('fetched'),
        },
        {
          name: m.untouched,
          unit: m.perTransfers,
          value: whole(total.untouched),
          to: entriesBehind('untouched'),
        },
        {
          name: m.repeated,
          unit: m.perRepeated,
          value: whole(total.repeated),
          to: entriesBehind('repeated'),
        },
      ]}
    />
  );
}

interface UnitPanelProps extends CompletionTabProps {
  /** All of them. */
  units: readonly UnitCompletion[];
}

/** The chart, and how many units fetched nothing: a press on their number leaves the table to them alone. */
function UnitPanel({ units, period, onlyDormant, onNarrow, withRows }: UnitPanelProps) {
  const { downloads: m } = useAdminMessages();
  const dormant = units.filter(isDormant).length;
  const label = `${m.dormant} ${whole(dormant)}`;
  const narrowing =
    dormant > 0 || onlyDormant
      ? { onClick: () => onNarrow(!onlyDormant), 'aria-pressed': onlyDormant }
      : {};
  return (
    <Panel
      title={m.tabs.completion}
      aside={
        <Chip
          size="small"
          variant={onlyDormant ? 'filled' : 'outlined'}
          label={label}
          {...narrowing}
        />
      }
    >
      <CompletionBars units={units.slice(0, MAX_BARS)} period={period} withRows={withRows} />
    </Panel>
  );
}
