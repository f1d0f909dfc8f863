import Link from '@mui/material/Link';
import { Clamped, EmptyState, formatTime, type GivenRating } from '@scenedock/ui-kit';
import { Link as RouterLink } from 'react-router-dom';
import { useAdminMessages } from '../i18n/useAdminMessages';
import type { Period } from '../parts/figures/period';
import { Column } from '../parts/list/Column';
import { OlderRows } from '../parts/list/ListEnd';
import { ChoiceFilter, ListFilters } from '../parts/list/ListFilters';
import { ListRows } from '../parts/list/ListRows';
import { orderPath } from '../parts/orderPath';
import { ServiceRows } from './ServiceRows';
import { figuresAt } from './serviceRows';
import type { Aspect } from './useStatisticsState';

const STARS = ['5', '4', '3', '2', '1'] as const;
const CONDITIONS = { stars: STARS } as const;

/** What was said of orders, the last first. */
export function GivenRatings({ period, aspect }: { period: Period; aspect: Aspect }) {
  const { service } = useAdminMessages();
  const m = service.satisfaction;
  return (
    <ServiceRows
      resource="givenRatings"
      title={`${m.rows} · ${m.aspects[aspect]}`}
      conditions={CONDITIONS}
      filter={{ ...period, aspect }}
      back={figuresAt('satisfaction', period, { aspect })}
      filters={
        <ListFilters sx={{ p: 1.5 }}>
          <ChoiceFilter
            source="stars"
            label={m.aspects[aspect]}
            width={{ xs: 1, sm: 200 }}
            any={m.anyStars}
            choices={STARS.map((id) => ({
              id,
              name: `${m.star(Number(id))} ${m.stars[Number(id) - 1] ?? ''}`,
            }))}
          />
        </ListFilters>
      }
    >
      <RatingTable />
    </ServiceRows>
  );
}

type RatingLine = GivenRating & { id: string };

function RatingTable() {
  const { service, statistics } = useAdminMessages();
  const m = service.satisfaction;
  const stars = (given: number | null) => (given === null ? service.none : m.star(given));
  return (
    <ListRows
      label={m.rows}
      savedAs={m.rows}
      minWidth={860}
      empty={<EmptyState title={statistics.noData} hint={statistics.noDataHint} />}
      below={<OlderRows label={service.older} />}
    >
      <Column<RatingLine>
        source="at"
        label={m.at}
        width={150}
        render={(given) => formatTime(given.at)}
      />
      <Column<RatingLine>
        source="order"
        label={m.order}
        width={190}
        minWidth={150}
        saved={({ ordername }) => ordername}
        render={(given) => (
          <Link component={RouterLink} to={orderPath(given.orderId)}>
            {given.ordername}
          </Link>
        )}
      />
      <Column<RatingLine>
        source="unit"
        label={m.unit}
        saved={({ unit }) => unit}
        render={(given) => <Clamped text={given.unit || service.none} />}
      />
      <Column<RatingLine>
        source="overall"
        label={m.aspects.overall}
        width={120}
        saved={({ overall }) => ({ value: overall, as: 'whole' })}
        render={(given) => stars(given.overall)}
      />
      <Column<RatingLine>
        source="speed"
        label={m.aspects.speed}
        width={110}
        saved={({ speed }) => ({ value: speed, as: 'whole' })}
        render={(given) => stars(given.speed)}
      />
      <Column<RatingLine>
        source="attitude"
        label={m.aspects.attitude}
        width={110}
        saved={({ attitude }) => ({ value: attitude, as: 'whole' })}
        render={(given) => stars(given.attitude)}
      />
      <Column<RatingLine>
        source="content"
        label={m.content}
        minWidth={200}
        breakable
        saved={({ content }) => content}
        render={(given) => <Clamped text={given.content || service.none} />}
      />
    </ListRows>
  );
}
