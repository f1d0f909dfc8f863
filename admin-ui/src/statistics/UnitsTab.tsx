import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { EmptyState, QueryResult, type UnitFigures } from '@scenedock/ui-kit';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { FigureTable } from '../parts/figures/FigureTable';
import { inGigabytes, whole } from '../parts/figures/numbers';
import type { Period } from '../parts/figures/period';
import { gigabytesFigure } from '../parts/figures/savedFigures';
import { Panel } from '../parts/Panel';
import { Medal } from './Medal';
import { MethodBars } from './MethodBars';
import { METHODS, useOrderRows } from './orderRows';
import { StillCounting } from './StillCounting';
import { useUnits } from './useFigures';

/** Whom the survey serves: a chart of part of the units, and the table of all, the first three with medals. */
export function UnitsTab({ period }: { period: Period }) {
  const { statistics: m } = useAdminMessages();
  const { methodRows } = useOrderRows();
  const units = useUnits(period);
  return (
    <QueryResult query={units}>
      {({ items, current }) => (
        <>
          <StillCounting current={current} />
          {items.length === 0 ? (
            <EmptyState title={m.noData} hint={m.noDataHint} />
          ) : (
            <Stack spacing={2}>
              <Panel title={m.tabs.units}>
                <Typography variant="body2" color="text.secondary">
                  {m.zoom}
                </Typography>
                <MethodBars
                  label={m.tabs.units}
                  zoom
                  bars={items.map((row) => ({
                    name: row.unit || m.unnamed,
                    online: row.onlineOrderNum,
                    offline: row.offlineOrderNum,
                    note: `${inGigabytes(row.allSize)} ${m.perGb}`,
                    rows: methodRows(period, { counted: 'unit', value: row.unit }),
                  }))}
                />
              </Panel>
              <UnitTable units={items} period={period} />
            </Stack>
          )}
        </>
      )}
    </QueryResult>
  );
}

function UnitTable({ units, period }: { units: UnitFigures[]; period: Period }) {
  const { statistics: m } = useAdminMessages();
  const { rowsOf, linkedCount, linkedMethods, linkedVolume } = useOrderRows();
  const { online, offline, total } = m;
  return (
    <FigureTable
      label={m.tabs.units}
      names={m.unit}
      groups={[
        { name: m.unitOf(m.orders, m.perOrders), columns: 3 },
        { name: m.unitOf(m.volume, m.perGb), columns: 3 },
      ]}
      columns={[online, offline, total, online, offline, total]}
      rows={units.map((row, n) => {
        const figure = { counted: 'unit', value: row.unit } as const;
        return {
          key: row.unit,
          name: row.unit || m.unnamed,
          mark: <Medal rank={n + 1} />,
          figures: [
            ...linkedMethods(row, period, figure),
            linkedCount(whole(row.allNum), row.allNum, period, figure),
            linkedVolume(gigabytesFigure(row.onlineOrderSize), row.onlineOrderNum, period, {
              ...figure,
              method: METHODS.online,
            }),
            linkedVolume(gigabytesFigure(row.offlineOrderSize), row.offlineOrderNum, period, {
              ...figure,
              method: METHODS.offline,
            }),
            linkedVolume(gigabytesFigure(row.allSize), row.allNum, period, figure),
          ],
          rows: rowsOf(period, figure),
        };
      })}
    />
  );
}
