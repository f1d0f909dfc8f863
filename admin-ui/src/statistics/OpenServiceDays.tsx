import ArrowBack from '@mui/icons-material/ArrowBack';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  EmptyState,
  type OpenService,
  type OpenServiceCounts,
  type OpenServiceFigures,
} from '@scenedock/ui-kit';
import { Link as RouterLink } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import { FigureTable } from '../parts/figures/FigureTable';
import { whole } from '../parts/figures/numbers';
import type { Period } from '../parts/figures/period';
import { bytesFigure } from '../parts/figures/savedFigures';
import { OpenServicesChart } from './OpenServicesChart';
import { type CountName, openServicesAt } from './openServiceRows';

interface OpenServiceDaysProps {
  /** Of one client system. */
  found: OpenServiceFigures;
  period: Period;
  /** Only rows of this service. */
  service: OpenService | '';
  /** Only rows in which this is not nought. */
  having: CountName | '';
}

/** What one client system called for on each day: the rows that the figures of all count. */
export function OpenServiceDays({ found, period, service, having }: OpenServiceDaysProps) {
  const { openServices: m, service: words, statistics } = useAdminMessages();
  const system = found.systems[0];
  const name = system === undefined ? m.unknownSystem : system.name || system.loginName;
  const parts = [
    name,
    ...(service === '' ? [] : [m.services[service]]),
    ...(having === '' ? [] : [m[having]]),
  ];
  const rows = found.days
    .toReversed()
    .flatMap(({ day, services }) => services.map((used) => ({ day, ...used })))
    .filter((row) => service === '' || row.service === service)
    .filter((row) => having === '' || row[having] > 0);
  return (
    <>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
        <Button
          component={RouterLink}
          to={openServicesAt(period)}
          size="small"
          startIcon={<ArrowBack />}
        >
          {words.back}
        </Button>
        <Typography component="h2" variant="h2">
          {m.rowsOf(parts)}
        </Typography>
      </Stack>
      {rows.length === 0 ? (
        <EmptyState title={m.empty} hint={m.emptyHint} />
      ) : (
        <>
          <OpenServicesChart days={found.days} period={period} />
          <FigureTable
            label={m.rowsOf(parts)}
            names={statistics.day}
            columns={[m.service, m.requests, m.overQuota, m.forbidden, m.bytes]}
            rows={[
              ...rows.map((row) => ({
                key: `${row.day} ${row.service}`,
                name: row.day,
                figures: [m.services[row.service], ...figuresOf(row)],
              })),
              { key: '', name: words.whole, figures: ['', ...figuresOf(sumOf(rows))] },
            ]}
          />
        </>
      )}
    </>
  );
}

const figuresOf = ({ requests, overQuota, forbidden, bytes }: OpenServiceCounts) => [
  whole(requests),
  whole(overQuota),
  whole(forbidden),
  bytesFigure(bytes),
];

const sumOf = (rows: readonly OpenServiceCounts[]): OpenServiceCounts =>
  rows.reduce(
    (sum, row) => ({
      requests: sum.requests + row.requests,
      overQuota: sum.overQuota + row.overQuota,
      forbidden: sum.forbidden + row.forbidden,
      bytes: sum.bytes + row.bytes,
    }),
    { requests: 0, overQuota: 0, forbidden: 0, bytes: 0 },
  );
